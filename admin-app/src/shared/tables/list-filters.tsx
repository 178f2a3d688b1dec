import { type ReactNode, useState } from 'react'
import styles from './list-filters.module.css'

/**
 * The rows of tools above a list. On a phone, what has `data-foldable` is behind a button, so that the list begins on the
 * first screen; a filter that is pressed stays in view. Wider screens show all of it.
 */
export function ListFilters({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.tools} data-state={isOpen ? 'open' : 'closed'}>
      <button type="button" className={`chip ${styles.opener}`} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Filters
      </button>
      {children}
    </div>
  )
}
