import { listColumns } from '@agency/contract/client-list-columns'
import type { ClientListItem } from '@agency/contract/clients'
import type { MouseEvent } from 'react'
import { Loading } from '../../../shared/loading/loading'
import { TableHead } from '../../../shared/tables/table-head'
import { ClientRow } from './client-row'
import styles from './clients-table.module.css'
import { type ListView, type ShowList, sortBy } from './list-view'
import { useRovingRows } from './use-roving-rows'

interface ClientsTableProps {
  /** Undefined during the first load. */
  readonly clients: readonly ClientListItem[] | undefined
  readonly failed: boolean
  /** Whether the rows are still those of the previous view. */
  readonly stale: boolean
  readonly view: ListView
  readonly onShow: ShowList
  /** Called with the press that opens a client. */
  readonly onOpen: (clientId: string, event: MouseEvent) => void
  readonly onEdit: (client: ClientListItem) => void
}

/** One page of clients. Its columns come from `client-fields.ts`. On a phone each row is a card. */
export function ClientsTable({ clients, failed, stale, view, onShow, onOpen, onEdit }: ClientsTableProps) {
  const roving = useRovingRows(clients?.map(({ id }) => id) ?? [])
  const headings = listColumns.map(({ name, list }) => ({
    label: list.heading,
    sorting: {
      direction: view.sort === name ? directions[view.order] : undefined,
      onSort: () => onShow(sortBy(view, name)),
    },
  }))
  return (
    <>
      <SortSelect view={view} onShow={onShow} />
      <div className="table-wrap">
        <table className={`table stacked ${styles.table}`} aria-label="Clients" aria-busy={stale}>
          <TableHead columns={[...headings, { label: 'Edit', isHidden: true }]} />
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

const directions = { asc: 'ascending', desc: 'descending' } as const

function LoadingRow() {
  return (
    <tr>
      <td colSpan={listColumns.length + 1}>
        <Loading label="Loading clients" skeleton={styles.loading} />
      </td>
    </tr>
  )
}

type SortSelectProps = Pick<ClientsTableProps, 'view' | 'onShow'>

/** Sorts the list on a phone, where the headings are hidden. */
function SortSelect({ view, onShow }: SortSelectProps) {
  return (
    <div className={styles.sort}>
      <select
        aria-label="Sort by"
        value={view.sort}
        onChange={({ target }) => {
          const chosen = listColumns.find(({ name }) => name === target.value)
          if (chosen !== undefined) onShow({ sort: chosen.name, order: 'asc', page: 1 })
        }}
      >
        {listColumns.map(({ name, list }) => (
          <option key={name} value={name}>
            Sort by {list.heading}
          </option>
        ))}
      </select>
      <button type="button" onClick={() => onShow(sortBy(view, view.sort))}>
        {view.order === 'asc' ? 'Ascending ↑' : 'Descending ↓'}
      </button>
    </div>
  )
}
