import { type ClientListItem, clientSortColumns } from '@agency/contract/clients'
import type { MouseEvent } from 'react'
import { Link } from 'react-router-dom'
import { useToday } from '../../../shared/dates/today'
import { requestState } from '../../../shared/dialogs/requested-dialog'
import { Loading } from '../../../shared/loading/loading'
import { paths } from '../../../shared/paths'
import { useRovingRows } from '../../../shared/tables/roving-rows'
import { TableHead } from '../../../shared/tables/table-head'
import { usePermission } from '../../../shared/use-permission'
import { ClientRow, type RowSelection } from './client-row'
import styles from './clients-table.module.css'
import { useChosenColumns } from './column-choice'
import { type ClientColumn, clientColumns } from './list-columns'
import { directionOf, type ListView, type ShowList, sortAscending, sortBy } from './list-view'

interface ClientsTableProps {
  /** Undefined during the first load. */
  readonly clients: readonly ClientListItem[] | undefined
  readonly failed: boolean
  readonly stale: boolean
  readonly view: ListView
  readonly onShow: ShowList
  /** Called with the press that opens a client. */
  readonly onOpen: (clientId: string, event: MouseEvent) => void
  /** Undefined if the person may not change clients. */
  readonly onEdit: ((client: ClientListItem) => void) | undefined
  /** While rows are being selected. */
  readonly selection: RowSelection | undefined
}

/** One page of clients. Its columns keep their width on every page. On a phone each row is a card. */
export function ClientsTable({ clients, failed, stale, view, onShow, onOpen, onEdit, selection }: ClientsTableProps) {
  const roving = useRovingRows(clients?.map(({ id }) => id) ?? [])
  const columns = useChosenColumns()
  const day = useToday()
  const mayImport = usePermission('clients.import')
  const headings = columns.map(({ heading: label, sort }) =>
    sort === undefined
      ? { label }
      : {
          label,
          sorting: {
            direction: view.sort === sort ? directionOf(view) : undefined,
            onSort: () => onShow(sortBy(view, sort)),
          },
        },
  )
  return (
    <>
      <SortSelect view={view} onShow={onShow} />
      <div className="table-wrap">
        <table className={`table stacked ${styles.table}`} aria-label="Clients" aria-busy={stale}>
          <ColumnWidths columns={columns} />
          <TableHead columns={[...headings, { label: selection === undefined ? 'Edit' : 'Select', isHidden: true }]} />
          <tbody>
            {clients?.map((client) => (
              <ClientRow
                key={client.id}
                client={client}
                columns={columns}
                day={day}
                // Rows of the former search were found in another way.
                query={stale ? '' : view.q}
                isStop={roving.isStop(client.id)}
                onVisit={roving.visit}
                onOpen={onOpen}
                onEdit={view.archived ? undefined : onEdit}
                selection={selection}
              />
            ))}
            {clients === undefined && <LoadingRow columns={columns.length + 1} />}
          </tbody>
        </table>
        {clients?.length === 0 && !failed && (
          <div className={styles.none}>
            <p>No clients found.</p>
            <p>Change the search or the filters, or add one with + client.</p>
            {onEdit !== undefined && view.q === '' && view.status === null && !view.archived && (
              <p>
                <Link to={paths.clients} state={requestState({ name: 'add-client' })}>
                  Add a client
                </Link>
                {mayImport && (
                  <>
                    {' or '}
                    <Link to={paths.imports}>import a spreadsheet</Link>
                  </>
                )}
              </p>
            )}
          </div>
        )}
      </div>
      <p className={styles.keys}>
        <kbd>↑</kbd> <kbd>↓</kbd> move along the rows, <kbd>→</kbd> reaches the{' '}
        {selection === undefined ? 'pencil' : 'check box, which Space ticks'}, <kbd>Enter</kbd> opens, <kbd>/</kbd>{' '}
        searches.
      </p>
    </>
  )
}

/** The share of the column with the pencil. */
const editWidth = 5

/** Without widths of their own, the columns would move with the contents of each page. */
function ColumnWidths({ columns }: { readonly columns: readonly ClientColumn[] }) {
  const whole = columns.reduce((sum, { width }) => sum + width, editWidth)
  return (
    <colgroup>
      {columns.map(({ id, width }) => (
        <col key={id} style={{ width: `${(100 * width) / whole}%` }} />
      ))}
      <col style={{ width: `${(100 * editWidth) / whole}%` }} />
    </colgroup>
  )
}

function LoadingRow({ columns }: { readonly columns: number }) {
  return (
    <tr>
      <td colSpan={columns}>
        <Loading label="Loading clients" skeleton={styles.loading} />
      </td>
    </tr>
  )
}

const sortable = clientColumns.filter(({ sort }) => sort !== undefined)

type SortSelectProps = Pick<ClientsTableProps, 'view' | 'onShow'>

/** Sorts the list on a phone, where the headings are hidden. */
function SortSelect({ view, onShow }: SortSelectProps) {
  return (
    <div className={styles.sort}>
      <select
        aria-label="Sort by"
        value={view.sort}
        onChange={({ target }) => {
          const chosen = clientSortColumns.find((column) => column === target.value)
          if (chosen !== undefined) onShow(sortAscending(chosen))
        }}
      >
        {sortable.map(({ id, heading }) => (
          <option key={id} value={id}>
            Sort by {heading}
          </option>
        ))}
      </select>
      <button type="button" onClick={() => onShow(sortBy(view, view.sort))}>
        {directionOf(view) === 'ascending' ? 'Ascending ↑' : 'Descending ↓'}
      </button>
    </div>
  )
}
