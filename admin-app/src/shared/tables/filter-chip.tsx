import X from 'lucide-react/icons/x'
import styles from './filter-chip.module.css'

interface FilterChipProps {
  /** What the list is narrowed to. */
  readonly label: string
  readonly onRemove: () => void
}

/** A filter of a list that came with the address: named, and taken away by a press. */
export function FilterChip({ label, onRemove }: FilterChipProps) {
  return (
    <button type="button" className={styles.chip} aria-label={`${label}, remove filter`} onClick={onRemove}>
      {label}
      <X size={16} aria-hidden="true" />
    </button>
  )
}
