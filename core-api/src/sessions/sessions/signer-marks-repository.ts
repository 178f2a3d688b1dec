import type { ContactChange } from '@agency/contract/sessions'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'

/** Where the present passcode was sent, masked; null if nowhere. A message that was given up reached nobody. */
const passcodeTo = sql<string | null>`(
  SELECT string_agg(DISTINCT destination, ', ') FROM outbox_messages
  WHERE session_id = sessions.id AND kind = 'passcode' AND state <> 'dead' AND created_at >= passcode_set_at)`

const formerPasscodeSent = sql<boolean>`EXISTS (
  SELECT FROM outbox_messages
  WHERE session_id = sessions.id AND kind = 'passcode' AND state <> 'dead' AND created_at < passcode_set_at)`

const contactChanges = sql<ContactChange[]>`(
  SELECT coalesce(json_agg(json_build_object('field', field, 'by', changed_by_name,
    'since', to_char(changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY changed_at), '[]')
  FROM (SELECT field, changed_at, changed_by_name FROM contact_changes
    WHERE contact_changes.client_id = sessions.client_id AND changed_at >= contact_changes_since
    ORDER BY changed_at DESC LIMIT 20) AS newest)`

const openedInAgency = sql<string | null>`(
  SELECT min(portal_sessions.created_at) FROM portal_sessions
  WHERE portal_sessions.session_id = sessions.id AND in_agency)`

const lockedOut = sql<string | null>`(
  SELECT max(at) FROM audit_events WHERE audit_events.session_id = sessions.id AND action = 'passcode.locked'
    AND at > greatest(passcode_set_at, now() - interval '1 hour'))`

export interface SignerMarks {
  passcode_to: string | null
  former_passcode_sent: boolean
  locked_out_at: string | null
  contact_changes: ContactChange[]
  opened_in_agency_at: string | null
}

export function findSignerMarks(db: Database, sessionId: string): Promise<SignerMarks> {
  return db
    .selectFrom('sessions')
    .select([passcodeTo.as('passcode_to'), formerPasscodeSent.as('former_passcode_sent')])
    .select(lockedOut.as('locked_out_at'))
    .select(contactChanges.as('contact_changes'))
    .select(openedInAgency.as('opened_in_agency_at'))
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
}

export async function hasUnvouchedContact(db: Database, id: string): Promise<boolean> {
  const change = db
    .selectFrom('sessions')
    .innerJoin('contact_changes', 'contact_changes.client_id', 'sessions.client_id')
    .select('contact_changes.id')
    .where('sessions.id', '=', id)
    .where('may_see', '=', false)
    .where('changed_at', '>=', sql.ref<string>('contact_changes_since'))
  return (await change.limit(1).executeTakeFirst()) !== undefined
}
