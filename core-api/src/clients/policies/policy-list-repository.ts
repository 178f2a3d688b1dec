import type { PolicyListItem, PolicyListQuery, PolicySort, PolicyView } from '@agency/contract/policies'
import { type RawBuilder, sql } from 'kysely'
import { type ClientScope, idOfClientInScope } from '../../platform/database/client-scope.ts'
import type { Database } from '../../platform/database/database.ts'
import { idOfClientNotArchived } from '../../platform/database/not-archived.ts'
import { inOrder } from '../list/client-order.ts'

export interface PolicyOrder {
  sort: PolicySort
  order: 'asc' | 'desc'
}

/** A word of a search: in the names of the client, in the product, or in the names of these carriers. */
export interface SearchedWord {
  /** For LIKE. */
  pattern: string
  carriers: string[]
}

type Filters = Pick<
  PolicyListQuery,
  'status' | 'line' | 'carrier_id' | 'effective_from' | 'effective_to' | 'renewal_from' | 'renewal_to' | 'view'
>
export interface PolicyFilter extends Filters {
  words: SearchedWord[]
  /** Search keys of a whole identifier, and of its last four characters. */
  wholeKeys: Buffer[]
  lastFourKeys: Buffer[]
  /** Today, `YYYY-MM-DD`. */
  date: string
  scope: ClientScope
}

/** @param most how many matches are counted at most */
interface Window {
  limit: number
  offset: number
  most: number
}

interface PageIds {
  ids: string[]
  total: number
}

const longPending = 14
const binderDays = 90

function inView(view: PolicyView, date: string): RawBuilder<boolean> {
  const today = sql`${date}::date`
  if (view === 'pending_long')
    return sql<boolean>`policies.status = 'pending' AND policies.status_date < ${today} - ${sql.lit(longPending)}::int`
  if (view === 'binder_unpaid')
    // In the text of the statement: the planner knows how few are not active.
    return sql<boolean>`policies.status IN ('submitted', 'pending', 'active') AND policies.binder_paid_date IS NULL
      AND coalesce(policies.effective_date, ${today}) BETWEEN ${today} - ${sql.lit(binderDays)}::int AND ${today} + ${sql.lit(binderDays)}::int
      AND coalesce(policies.net_premium, policies.premium - coalesce(policies.subsidy, 0), 1) > 0`
  const days = sql.lit(Number(view.slice('due_'.length)))
  return sql<boolean>`policies.status = 'active' AND (policies.renewal_date BETWEEN ${today} AND ${today} + ${days}::int
    OR policies.term_date BETWEEN ${today} AND ${today} + ${days}::int)`
}

/** All conditions but those of a search. Values with few kinds are in the text of the statement, for its plan. */
function conditionsOf({ status, line, carrier_id, view, date, scope, ...ranges }: PolicyFilter): RawBuilder<unknown>[] {
  const { effective_from, effective_to, renewal_from, renewal_to } = ranges
  const conditions: RawBuilder<unknown>[] = [
    sql`policies.deleted_at IS NULL`,
    idOfClientNotArchived(sql`policies.client_id`),
  ]
  if (scope !== 'all') conditions.push(idOfClientInScope(sql`policies.client_id`, scope))
  if (status) conditions.push(sql`policies.status = ${sql.lit(status)}`)
  if (line) conditions.push(sql`policies.line = ${sql.lit(line)}`)
  if (carrier_id) conditions.push(sql`policies.carrier_id = ${sql.lit(carrier_id)}::uuid`)
  if (effective_from) conditions.push(sql`policies.effective_date >= ${effective_from}::date`)
  if (effective_to) conditions.push(sql`policies.effective_date <= ${effective_to}::date`)
  if (renewal_from) conditions.push(sql`policies.renewal_date >= ${renewal_from}::date`)
  if (renewal_to) conditions.push(sql`policies.renewal_date <= ${renewal_to}::date`)
  if (view) conditions.push(inView(view, date))
  return conditions
}

const allOf = (conditions: RawBuilder<unknown>[]) => sql`WHERE ${sql.join(conditions, sql` AND `)}`

