import { useEffect } from 'react'
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
  /** Called with the last page when the address is beyond the end. Not given while the rows are of another view. */
  readonly onBeyond: ((page: number) => void) | undefined
}

/** The number of rows, their range when there are several pages, and the buttons for the previous and next page. */
export function ListFooter({ page, shown, total, more = false, noun, onPage, onBeyond }: ListFooterProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const isBeyond = shown === 0 && page > pages
  useEffect(() => {
    if (isBeyond) onBeyond?.(pages)
  }, [isBeyond, pages, onBeyond])
  const sign = more ? '+' : ''
  return (
    <footer className={styles.footer}>
      <p role="status">{summary(page, shown, total, `${formatNumber(total)}${sign} ${noun[total === 1 ? 0 : 1]}`)}</p>
      <div className={styles.pager}>
        <button type="button" aria-label="Previous page" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          &lt;
        </button>
        <span>
          Page {formatNumber(page)} of {formatNumber(pages)}
          {sign}
        </span>
        <button
          type="button"
          aria-label="Next page"
          data-page="next"
          disabled={page >= pages}
          onClick={() => onPage(page + 1)}
        >
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
