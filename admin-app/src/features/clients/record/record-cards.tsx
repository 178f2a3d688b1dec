import type { DialogName } from '@agency/contract/client-fields'
import type { ClientRecord } from '@agency/contract/clients'
import type { ReactNode } from 'react'
import { FindInRecord } from '../find/find-in-record'
import styles from './record-cards.module.css'
import { recordEnd, type SectionName, sections } from './record-sections'
import { SectionCard } from './section-card'
import { SectionNav } from './section-nav'
import { useCurrentSection } from './use-current-section'

interface RecordCardsProps {
  readonly client: ClientRecord
  readonly onEdit: (dialog: DialogName) => void
  /** Content of a card besides its fields. */
  readonly extra: Partial<Record<SectionName, ReactNode>>
}

/** The cards of a record, with the section menu and the search. */
export function RecordCards({ client, onEdit, extra }: RecordCardsProps) {
  const { current, jumpTo } = useCurrentSection()
  return (
    <div className={styles.columns}>
      <div className={styles.tools}>
        <FindInRecord client={client} jumpTo={jumpTo} />
        <SectionNav current={current} jumpTo={jumpTo} />
      </div>
      <div className={styles.cards}>
        {sections.map((card) => (
          <SectionCard key={card} card={card} client={client} onEdit={onEdit}>
            {extra[card]}
          </SectionCard>
        ))}
        <div id={recordEnd} />
      </div>
    </div>
  )
}
