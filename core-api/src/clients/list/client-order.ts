import { listColumns } from '@agency/contract/client-list-columns'
import type { ClientSortColumn } from '@agency/contract/clients'
import { sql } from 'kysely'

export type Order = { sort: ClientSortColumn; order: 'asc' | 'desc' }

/** Whether the values of a column are compared as they are: dates, and the names of statuses. */
const isPlain = (column: ClientSortColumn) =>
  column === 'status' || listColumns.some(({ name, kind }) => name === column && kind === 'date')

function sortKey(column: ClientSortColumn) {
  const reference = sql.ref(`clients.${column}`)
  return isPlain(column) ? reference : sql`${reference} COLLATE "und-x-icu"`
}

/** Ties are sorted by first name, and those of the first name by last name. */
export const tieColumn = (column: ClientSortColumn) =>
  column === 'client_first_name' ? ('last_name_start' as const) : ('first_name_start' as const)

export const inOrder = ({ sort, order }: Order) =>
  sql`${sortKey(sort)} ${sql.raw(order)} NULLS LAST,
    ${sql.ref(`clients.${tieColumn(sort)}`)} COLLATE "und-x-icu" NULLS LAST, clients.id`
