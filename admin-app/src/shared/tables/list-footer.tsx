import { formatNumber } from '../formatting'
import styles from './list-footer.module.css'

/** Rows per page of a list. */
export const pageSize = 50

interface ListFooterProps {
  /** From 1. */
  readonly page: number
  readonly shown: number
  readonly total: number
  /** Whether there are more rows than `total`, which have no pages. */
  readonly more?: boolean
  /** The noun for the rows, singular and plural. */
  readonly noun: readonly [one: string, several: string]
  readonly onPage: (page: number) => void
}

/** The number of rows, their range when there are several pages, and the buttons for the previous and next page. */
export function ListFooter({ page, shown, total, more = false, noun, onPage }: ListFooterProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize))
  // From an address beyond the end, '<' goes to the last page.
  const previous = Math.min(page - 1, pages)
  const sign = more ? '+' : ''
  return (
    <footer className={styles.footer}>
      <p role="status">{summary(page, shown, total, `${formatNumber(total)}${sign} ${noun[total === 1 ? 0 : 1]}`)}</p>
      <div className={styles.pager}>
        <button type="button" aria-label="Previous page" disabled={page <= 1} onClick={() => onPage(previous)}>
          &lt;
        </button>
        <span>
          Page {formatNumber(page)} of {formatNumber(pages)}
          {sign}
        </span>
        <button type="button" aria-label="Next page" disabled={page >= pages} onClick={() => onPage(page + 1)}>
          &gt;
        </button>
      </div>
    </footer>
  )
}

function summary(page: number, shown: number, total: number, all: string): string {
  if (shown === total) return all
  if (shown === 0) return `Showing 0 of ${all}`
  const first = (page - 1) * pageSize + 1
  const range = `${formatNumber(first)}–${formatNumber(first + shown - 1)}`
  return `Showing ${range} of ${all}`
}