/** The ids of the policies that a search finds: all its words, or one of its keys. Each part has its own index. */
function searched({ words, wholeKeys, lastFourKeys }: PolicyFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = []
  const byWord = words.map(
    ({ pattern, carriers }) => sql`id IN (
      SELECT p.id FROM policies AS p JOIN clients ON clients.id = p.client_id
        WHERE clients.search_text LIKE (SELECT ${pattern}::text)
      UNION ALL SELECT p.id FROM policies AS p WHERE p.search_text LIKE (SELECT ${pattern}::text)
      UNION ALL SELECT p.id FROM policies AS p WHERE p.carrier_id = ANY(${carriers}::uuid[]))`,
  )
  if (byWord.length > 0) parts.push(sql`SELECT id FROM policies ${allOf(byWord)}`)
  const keys = [...wholeKeys, ...lastFourKeys]
  if (keys.length > 0) parts.push(sql`SELECT id FROM policies WHERE search_keys && ${keys}::bytea[]`)
  return parts.length === 0 ? sql`SELECT NULL::uuid` : sql.join(parts, sql` UNION ALL `)
}

/** The same as a condition that a scan checks on each row. */
function matches({ words, wholeKeys, lastFourKeys }: PolicyFilter): RawBuilder<unknown> {
  const byWord = words.map(
    ({
      pattern,
      carriers,
    }) => sql`(policies.search_text LIKE ${pattern} OR policies.carrier_id = ANY(${carriers}::uuid[])
      OR EXISTS (SELECT FROM clients AS named WHERE named.id = policies.client_id AND named.search_text LIKE ${pattern}))`,
  )
  const keys = sql`policies.search_keys && ${[...wholeKeys, ...lastFourKeys]}::bytea[]`
  return byWord.length === 0 ? keys : sql`((${sql.join(byWord, sql` AND `)}) OR ${keys})`
}

const joined = ({ sort }: PolicyOrder) =>
  sort === 'client' ? sql`policies JOIN clients ON clients.id = policies.client_id` : sql`policies`

const ordered = ({ sort, order }: PolicyOrder) =>
  sort === 'client'
    ? sql`ORDER BY ${inOrder({ sort: 'client_last_name', order })}, policies.id`
    : sql`ORDER BY ${sql.ref(`policies.${sort}`)} ${sql.raw(order)} NULLS LAST, policies.id`

const windowOf = ({ limit, offset }: Window) => sql`LIMIT ${sql.lit(limit)} OFFSET ${sql.lit(offset)}`

async function readPage(db: Database, query: RawBuilder<PageIds>): Promise<PageIds> {
  const [page] = (await query.execute(db)).rows
  if (!page) throw new Error('A page gave no row')
  return page
}

const counted = (filter: RawBuilder<unknown>, most: number) =>
  sql`(SELECT count(*)::int FROM (SELECT FROM policies ${filter} LIMIT ${sql.lit(most)}) AS matches) AS total`

/** A page without a search, by the index of its order. */
export function findPageIds(db: Database, filter: PolicyFilter, order: PolicyOrder, window: Window): Promise<PageIds> {
  const where = allOf(conditionsOf(filter))
  return readPage(
    db,
    sql<PageIds>`SELECT ${counted(where, window.most)},
      ARRAY(SELECT policies.id FROM ${joined(order)} ${where} ${ordered(order)} ${windowOf(window)}) AS ids`,
  )
}

/** A page of a search: from all its matches, or, where there are many, from the policies in order. */
export async function findSearchedIds(
  db: Database,
  filter: PolicyFilter,
  order: PolicyOrder,
  window: Window,
): Promise<PageIds> {
  const conditions = conditionsOf(filter)
  // MATERIALIZED, since the planner would misjudge their number and scan the index of the order instead.
  const found = await readPage(
    db,
    sql<PageIds>`WITH found AS MATERIALIZED (SELECT policies.id FROM policies
        WHERE policies.id IN (${searched(filter)}) AND ${sql.join(conditions, sql` AND `)} LIMIT ${sql.lit(window.most)})
      SELECT (SELECT count(*)::int FROM found) AS total,
        ARRAY(SELECT policies.id FROM ${joined(order)} WHERE policies.id IN (SELECT id FROM found)
          ${ordered(order)} ${windowOf(window)}) AS ids`,
  )
  if (found.total < window.most) return found
  const { ids } = await readPage(
    db,
    sql<PageIds>`SELECT 0 AS total, ARRAY(SELECT policies.id FROM ${joined(order)}
      ${allOf([...conditions, matches(filter)])} ${ordered(order)} ${windowOf(window)}) AS ids`,
  )
  return { ids, total: found.total }
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
