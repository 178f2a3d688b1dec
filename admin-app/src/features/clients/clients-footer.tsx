import { pageSize } from './clients-api'
import styles from './clients-footer.module.css'
import type { ListView } from './list-view'

interface ClientsFooterProps {
  readonly view: ListView
  readonly shown: number
  readonly total: number
  readonly onShow: (next: ListView) => void
}

/** How many clients are shown, and the way to the next and previous fifty. */
export function ClientsFooter({ view, shown, total, onShow }: ClientsFooterProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize))
  // From an address beyond the end, '<' leads to the last page there is.
  const previous = Math.min(view.page - 1, pages)
  return (
    <footer className={styles.footer}>
      <p role="status">{summary(view.page, shown, total)}</p>
      <div className={styles.pager}>
        <button
          type="button"
          aria-label="Previous page"
          disabled={view.page <= 1}
          onClick={() => onShow({ ...view, page: previous })}
        >
          &lt;
        </button>
        <span>
          Page {view.page.toLocaleString('en-US')} of {pages.toLocaleString('en-US')}
        </span>
        <button
          type="button"
          aria-label="Next page"
          disabled={view.page >= pages}
          onClick={() => onShow({ ...view, page: view.page + 1 })}
        >
          &gt;
        </button>
      </div>
    </footer>
  )
}

function summary(page: number, shown: number, total: number): string {
  const noun = total === 1 ? 'client' : 'clients'
  const all = total.toLocaleString('en-US')
  if (shown === 0) return total === 0 ? 'Showing 0 clients' : `Showing 0 of ${all} ${noun}`
  const first = (page - 1) * pageSize + 1
  const range = `${first.toLocaleString('en-US')}–${(first + shown - 1).toLocaleString('en-US')}`
  return `Showing ${range} of ${all} ${noun}`
}
