import type { ClientStatus } from '@agency/contract/client-fields'
import { listColumns } from '@agency/contract/client-list-columns'
import { type ClientCounts, ClientListItem, type ClientSortColumn, type FollowUp } from '@agency/contract/clients'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { waitsForClient } from '../../../platform/database/envelope-conditions.ts'
import { escaped } from '../../../platform/database/like-pattern.ts'
import { clientArchived, clientNotArchived, sessionNotArchived } from '../../../platform/database/not-archived.ts'
import { preparedMark } from '../../../platform/database/prepared-statements.ts'
import { type ClientFilter, type Identifier, pairsOf } from './client-filter.ts'

/**
 * Condition: a client's follow-up is overdue, or is due today or within the next seven days.
 * @param date today, `YYYY-MM-DD`
 */
export function followUp(which: FollowUp, date: string) {
  if (which === 'overdue') return sql<boolean>`next_f_u_date < ${date}::date`
  return sql<boolean>`next_f_u_date BETWEEN ${date}::date AND ${date}::date + 7`
}

/** What clients are sorted by that is a column of theirs: all but the sessions that wait. */
export type StoredColumn = Exclude<ClientSortColumn, 'sessions_waiting'>
type Contact = NonNullable<Identifier['contact']>
type Order = { sort: StoredColumn; order: 'asc' | 'desc' }
export type Window = { limit: number; offset: number }

/** A row without its sessions that wait, which are counted for the rows of a page alone. */
export type ListRow = Omit<ClientListItem, 'sessions_waiting'>
/** A page with the version of the list that it was read from; an empty page has none. */
export interface ListPage {
  rows: ListRow[]
  version: string | undefined
}
/** How many clients match in a version of the list. */
export interface ListTotal {
  total: number
  version: string
}

const ownColumns = Object.keys(ClientListItem.properties)
  .filter((name) => name !== 'sessions_waiting')
  .map((name) => `clients.${name}`)
export const itemColumns = sql.raw(ownColumns.join(', '))
/** Up to this offset, reading the skipped rows is cheaper than finding the page's ids first. */
const nearEnough = 200
export const listVersion = sql`(SELECT sum(version)::text FROM client_list_versions)`

const contains = (word: string) => sql`search_text LIKE ${`%${escaped(word)}%`}`
const hasContact = ({ text, prefix }: Contact) => sql`contact_text LIKE ${`${prefix ? '' : '%'}${escaped(text)}%`}`

/** The filter as a scan checks it on each row. */
export const matching = (filter: ClientFilter) => allOf(filter, contains, hasContact)

/** The same filter for finding the matches by an index, for words of any length. */
export const indexed = (filter: ClientFilter) => allOf(filter, containsIndexed, hasContactIndexed)

function containsIndexed(word: string) {
  const pairs = pairsOf(word)
  return pairs.length > 0 ? sql`letter_pairs(search_text) @> ${pairs}::text[] AND ${contains(word)}` : contains(word)
}

/** How much of the contact text is in the index of its starts. */
const indexedStart = 60

/** A start is a range of a B-tree. The trigrams of it are those of many more clients. */
function hasContactIndexed(contact: Contact) {
  if (!contact.prefix) return hasContact(contact)
  const characters = Array.from(contact.text)
  const start = sql`left(contact_text, ${sql.lit(indexedStart)}) LIKE ${`${escaped(characters.slice(0, indexedStart).join(''))}%`}`
  return characters.length > indexedStart ? sql`(${start} AND ${hasContact(contact)})` : start
}

function allOf(
  { words, identifier, archived, status, proposing, followUp: when }: ClientFilter,
  named: (word: string) => RawBuilder<unknown>,
  contacted: (contact: Contact) => RawBuilder<unknown>,
) {
  const byName = words.map(named)
  const identified = identifiedBy(identifier, contacted)
  const conditions =
    byName.length > 0 && identified.length > 0
      ? [sql`((${sql.join(byName, sql` AND `)}) OR ${sql.join(identified, sql` OR `)})`]
      : byName
  if (archived !== 'either') conditions.push(inArchive(archived))
  if (status) conditions.push(sql`status = ${status}`)
  if (proposing) conditions.push(sql`clients.id IN (SELECT client_id FROM proposals WHERE decision IS NULL)`)
  if (when) conditions.push(followUp(when.which, when.date))
  return conditions.length > 0 ? sql`WHERE ${sql.join(conditions, sql` AND `)}` : sql``
}

/** The archived clients, or the others. */
const inArchive = (archived: boolean) => (archived ? clientArchived : clientNotArchived)

