import type { ClientListItem, ClientSortColumn } from '@agency/contract/clients'
import type { MouseEvent } from 'react'
import { Loading } from '../../../shared/loading/loading'
import { ClientRow } from './client-row'
import styles from './clients-table.module.css'
import { type ListView, sortBy } from './list-view'
import type { ShowList } from './use-list-view'
import { useRovingRows } from './use-roving-rows'

export type ListedClient = ClientListItem

const columns: readonly { readonly column: ClientSortColumn; readonly label: string }[] = [
  { column: 'client_first_name', label: 'First' },
  { column: 'client_last_name', label: 'Last' },
  { column: 'next_f_u_date', label: 'Next Follow-Up' },
  { column: 'current_health_plan_name', label: 'Health Plan' },
  { column: 'dob', label: 'Age' },
]

interface ClientsTableProps {
  /** Not given while they are loaded for the first time. */
  readonly clients: readonly ListedClient[] | undefined
  readonly failed: boolean
  /** Whether these are still the rows of the view before. */
  readonly stale: boolean
  readonly view: ListView
  readonly onShow: ShowList
  /** Called with the press that opens a client. */
  readonly onOpen: (clientId: string, event: MouseEvent) => void
  readonly onEdit: (client: ListedClient) => void
}

/** The clients of one page. A row leads to its client; on a phone each row is a card. */
export function ClientsTable({ clients, failed, stale, view, onShow, onOpen, onEdit }: ClientsTableProps) {
  const roving = useRovingRows(clients?.map(({ id }) => id) ?? [])
  return (
    <>
      <SortSelect view={view} onShow={onShow} />
      <div className="table-wrap">
        <table className={`table stacked ${styles.table}`} aria-label="Clients" aria-busy={stale}>
          <thead>
            <tr>
              {columns.map(({ column, label }) => (
                <th key={column} scope="col" aria-sort={direction(view, column)}>
                  <button type="button" onClick={() => onShow(sortBy(view, column))}>
                    {label}
                  </button>
                </th>
              ))}
              <th scope="col">
                <span className="visually-hidden">Edit</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {clients?.map((client) => (
              <ClientRow
                key={client.id}
                client={client}
                isStop={roving.isStop(client.id)}
                onVisit={() => roving.visit(client.id)}
                onKey={roving.move}
                onOpen={onOpen}
                onEdit={onEdit}
              />
            ))}
            {clients === undefined && <LoadingRow />}
          </tbody>
        </table>
        {clients?.length === 0 && !failed && <p className={styles.none}>No clients found.</p>}
      </div>
      <p className={styles.keys}>
        <kbd>↑</kbd> <kbd>↓</kbd> move along the rows, <kbd>→</kbd> reaches the pencil, <kbd>Enter</kbd> opens,{' '}
        <kbd>/</kbd> searches.
      </p>
    </>
  )
}

function direction(view: ListView, column: ClientSortColumn): 'ascending' | 'descending' | undefined {
  if (view.sort !== column) return undefined
  return view.order === 'asc' ? 'ascending' : 'descending'
}

function LoadingRow() {
  return (
    <tr>
      <td colSpan={columns.length + 1}>
        <Loading label="Loading clients" skeleton={styles.loading} />
      </td>
    </tr>
  )
}

type SortSelectProps = Pick<ClientsTableProps, 'view' | 'onShow'>

/** On a phone the headings are gone: this sorts instead. */
function SortSelect({ view, onShow }: SortSelectProps) {
  return (
    <div className={styles.sort}>
      <select
        aria-label="Sort by"
        value={view.sort}
        onChange={({ target }) => {
          const chosen = columns.find(({ column }) => column === target.value)
          if (chosen !== undefined) onShow({ sort: chosen.column, order: 'asc', page: 1 })
        }}
      >
        {columns.map(({ column, label }) => (
          <option key={column} value={column}>
            Sort by {label}
          </option>
        ))}
      </select>
      <button type="button" onClick={() => onShow(sortBy(view, view.sort))}>
        {view.order === 'asc' ? 'Ascending ↑' : 'Descending ↓'}
      </button>
    </div>
  )
}
