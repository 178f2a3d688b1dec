import type { PolicyListItem, PolicyListQuery, PolicySort, PolicyView } from '@agency/contract/policies'
import { type RawBuilder, sql } from 'kysely'
import { type ClientScope, idOfClientInScope } from '../../platform/database/client-scope.ts'
import type { Database } from '../../platform/database/database.ts'
import { clientNotArchived, idOfClientNotArchived } from '../../platform/database/not-archived.ts'
import { type PageIds, readPageIds } from '../../platform/database/page-ids.ts'
import { inNames } from '../list/client-conditions.ts'
import { hasTrigram, shortTermsOf } from '../list/client-filter.ts'
import { inOrder } from '../list/client-order.ts'
import { policiesWhere } from '../list/where-conditions.ts'
import type { WhereFilter } from '../list/where-filter.ts'

export interface PolicyOrder {
  sort: PolicySort
  order: 'asc' | 'desc'
}

/** A word of a search: in the names of the client, in the product, in the names of these carriers, or the end of a number. */
export interface SearchedWord {
  word: string
  pattern: string
  carriers: string[]
  /** Search keys of the last four characters of a number. */
  ends: Buffer[]
}

type Filters = Pick<
  PolicyListQuery,
  'status' | 'line' | 'carrier_id' | 'effective_from' | 'effective_to' | 'renewal_from' | 'renewal_to' | 'view'
>
export interface PolicyFilter extends Filters {
  words: SearchedWord[]
  /** Queries of clients. Those whom each of them finds are found by all these words. */
  clientsWith: (words: readonly SearchedWord[]) => RawBuilder<unknown>[]
  where: WhereFilter | undefined
  /** Search keys of a whole identifier, and of its last four characters. */
  wholeKeys: Buffer[]
  lastFourKeys: Buffer[]
  date: string
  scope: ClientScope
}

/** @param most how many matches are counted at most */
interface Window {
  limit: number
  offset: number
  most: number
}

const longPending = 14
const binderDays = 90

function inView(view: PolicyView, date: string): RawBuilder<boolean> {
  const today = sql`${date}::date`
  if (view === 'pending_long')
    return sql<boolean>`policies.status = 'pending' AND policies.status_date < ${today} - ${sql.lit(longPending)}::int`
  if (view === 'binder_unpaid')
    // As the partial index says it.
    return sql<boolean>`policies.status IN ('submitted', 'pending', 'active') AND policies.binder_paid_date IS NULL
      AND (policies.effective_date IS NULL
        OR policies.effective_date BETWEEN ${today} - ${sql.lit(binderDays)}::int AND ${today} + ${sql.lit(binderDays)}::int)
      AND coalesce(policies.net_premium, policies.premium - coalesce(policies.subsidy, 0), 1) > 0`
  const days = sql.lit(Number(view.slice('due_'.length)))
  return sql<boolean>`policies.status = 'active' AND (policies.renewal_date BETWEEN ${today} AND ${today} + ${days}::int
    OR policies.term_date BETWEEN ${today} AND ${today} + ${days}::int) AND NOT ${isRenewed(today)}`
}

/** The client has the policy of its next term: of the same line, and for lines of which one may have several, of the same carrier. */
const isRenewed = (
  today: RawBuilder<unknown>,
) => sql<boolean>`EXISTS (SELECT FROM policies AS next WHERE next.client_id = policies.client_id
  AND next.deleted_at IS NULL AND next.line = policies.line AND next.status IN ('submitted', 'pending', 'active')
  AND (next.carrier_id = policies.carrier_id OR policies.line NOT IN ('life', 'other'))
  AND next.effective_date > policies.effective_date
  AND next.effective_date >= least(policies.renewal_date, policies.term_date) - 31
  AND next.effective_date >= ${today} - 31)`

/** All conditions but those of a search. Values with few kinds are in the text of the statement, for its plan. */
function conditionsOf(
  { status, line, carrier_id, view, where, date, scope, ...ranges }: PolicyFilter,
  listed: RawBuilder<boolean> = idOfClientNotArchived(sql`policies.client_id`),
): RawBuilder<unknown>[] {
  const { effective_from, effective_to, renewal_from, renewal_to } = ranges
  const conditions: RawBuilder<unknown>[] = [sql`policies.deleted_at IS NULL`, listed]
  if (scope !== 'all') conditions.push(idOfClientInScope(sql`policies.client_id`, scope))
  if (status) conditions.push(sql`policies.status = ${sql.lit(status)}`)
  if (line) conditions.push(sql`policies.line = ${sql.lit(line)}`)
  if (carrier_id) conditions.push(sql`policies.carrier_id = ${sql.lit(carrier_id)}::uuid`)
  if (effective_from) conditions.push(sql`policies.effective_date >= ${effective_from}::date`)
  if (effective_to) conditions.push(sql`policies.effective_date <= ${effective_to}::date`)
  if (renewal_from) conditions.push(sql`policies.renewal_date >= ${renewal_from}::date`)
  if (renewal_to) conditions.push(sql`policies.renewal_date <= ${renewal_to}::date`)
  if (view) conditions.push(inView(view, date))
  if (where) conditions.push(policiesWhere(where))
  return conditions
}

