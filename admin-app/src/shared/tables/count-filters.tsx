import { formatNumber } from '../formatting'
import styles from './count-filters.module.css'

interface CountFiltersProps<Filter> {
  /** What is filtered by, for screen readers. */
  readonly label: string
  readonly filters: readonly {
    readonly filter: Filter
    readonly label: string
    /** Undefined during the load. */
    readonly count: number | undefined
  }[]
  readonly chosen: Filter
  readonly onChoose: (filter: Filter) => void
}

/** Buttons that filter a list, each with the number of its rows. */
export function CountFilters<Filter>({ label, filters, chosen, onChoose }: CountFiltersProps<Filter>) {
  return (
    <fieldset className={styles.filters}>
      <legend className="visually-hidden">{label}</legend>
      {filters.map((one) => (
        <button
          key={one.label}
          type="button"
          className="chip"
          data-foldable
          aria-pressed={chosen === one.filter}
          onClick={() => onChoose(one.filter)}
        >
          {one.label} <span className={styles.count}>{one.count !== undefined && formatNumber(one.count)}</span>
        </button>
      ))}
    </fieldset>
  )
}
