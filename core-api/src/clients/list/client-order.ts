import { listColumns } from '@agency/contract/client-list-columns'
import type { ClientSortColumn } from '@agency/contract/clients'
import { sql } from 'kysely'

/** A sort order that is a column of `clients`: all except the number of waiting sessions. */
export type StoredColumn = Exclude<ClientSortColumn, 'sessions_waiting'>
export type Order = { sort: StoredColumn; order: 'asc' | 'desc' }

/** Whether the values of a column are compared as they are: dates, and the names of statuses. */
const isPlain = (column: StoredColumn) =>
  column === 'status' || listColumns.some(({ name, kind }) => name === column && kind === 'date')

function sortKey(column: StoredColumn) {
  const reference = sql.ref(`clients.${column}`)
  return isPlain(column) ? reference : sql`${reference} COLLATE "und-x-icu"`
}

/** Ties are sorted by first name, and those of the first name by last name. */
export const tieColumn = (column: StoredColumn) =>
  column === 'client_first_name' ? ('last_name_start' as const) : ('first_name_start' as const)
const tieKey = (column: StoredColumn) => sql`${sql.ref(`clients.${tieColumn(column)}`)} COLLATE "und-x-icu"`

export const inOrder = ({ sort, order }: Order) =>
  sql`${sortKey(sort)} ${sql.raw(order)} NULLS LAST, ${tieKey(sort)} NULLS LAST, clients.id`
export const reversed = ({ sort, order }: Order) =>
  sql`${sortKey(sort)} ${sql.raw(order === 'asc' ? 'desc' : 'asc')} NULLS FIRST, ${tieKey(sort)} DESC NULLS FIRST,
    clients.id DESC`