const allOf = (conditions: RawBuilder<unknown>[]) => sql`WHERE ${sql.join(conditions, sql` AND `)}`

const inProduct = ({ word, pattern }: SearchedWord): RawBuilder<boolean> => {
  const like = sql<boolean>`policies.search_text LIKE (SELECT ${pattern}::text)`
  if (hasTrigram(word)) return like
  // Words without a trigram are not looked up in its index, which would be read as a whole.
  return sql<boolean>`(short_terms(policies.search_text, policies.line) @> (SELECT ${shortTermsOf(word)}::text[]) AND ${like})`
}

const ofCarrierOrNumber = ({ carriers, ends }: SearchedWord) => {
  // The planner looks an empty list up in any index.
  const ofCarrier =
    carriers.length === 0 ? sql<boolean>`false` : sql<boolean>`policies.carrier_id = ANY(${carriers}::uuid[])`
  return ends.length === 0 ? ofCarrier : sql<boolean>`${ofCarrier} OR policies.search_keys && ${ends}::bytea[]`
}

const isOwn = (word: SearchedWord) =>
  sql<boolean>`(${ofCarrierOrNumber(word)} OR policies.search_text LIKE ${word.pattern})`

const matches = (word: SearchedWord): RawBuilder<boolean> => sql<boolean>`(${isOwn(word)}
  OR (SELECT ${inNames(sql`named.search_text`, word.pattern)} FROM clients AS named WHERE named.id = policies.client_id))`

const allMatch = (words: readonly SearchedWord[]) => sql<boolean>`(${sql.join(words.map(matches), sql` AND `)})`

/** How many words are looked up by indexes. Further ones are checked on what these find. */
const mostLookedUp = 3

/** Each word is in the policy or its client; the parts are disjoint, so that a limit ends the search. */
function searched(filter: PolicyFilter): RawBuilder<unknown> {
  const { words, wholeKeys, lastFourKeys } = filter
  const keys = [...wholeKeys, ...lastFourKeys]
  const select = (...found: RawBuilder<unknown>[]) =>
    sql`SELECT policies.id FROM policies ${allOf([...found, ...conditionsOf(filter)])}`
  if (words.length === 0 && keys.length === 0) return filter.where ? select() : sql`SELECT NULL::uuid AS id WHERE false`
  const lookedUp = words.slice(0, mostLookedUp)
  const rest = words.slice(mostLookedUp).map(matches)
  const byWords = words.length === 0 ? [] : partsOf(lookedUp).map((part) => select(...foundIn(filter, part), ...rest))
  const isOther = words.length === 0 ? [] : [sql`NOT ${allMatch(words)}`]
  const byKeys = keys.length === 0 ? [] : [select(sql`policies.search_keys && ${keys}::bytea[]`, ...isOther)]
  return sql.join([...byWords, ...byKeys], sql` UNION ALL `)
}

interface Part {
  own: SearchedWord[]
  ofClient: SearchedWord[]
}

/** All ways to part words into those of the policy and those of its client. */
const partsOf = (words: readonly SearchedWord[]): Part[] =>
  words.reduce<Part[]>(
    (parts, word) =>
      parts.flatMap(({ own, ofClient }) => [
        { own: [...own, word], ofClient },
        { own, ofClient: [...ofClient, word] },
      ]),
    [{ own: [], ofClient: [] }],
  )

function foundIn(filter: PolicyFilter, { own, ofClient }: Part): RawBuilder<unknown>[] {
  const [first, ...others] = own
  const notOwn = ofClient.map((word) => sql`NOT ${isOwn(word)}`)
  if (ofClient.length > 0) {
    const found = filter.clientsWith(ofClient).map((query) => sql`(${query})`)
    return [sql`policies.client_id IN (${sql.join(found, sql` INTERSECT `)})`, ...notOwn, ...own.map(isOwn)]
  }
  // One condition for each index: carrier, number or product.
  return first === undefined ? [] : [sql`(${ofCarrierOrNumber(first)} OR ${inProduct(first)})`, ...others.map(isOwn)]
}

const joined = ({ sort }: PolicyOrder) =>
  sort === 'client' ? sql`policies JOIN clients ON clients.id = policies.client_id` : sql`policies`

const ordered = ({ sort, order }: PolicyOrder) =>
  sort === 'client'
    ? sql`ORDER BY ${inOrder({ sort: 'client_last_name', order })}, policies.id`
    : sql`ORDER BY ${sql.ref(`policies.${sort}`)} ${sql.raw(order)} NULLS LAST, policies.id`

/** In the order of the clients, the condition of their partial index. */
const orderedConditions = (filter: PolicyFilter, { sort }: PolicyOrder) =>
  conditionsOf(filter, sort === 'client' ? clientNotArchived : undefined)

