import type { SessionForm } from 'contract/session-forms'
import { formatShortDate } from '../../shared/format-date'
import styles from './session-forms-table.module.css'
import { StatusBadge } from './status-badge'

interface SessionFormsTableProps {
  readonly forms: readonly SessionForm[]
  readonly onOpen: (id: string) => void
}

/** The documents of one folder, in their order. A row opens its document. */
export function SessionFormsTable({ forms, onOpen }: SessionFormsTableProps) {
  const ordered = forms.toSorted((a, b) => a.order_index - b.order_index)
  return (
    <div className="table-wrap">
      <table className="table stacked">
        <thead>
          <tr>
            <th scope="col">Title</th>
            <th scope="col">Status</th>
            <th scope="col">Created</th>
            <th scope="col">Sent</th>
            <th scope="col">Opened</th>
            <th scope="col">Signed</th>
          </tr>
        </thead>
        <tbody>
          {ordered.map((form) => (
            <tr key={form.id} data-clickable>
              <td data-label="Title">
                <button type="button" className={`stacked-row-link ${styles.title}`} onClick={() => onOpen(form.id)}>
                  {form.title || 'Untitled'}
                </button>
              </td>
              <td data-label="Status">
                <span>
                  <StatusBadge status={form.status} />
                </span>
              </td>
              <td data-label="Created">{formatShortDate(form.created_at)}</td>
              <td data-label="Sent">{formatShortDate(form.sent_at)}</td>
              <td data-label="Opened">{formatShortDate(form.read_at)}</td>
              <td data-label="Signed">{formatShortDate(form.signed_at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
