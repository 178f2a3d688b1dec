import type { DialogName } from '@agency/contract/client-fields'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useId } from 'react'
import { counted } from '../../../shared/formatting'
import styles from './empty-sections.module.css'
import type { SectionName } from './record-sections'
import { EmptySection } from './section-card'

interface EmptySectionsProps {
  readonly sections: readonly SectionName[]
  readonly open: boolean
  /** The section of which a field was looked for. */
  readonly found: SectionName | null
  readonly onToggle: () => void
  readonly onEdit: (dialog: DialogName) => void
}

/** The sections without a value: one line each, folded into one line. */
export function EmptySections({ sections, open, found, onToggle, onEdit }: EmptySectionsProps) {
  const id = useId()
  if (sections.length === 0) return null
  return (
    <div className={`card ${styles.group}`}>
      <button type="button" className={styles.toggle} aria-expanded={open} aria-controls={id} onClick={onToggle}>
        <ChevronRight size={16} />
        {counted(sections.length, 'empty section')}
      </button>
      <div id={id} hidden={!open}>
        {open && sections.map((card) => <EmptySection key={card} card={card} whole={card === found} onEdit={onEdit} />)}
      </div>
    </div>
  )
}
