import type { SessionCounts, SessionListItem, SessionListQuery, SessionStatus } from '@agency/contract/sessions'
import { type RawBuilder, sql } from 'kysely'
import { type ClientScope, sessionInScope } from '../../platform/database/client-scope.ts'
import type { Database } from '../../platform/database/database.ts'
import {
  couldNotBeSealed,
  endsSoon,
  expiresSoon,
  hasStatus,
  isInState,
  isUndelivered,
  sessionsByEnvelope,
  signedSince,
  waitsForClient,
  waitsForLong,
  waitsForStaff,
} from '../../platform/database/envelope-conditions.ts'
import { sessionArchived, sessionNotArchived } from '../../platform/database/not-archived.ts'
import { statusColumns, summaryColumns } from './session-repository.ts'

const pageLength = 50
/** Filters that compare a stored status only. */
const countedStatuses: SessionStatus[] = ['completed', 'declined', 'cancelled']

type Filter = NonNullable<SessionListQuery['status']>

const conditions = {
  waiting: waitsForClient,
  waiting_long: waitsForLong,
  waiting_for_us: waitsForStaff,
  expiring: expiresSoon,
  archived: sessionArchived,
  sealing_failed: sql<boolean>`sessions.id IN (${sessionsByEnvelope(couldNotBeSealed)})`,
  draft: isInState('draft'),
  sent: isInState('sent'),
  opened: isInState('opened'),
  partly_done: isInState('partly_done'),
} satisfies Record<Exclude<Filter, SessionStatus>, RawBuilder<boolean>>

const isCondition = (filter: Filter): filter is keyof typeof conditions => filter in conditions

const meets = (filter: Filter): RawBuilder<boolean> => (isCondition(filter) ? conditions[filter] : hasStatus(filter))

/** Staff must act on a signed document that could not be sealed, in the archive too. */
const showsArchived = (status: SessionListQuery['status']) => status === 'archived' || status === 'sealing_failed'

/** A search finds one session by its code, and all sessions of some clients. */
export interface SessionSearch {
  code: string | undefined
  clients: RawBuilder<unknown>
}

const isFound = ({ code, clients }: SessionSearch) =>
  code === undefined
    ? sql<boolean>`sessions.client_id IN (${clients})`
    : sql<boolean>`(sessions.session_code = ${code} OR sessions.client_id IN (${clients}))`

interface SessionFilter extends Pick<SessionListQuery, 'status' | 'signed_since'> {
  search: SessionSearch | undefined
  scope: ClientScope
}

function selectMatches(db: Database, { status, signed_since, search, scope }: SessionFilter) {
  let sessions = db.selectFrom('sessions')
  if (scope !== 'all') sessions = sessions.where(sessionInScope(scope))
  if (!showsArchived(status)) sessions = sessions.where(sessionNotArchived)
  if (status !== undefined) sessions = sessions.where(meets(status))
  if (search !== undefined) sessions = sessions.where(isFound(search))
  if (signed_since !== undefined) {
    sessions = sessions.where(sql<boolean>`sessions.id IN (${sessionsByEnvelope(signedSince(signed_since))})`)
  }
  return sessions
}

const lastOfDocuments = (column: 'read_at' | 'reminded_at') => sql<string | null>`(
  SELECT max(${sql.ref(column)}) FROM session_forms WHERE session_forms.session_id = sessions.id)`

/** The filters whose sessions all wait for their client: few enough to sort. */
const waiting: readonly Filter[] = ['waiting', 'waiting_long', 'expiring']

export async function listAllSessions(
  db: Database,
  { status, signed_since, sort, limit = pageLength, offset = 0 }: SessionListQuery,
  search: SessionSearch | undefined,
  scope: ClientScope,
): Promise<{ rows: SessionListItem[]; total: number }> {
  const filter = { status, signed_since, search, scope }
  // These conditions are slow and match few sessions, so one scan returns page and total. Other filters read only the page.
  const isCounted = status !== undefined && isCondition(status)
  const byWaiting = sort === 'waiting' && status !== undefined && waiting.includes(status)
  const order = byWaiting ? sql`sessions.sent_at ASC NULLS LAST` : sql`sessions.created_at DESC`
  // The page comes first: names and states are read for its rows alone, not for all that match.
  const page = selectMatches(db, filter)
    .select(['sessions.id', sql<number>`${isCounted ? sql`(count(*) OVER ())::int` : sql`0`}`.as('matches')])
    .orderBy(order)
    .orderBy('sessions.id')
    .limit(limit)
    .offset(offset)
  const found = await db
    .selectFrom(page.as('page'))
    .innerJoin('sessions', 'sessions.id', 'page.id')
    .innerJoin('clients', 'clients.id', 'sessions.client_id')
    .select(summaryColumns)
    .select(statusColumns)
    .select(['client_first_name', 'client_last_name', 'primary_phone as client_phone', 'page.matches'])
    .select([lastOfDocuments('read_at').as('opened_at'), lastOfDocuments('reminded_at').as('reminded_at')])
    .select(isUndelivered.as('undelivered'))
    .orderBy(order)
    .orderBy('sessions.id')
    .execute()
  const rows = found.map(({ matches: _, ...row }) => row)
  // A page after the last one has no row with the total.
  const isTold = isCounted && (found.length > 0 || offset === 0)
  return { rows, total: isTold ? (found[0]?.matches ?? 0) : await countMatches(db, filter) }
}

