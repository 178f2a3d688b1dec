import { counted } from '../../../shared/formatting'
import { Button } from '../../../shared/shared-ui'
import { type Alignment, alignments } from '../page/align-boxes'
import styles from './field-panel.module.css'

interface SelectionPanelProps {
  readonly count: number
  readonly onAlign: (alignment: Alignment) => void
  readonly onDuplicate: () => void
  readonly onRemove: () => void
}

const labels: Readonly<Record<Alignment, string>> = {
  left: 'Left',
  center: 'Center',
  right: 'Right',
  top: 'Top',
  middle: 'Middle',
  bottom: 'Bottom',
}

/** What can be done with several selected fields at once. */
export function SelectionPanel({ count, onAlign, onDuplicate, onRemove }: SelectionPanelProps) {
  return (
    <section className={styles.panel} aria-label="Chosen fields">
      <header className={styles.header}>
        <h3>{counted(count, 'field')} selected</h3>
      </header>
      <fieldset className={styles.align}>
        <legend>Align</legend>
        {alignments.map((alignment) => (
          <Button key={alignment} variant="secondary" onClick={() => onAlign(alignment)}>
            {labels[alignment]}
          </Button>
        ))}
      </fieldset>
      <div className={styles.ways}>
        <Button variant="secondary" onClick={onDuplicate}>
          Duplicate
        </Button>
        <Button variant="secondary" onClick={onRemove}>
          Remove Fields
        </Button>
      </div>
    </section>
  )
}
