import type { AuditEvent, AuditQuery } from '@agency/contract/audit'
import { sql } from 'kysely'
import { eventsOfSubject } from '../../platform/audit-trail/audit-repository.ts'
import { actorName } from '../../platform/audit-trail/newest-event-repository.ts'
import { type ClientScope, idOfClientInScope } from '../../platform/database/client-scope.ts'
import type { Database } from '../../platform/database/database.ts'
import { preparedMark } from '../../platform/database/prepared-statements.ts'
import type { StoredDeclineReason, StoredRevealReason } from '../../platform/encryption/stored-reasons.ts'

/** Events of a page without a limit of its own. Each limit would be another prepared statement. */
export const pageLength = 50

export interface Place {
  at: string
  id: string
}

type Narrowing = Pick<AuditQuery, 'client_id' | 'session_id' | 'subject_id' | 'actor_id' | 'action' | 'from' | 'to'>

const subjectTitle = sql<
  string | null
>`nullif(trim(coalesce(session_forms.title, documents.file_name, global_forms.title)), '')`

/** For a decline of an earlier release: its envelope has the reason. */
const declinedSigning = sql<Buffer | null>`CASE WHEN declines.encrypted_reason IS NULL THEN envelopes.encrypted_signing END`

export type FoundEvent = Omit<AuditEvent, 'reason' | 'changes'> &
  StoredDeclineReason &
  StoredRevealReason & {
    encrypted_deletion_reason: Buffer | null
    encrypted_changes: Buffer | null
  }

interface PageOfEvents {
  limit: number
  after: Place | undefined
}

/** Where the event is in its chain: those of a client are in the order of its chain, the only one with an index. */
const positionOf = ({ id }: Place) => sql<string>`(SELECT position FROM audit_events WHERE id = ${id})`

/** Planning takes longer than reading. These lists have one plan for all values; other conditions may change it. */
function isPrepared({ client_id, session_id, subject_id, ...others }: Narrowing, limit: number, scope: ClientScope) {
  const named = [client_id, session_id, subject_id].filter((id) => id !== undefined)
  const isUsual = limit === pageLength + 1 && scope === 'all'
  return isUsual && named.length === 1 && Object.values(others).every((value) => value === undefined)
}

export function findAuditEvents(
  db: Database,
  narrowing: Narrowing,
  page: PageOfEvents,
  scope: ClientScope,
): Promise<FoundEvent[]> {
  const { client_id, session_id, subject_id, actor_id, action, from, to } = narrowing
  const isOfSubject = subject_id !== undefined && client_id === undefined
  let events = db.selectFrom(
    (isOfSubject ? eventsOfSubject(db, subject_id) : db.selectFrom('audit_events').selectAll()).as('e'),
  )
  const exact = { chain: client_id, session_id, subject_id, actor_id, action }
  for (const [column, value] of Object.entries(exact)) {
    if (value !== undefined) events = events.where(sql.ref(`e.${column}`), '=', value)
  }
  if (from !== undefined) events = events.where('e.at', '>=', from)
  if (to !== undefined) events = events.where('e.at', '<', to)
  if (scope !== 'all') {
    events = events.where(sql<boolean>`(e.client_id IS NULL OR ${idOfClientInScope(sql`e.client_id`, scope)})`)
  }
  const { limit, after } = page
  if (client_id !== undefined) {
    if (after) events = events.where('e.position', '<', positionOf(after))
    events = events.orderBy('e.position', 'desc')
  } else {
    if (after) events = events.where(sql`(e.at, e.id)`, '<', sql`(${after.at}::timestamptz, ${after.id})`)
    events = events.orderBy('e.at', 'desc').orderBy('e.id', 'desc')
  }
  return (
    events
      .leftJoin('admins', (join) => join.onRef('admins.id', '=', 'e.actor_id').on('e.actor_kind', '=', 'admin'))
      .leftJoin('sessions', (join) => join.onRef('sessions.id', '=', 'e.actor_id').on('e.actor_kind', '=', 'session'))
      .leftJoin('clients', 'clients.id', 'sessions.client_id')
      .leftJoin('session_forms', 'session_forms.id', 'e.subject_id')
      .leftJoin('documents', 'documents.id', 'e.subject_id')
      .leftJoin('global_forms', 'global_forms.id', 'e.subject_id')
      // The decline of an event has the id of the event.
      .leftJoin('declines', 'declines.id', 'e.id')
      .leftJoin('envelopes', 'envelopes.id', 'declines.envelope_id')
      .leftJoin('reveal_reasons', 'reveal_reasons.id', 'e.id')
      .leftJoin('client_change_values', 'client_change_values.id', 'e.id')
      .select(['e.id', 'e.at', 'e.actor_kind', 'e.actor_id', 'e.action', 'e.client_id', 'e.session_id', 'e.subject_id'])
      .select(['e.fields', 'e.address', 'e.detail', actorName.as('actor_name'), subjectTitle.as('subject_title')])
      .select(['declines.id as decline_id', 'declines.encrypted_reason as encrypted_decline_reason'])
      .select(['declines.envelope_id as decline_envelope_id', declinedSigning.as('declined_signing')])
      .select('documents.encrypted_reason as encrypted_deletion_reason')
      .select('reveal_reasons.encrypted_details as encrypted_reveal_details')
      .select('client_change_values.encrypted_values as encrypted_changes')
      // In the text, so that the plan of a prepared statement knows it.
      .limit(sql.lit(limit))
      .modifyEnd(isPrepared(narrowing, limit, scope) ? preparedMark : sql``)
      .execute()
  )
}
