import type { ClientDocument } from '@agency/contract/documents'
import { dash, formatShortDate, formatSize } from '../../shared/formatting'
import { Columns, TableHead } from '../../shared/tables/table-head'
import styles from './documents-table.module.css'

interface DocumentsTableProps {
  readonly folder: string
  readonly documents: readonly ClientDocument[]
  readonly onOpen: (id: string) => void
}

/** The files of one folder. A row opens its document. */
export function DocumentsTable({ folder, documents, onOpen }: DocumentsTableProps) {
  return (
    <div className="table-wrap">
      <table className={`table stacked ${styles.table}`} aria-label={`Documents in ${folder}`}>
        <Columns count={5} />
        <TableHead columns={['File name', 'Date', 'Size', 'Status', 'Signed']} />
        <tbody>
          {documents.map((document) => (
            <tr key={document.id} data-clickable>
              <td data-label="File name">
                <button type="button" className={`stacked-row-link ${styles.name}`} onClick={() => onOpen(document.id)}>
                  {document.file_name}
                </button>
              </td>
              <td data-label="Date">{formatShortDate(document.uploaded_at)}</td>
              <td data-label="Size">{formatSize(document.file_size)}</td>
              <td data-label="Status">
                <span>
                  {document.status || (document.sealed?.voided ? '' : dash)}
                  {document.sealed?.voided && <Voided />}
                </span>
              </td>
              <td data-label="Signed">{document.signed ? 'Yes' : 'No'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A sealed document that is no longer in force. */
function Voided() {
  return (
    <span className="badge" data-tone="danger">
      voided
    </span>
  )
}