/** The conditions of which each finds a client by something else than a name. An index finds the matches of each. */
function identifiedBy(
  { phone, contact, sessionCode, keys, ssnKeys }: Identifier,
  contacted: (contact: Contact) => RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = []
  if (phone !== undefined) conditions.push(hasPhone(phone))
  if (contact) conditions.push(contacted(contact))
  if (keys.length + ssnKeys.length > 0) conditions.push(hasKey([...keys, ...ssnKeys]))
  if (sessionCode)
    conditions.push(
      sql`clients.id = (SELECT client_id FROM sessions WHERE session_code = ${sessionCode} AND ${sessionNotArchived})`,
    )
  return conditions
}

/** The number starts or ends with these digits. Trigrams would be those of nearly all numbers. */
const hasPhone = (digits: string) => sql`(phone_digits(primary_phone) LIKE ${`${digits}%`}
  OR reverse(phone_digits(primary_phone)) LIKE ${`${Array.from(digits).reverse().join('')}%`})`

const hasKey = (keys: string[]) => sql`search_keys && ${keys.map((key) => Buffer.from(key, 'hex'))}::bytea[]`

/** Those of these clients, or of all, that have one of the search keys (in hex). */
export async function findIdsByKeys(db: Database, keys: string[], ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM clients WHERE id = ANY(${ids}::uuid[]) AND ${hasKey(keys)} ORDER BY id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether the values of a column are compared as they are: dates, and the names of statuses. */
const isPlain = (column: StoredColumn) =>
  column === 'status' || listColumns.some(({ name, kind }) => name === column && kind === 'date')

function sortKey(column: StoredColumn) {
  const reference = sql.ref(`clients.${column}`)
  return isPlain(column) ? reference : sql`${reference} COLLATE "und-x-icu"`
}

/** Ties are sorted by first name, and those of the first name by last name. */
const tieColumn = (column: StoredColumn) =>
  column === 'client_first_name' ? ('last_name_start' as const) : ('first_name_start' as const)
const tieKey = (column: StoredColumn) => sql`${sql.ref(`clients.${tieColumn(column)}`)} COLLATE "und-x-icu"`

const inOrder = ({ sort, order }: Order) =>
  sql`${sortKey(sort)} ${sql.raw(order)} NULLS LAST, ${tieKey(sort)} NULLS LAST, clients.id`
const reversed = ({ sort, order }: Order) =>
  sql`${sortKey(sort)} ${sql.raw(order === 'asc' ? 'desc' : 'asc')} NULLS FIRST, ${tieKey(sort)} DESC NULLS FIRST,
    clients.id DESC`

export type PageRow = ListRow & { list_version: string }
/** Rows of a search, each with the number of all matches. */
export type MatchRow = PageRow & { matches: number }

/** @returns the page of these rows; without rows nothing is known of the total */
export const pageOfMatches = (rows: MatchRow[]): ListPage & { total: number | undefined } => ({
  rows: rows.map(({ list_version: _, matches: __, ...row }) => row),
  version: rows[0]?.list_version,
  total: rows[0]?.matches,
})

export const pageOf = (rows: PageRow[]): ListPage => ({
  rows: rows.map(({ list_version: _, ...row }) => row),
  version: rows[0]?.list_version,
})

/** The clients whose ids a query selects. The ids come first, by an index-only scan. */
async function readPage(db: Database, ids: RawBuilder<unknown>, order: Order): Promise<ListPage> {
  const { rows } = await sql<PageRow>`
    SELECT ${itemColumns}, ${listVersion} AS list_version
    FROM (${ids}) AS page JOIN clients ON clients.id = page.id ORDER BY ${inOrder(order)}`.execute(db)
  return pageOf(rows)
}

/** A page, by a scan of the order's index from the first client. */
export async function findPage(db: Database, filter: ClientFilter, order: Order, { limit, offset }: Window) {
  const from = sql`FROM clients ${matching(filter)} ORDER BY ${inOrder(order)} LIMIT ${limit} OFFSET ${offset}`
  if (offset > nearEnough) return readPage(db, sql`SELECT id ${from}`, order)
  const { rows } = await sql<PageRow>`SELECT ${itemColumns}, ${listVersion} AS list_version ${from}`.execute(db)
  return pageOf(rows)
}

/** A page, by a scan from the last client. @param window counted from the end */
export function findPageFromEnd(db: Database, filter: ClientFilter, order: Order, { limit, offset }: Window) {
  return readPage(
    db,
    sql`SELECT id FROM clients ${matching(filter)} ORDER BY ${reversed(order)} LIMIT ${limit} OFFSET ${offset}`,
    order,
  )
}

/** The part of a page that is among the first `reach` clients in order. */
export function findPageWithin(
  db: Database,
  filter: ClientFilter,
  order: Order,
  { limit, offset }: Window,
  reach: number,
) {
  // With this condition too, the scan is of the partial index of the order.
  const scanned = filter.archived === 'either' ? sql`` : sql`WHERE ${inArchive(filter.archived)}`
  return readPage(
    db,
    sql`SELECT id FROM (SELECT * FROM clients ${scanned} ORDER BY ${inOrder(order)} LIMIT ${reach}) AS clients
      ${matching(filter)} LIMIT ${limit} OFFSET ${offset}`,
    order,
  )
}

/**
 * A page of all matches of a search, which an index finds, and their count. MATERIALIZED, since the planner would
 * misjudge their number and scan the index of the order instead, for seconds.
 */
export async function searchPage(
  db: Database,
  filter: ClientFilter,
  order: Order,
  { limit, offset }: Window,
): Promise<ListPage & { total: number | undefined }> {
  const { rows } = await sql<MatchRow>`
    WITH matches AS MATERIALIZED (
      SELECT id, ${sql.ref(order.sort)}, ${sql.ref(tieColumn(order.sort))} FROM clients ${indexed(filter)}
    ), page AS (
      SELECT id FROM matches AS clients ORDER BY ${inOrder(order)} LIMIT ${limit} OFFSET ${offset}
    )
    SELECT ${itemColumns}, ${listVersion} AS list_version, (SELECT count(*)::int FROM matches) AS matches
    FROM page JOIN clients ON clients.id = page.id ORDER BY ${inOrder(order)}`.execute(db)
  return pageOfMatches(rows)
}

/** A query of the ids of all matches, as a part of another one. */
export const selectIds = (filter: ClientFilter): RawBuilder<unknown> =>
  sql`SELECT clients.id FROM clients ${indexed(filter)}`

/** The ids of all matches, in order. */
export async function findAllIds(db: Database, filter: ClientFilter, order: Order): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM clients ${matching(filter)} ORDER BY ${inOrder(order)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** These clients, in the order of `ids`. */
export async function findListItems(db: Database, ids: string[]): Promise<ListRow[]> {
  const { rows } = await sql<ListRow>`
    SELECT ${itemColumns} FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS wanted (id, place)
    JOIN clients ON clients.id = wanted.id ORDER BY wanted.place`.execute(db)
  return rows
}

/** Adds how many sessions wait for each client. The statement is prepared: planning it takes longer than running it. */
export async function addWaiting(db: Database, clients: ListRow[]): Promise<ClientListItem[]> {
  const ids = clients.map(({ id }) => id)
  const { rows } = await sql<{ id: string; waiting: number }>`
    SELECT client_id AS id, count(*)::int AS waiting FROM sessions
    WHERE client_id = ANY(${ids}::uuid[]) AND ${waitsForClient} GROUP BY client_id ${preparedMark}`.execute(db)
  const waiting = new Map(rows.map(({ id, waiting: count }) => [id, count]))
  return clients.map((client) => ({ ...client, sessions_waiting: waiting.get(client.id) ?? 0 }))
}

export async function countMatches(db: Database, filter: ClientFilter): Promise<ListTotal> {
  const { rows } = await sql<ListTotal>`
    SELECT count(*)::int AS total, ${listVersion} AS version FROM clients ${indexed(filter)}`.execute(db)
  const [counted] = rows
  if (!counted) throw new Error('A count gave no row')
  return counted
}

/** How many clients there are, by status and archived, in a version of the list. */
export interface ListCounts {
  counts: ClientCounts
  version: string
}

export async function countByStatus(db: Database): Promise<ListCounts> {
  const { rows } = await sql<{ status: ClientStatus | null; count: number; version: string }>`
    SELECT status, count(*)::int AS count, ${listVersion} AS version FROM clients WHERE ${clientNotArchived} GROUP BY status
    UNION ALL SELECT NULL, count(*)::int, ${listVersion} FROM clients WHERE ${clientArchived}`.execute(db)
  const counts: ClientCounts = { all: 0, active: 0, inactive: 0, unpaid: 0, cancelled: 0, archived: 0 }
  for (const { status, count } of rows) {
    counts[status ?? 'archived'] = count
    if (status !== null) counts.all += count
  }
  return { counts, version: rows[0]?.version ?? '' }
}

/** The current version of the list. It changes whenever a total may have changed. */
export async function readListVersion(db: Database): Promise<string> {
  const { rows } = await sql<{ version: string }>`SELECT ${listVersion} AS version`.execute(db)
  return rows[0]?.version ?? ''
}