async function countMatches(db: Database, filter: SessionFilter): Promise<number> {
  const { status, signed_since, search, scope } = filter
  const isStored = status === undefined || countedStatuses.some((one) => one === status)
  if (scope === 'all' && isStored && search === undefined && signed_since === undefined) return countOf(db, status)
  const counted = selectMatches(db, filter).select(sql<number>`count(*)::int`.as('total'))
  return (await counted.executeTakeFirstOrThrow()).total
}

/** Triggers keep the counters: counting all sessions would take longer than everything else. */
const keptByState = sql`(SELECT state, sessions FROM session_counters
  UNION ALL SELECT moved.state, moved.sessions FROM (
    SELECT sessions.status, count(*) AS gone FROM sessions JOIN clients ON clients.id = sessions.client_id
    WHERE clients.archived_at IS NOT NULL AND sessions.archived_at IS NULL GROUP BY sessions.status
  ) AS of_archived_clients, LATERAL (VALUES (status, -gone), ('archived', gone)) AS moved (state, sessions)) AS counted`

async function countOf(db: Database, status: SessionListQuery['status']): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT coalesce(sum(sessions), 0)::int AS total FROM ${keptByState}
    WHERE ${status === undefined ? sql`state <> 'archived'` : sql`state = ${status}`}`.execute(db)
  return rows[0]?.total ?? 0
}

export async function countSessions(db: Database, scope: ClientScope, search?: SessionSearch): Promise<SessionCounts> {
  if (scope !== 'all' || search !== undefined) return countSessionsOf(db, scope, search)
  const inState = (condition: RawBuilder<unknown>) => sql`coalesce(sum(sessions) FILTER (WHERE ${condition}), 0)::int`
  // The sessions that wait are found once for both of their figures.
  const { rows } = await sql<SessionCounts>`SELECT kept.*, waiting.*,
    (SELECT count(*)::int FROM sessions WHERE ${waitsForStaff}) AS waiting_for_us
    FROM (SELECT ${inState(sql`state <> 'archived'`)} AS all, ${inState(sql`state = 'declined'`)} AS declined,
        ${inState(sql`state = 'completed'`)} AS completed, ${inState(sql`state = 'archived'`)} AS archived
      FROM ${keptByState}) AS kept
    CROSS JOIN (SELECT count(*)::int AS waiting, (count(*) FILTER (WHERE ${endsSoon}))::int AS expiring
      FROM sessions WHERE ${waitsForClient}) AS waiting`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('Counting gave no row')
  return counts
}

/** The same for some owners, or a search: their sessions are few enough to look at each. */
async function countSessionsOf(
  db: Database,
  scope: ClientScope,
  search: SessionSearch | undefined,
): Promise<SessionCounts> {
  const counted = (condition: RawBuilder<boolean>) => sql`(count(*) FILTER (WHERE ${condition}))::int`
  const kept = (status: SessionStatus) => counted(sql<boolean>`sessions.status = ${status} AND ${sessionNotArchived}`)
  const { rows } = await sql<SessionCounts>`SELECT
    ${counted(sessionNotArchived)} AS all,
    ${counted(waitsForStaff)} AS waiting_for_us,
    ${counted(waitsForClient)} AS waiting,
    ${kept('declined')} AS declined,
    ${counted(expiresSoon)} AS expiring,
    ${kept('completed')} AS completed,
    ${counted(sessionArchived)} AS archived
    FROM sessions WHERE ${sessionInScope(scope)} AND ${search === undefined ? sql`true` : isFound(search)}`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('Counting gave no row')
  return counts
}