const windowOf = ({ limit, offset }: Omit<Window, 'most'>) => sql`LIMIT ${sql.lit(limit)} OFFSET ${sql.lit(offset)}`

/** How many policies match a filter without a search, counted up to `most`. */
export async function countPolicies(db: Database, filter: PolicyFilter, most: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT count(*)::int AS total
    FROM (SELECT FROM policies ${allOf(conditionsOf(filter))} LIMIT ${sql.lit(most)}) AS matches`.execute(db)
  return rows[0]?.total ?? 0
}

/** The ids of a page without a search, by the index of its order. */
export async function findPageIds(
  db: Database,
  filter: PolicyFilter,
  order: PolicyOrder,
  window: Omit<Window, 'most'>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT policies.id FROM ${joined(order)}
    ${allOf(orderedConditions(filter, order))} ${ordered(order)} ${windowOf(window)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** How many policies a search with many matches reads in order, before it finds and sorts all matches. */
const scannedInOrder = 10_000

/** A page of a search: from all its matches, or, where there are many, from the policies in order. */
export async function findSearchedIds(
  db: Database,
  filter: PolicyFilter,
  order: PolicyOrder,
  window: Window,
): Promise<PageIds> {
  const found = await readPageIds(db, pageOfMatches(filter, order, window, window.most))
  if (found.total < window.most) return found
  const keys = [...filter.wholeKeys, ...filter.lastFourKeys]
  const isSearch = filter.words.length > 0 || keys.length > 0
  const isFound = isSearch
    ? sql`(${filter.words.length === 0 ? sql`false` : allMatch(filter.words)} OR policies.search_keys && ${keys}::bytea[])`
    : sql`true`
  const { ids } = await readPageIds(
    db,
    sql<PageIds>`SELECT 0 AS total, ARRAY(SELECT id FROM (
        SELECT policies.* FROM ${joined(order)} ${allOf(orderedConditions(filter, order))} ${ordered(order)}
        LIMIT ${sql.lit(scannedInOrder)}) AS policies WHERE ${isFound} ${windowOf(window)}) AS ids`,
  )
  if (ids.length === window.limit) return { ids, total: found.total }
  return { ids: (await readPageIds(db, pageOfMatches(filter, order, window))).ids, total: found.total }
}

function pageOfMatches(filter: PolicyFilter, order: PolicyOrder, window: Window, most?: number) {
  const limit = most === undefined ? sql`` : sql`LIMIT ${sql.lit(most)}`
  // MATERIALIZED, since the planner would misjudge their number and scan the index of the order instead.
  return sql<PageIds>`WITH found AS MATERIALIZED (SELECT id FROM (${searched(filter)}) AS matches ${limit})
    SELECT (SELECT count(*)::int FROM found) AS total,
      ARRAY(SELECT policies.id FROM ${joined(order)} WHERE policies.id IN (SELECT id FROM found)
        ${ordered(order)} ${windowOf(window)}) AS ids`
}

export async function findAllIds(
  db: Database,
  filter: PolicyFilter,
  order: PolicyOrder,
): Promise<{ id: string; client_id: string }[]> {
  const isSearch = filter.words.length + filter.wholeKeys.length + filter.lastFourKeys.length > 0
  const found = isSearch ? sql`WITH found AS MATERIALIZED (SELECT id FROM (${searched(filter)}) AS matches)` : sql``
  const where = isSearch ? sql`WHERE policies.id IN (SELECT id FROM found)` : allOf(orderedConditions(filter, order))
  const { rows } = await sql<{ id: string; client_id: string }>`${found}
    SELECT policies.id, policies.client_id FROM ${joined(order)} ${where} ${ordered(order)}`.execute(db)
  return rows
}

/** The clients of those of these policies that have one of the search keys. */
export async function findClientsByKeys(db: Database, keys: Buffer[], ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ client_id: string }>`SELECT DISTINCT client_id FROM policies
    WHERE search_keys && ${keys}::bytea[] AND id = ANY(${ids}::uuid[])`.execute(db)
  return rows.map(({ client_id }) => client_id)
}

export interface ListItemRow extends Omit<PolicyListItem, 'number'> {
  encrypted_number: Buffer | null
  search_keys: Buffer[]
}

/** These policies, in the order of `ids`. Those that were deleted meanwhile are left out. */
export async function findPolicyItems(db: Database, ids: string[]): Promise<ListItemRow[]> {
  const { rows } = await sql<ListItemRow>`SELECT policies.id, client_id, client_first_name, client_last_name,
      carriers.name AS carrier_name, line, product, encrypted_number, policies.status, status_date, effective_date,
      term_date, renewal_date, premium, subsidy, net_premium, binder_paid_date, policies.search_keys
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS page (id, place) JOIN policies ON policies.id = page.id
    JOIN clients ON clients.id = policies.client_id JOIN carriers ON carriers.id = policies.carrier_id
    ORDER BY page.place`.execute(db)
  return rows
}
