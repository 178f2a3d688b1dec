import type { SessionListItem, SessionListQuery, SessionStatus } from '@agency/contract/sessions'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { couldNotBeSealed, signedSince, waitsForSealAlone } from '../../platform/database/envelope-conditions.ts'
import { statusColumns, summaryColumns } from './session-repository.ts'

const pageLength = 50
const unfinished: SessionStatus[] = ['not_started', 'in_progress']

/**
 * The stored statuses of a shown status, so that the index on them is used. An unfinished session is shown as expired
 * after its expiry, whatever is stored.
 */
function storedAs(status: Exclude<SessionListQuery['status'], 'sealing_failed' | undefined>): {
  statuses: SessionStatus[]
  over?: boolean
} {
  if (status === 'waiting') return { statuses: unfinished, over: false }
  if (status === 'expired') return { statuses: unfinished, over: true }
  return unfinished.includes(status) ? { statuses: [status], over: false } : { statuses: [status] }
}

/** A page of all sessions, newest first, and how many match in all. */
export async function listAllSessions(
  db: Database,
  { status, signed_since, limit = pageLength, offset = 0 }: SessionListQuery,
): Promise<{ rows: SessionListItem[]; total: number }> {
  let sessions = db.selectFrom('sessions').innerJoin('clients', 'clients.id', 'sessions.client_id')
  if (status === 'sealing_failed') {
    sessions = sessions.where(
      sql<boolean>`sessions.id IN (SELECT session_id FROM session_forms JOIN envelopes
        ON envelopes.session_form_id = session_forms.id WHERE ${couldNotBeSealed})`,
    )
  } else if (status !== undefined) {
    const { statuses, over } = storedAs(status)
    sessions = sessions.where('sessions.status', 'in', statuses)
    if (status === 'waiting') sessions = sessions.where(sql<boolean>`NOT ${waitsForSealAlone}`)
    if (over !== undefined) sessions = sessions.where('sessions.expires_at', over ? '<=' : '>', sql<string>`now()`)
  }
  if (signed_since !== undefined) {
    sessions = sessions.where(
      sql<boolean>`sessions.id IN (SELECT session_id FROM session_forms JOIN envelopes
        ON envelopes.session_form_id = session_forms.id WHERE ${signedSince(signed_since)})`,
    )
  }
  const rows = await sessions
    .select(summaryColumns)
    .select(statusColumns)
    .select(['client_first_name', 'client_last_name'])
    .orderBy('sessions.created_at', 'desc')
    .orderBy('sessions.id')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await sessions.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}
