import type { IdentificationLevel, SessionSummary } from '@agency/contract/sessions'
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import { nextVersion } from '../../platform/concurrency/row-version.ts'
import { adminName } from '../../platform/database/admin-name.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { isCounted, isDone, sessionState, shownStatus } from '../../platform/database/envelope-conditions.ts'
import { preparedMark } from '../../platform/database/prepared-statements.ts'
import type { HeldSend } from '../../platform/database/schema/session-tables.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { isPortalSessionActive } from './portal-session-repository.ts'
import type { FormState } from './session-status.ts'

export const summaryColumns = [
  'sessions.id',
  'sessions.client_id',
  'session_type',
  'session_code',
  'submitted_at',
  'sessions.created_at',
  'sessions.expires_at',
  'sessions.sent_at',
  'sessions.version',
] as const

/** Of the documents that complete or decline the session, the one whose status staff set last. */
const markedDocument = (column: RawBuilder<string | null>) => sql<string | null>`(
  SELECT ${column} FROM session_forms LEFT JOIN admins ON admins.id = session_forms.status_set_by
  WHERE session_forms.session_id = sessions.id AND session_forms.status_set_at IS NOT NULL
    AND CASE sessions.status WHEN 'completed' THEN ${isDone}
      WHEN 'declined' THEN session_forms.status = 'declined' ELSE false END
  ORDER BY session_forms.status_set_at DESC LIMIT 1)`

const markedAt = sql<string | null>`CASE sessions.status WHEN 'cancelled' THEN sessions.ended_at
  ELSE ${markedDocument(sql`session_forms.status_set_at`)} END`
const markedBy = sql<string | null>`CASE sessions.status WHEN 'cancelled'
  THEN (SELECT ${adminName()} FROM admins WHERE id = sessions.ended_by)
  ELSE ${markedDocument(adminName())} END`

const newestDecline = (column: RawBuilder<string | null>) => sql<string | null>`(
  SELECT ${column} FROM session_forms JOIN declines ON declines.session_form_id = session_forms.id
  LEFT JOIN admins ON admins.id = declines.asked_again_by
  WHERE session_forms.session_id = sessions.id ORDER BY declines.declined_at DESC LIMIT 1)`

const documentsThat = (condition: RawBuilder<boolean>) => sql<number>`(
  SELECT count(*)::int FROM session_forms WHERE session_id = sessions.id AND ${isCounted} AND ${condition})`

export const statusColumns = [
  shownStatus.as('status'),
  sessionState.as('session_state'),
  documentsThat(sql`true`).as('documents_total'),
  documentsThat(isDone).as('documents_done'),
  documentsThat(
    sql`(session_forms.requires_signature
      AND NOT (${isDone} AND (signed_at IS NULL OR 'signed_at' = ANY (session_forms.dates_set))))`,
  ).as('documents_to_sign'),
  newestDecline(sql`declines.declined_at`).as('declined_at'),
  newestDecline(sql`declines.asked_again_at`).as('asked_again_at'),
  newestDecline(adminName()).as('asked_again_by'),
  markedAt.as('marked_at'),
  markedBy.as('marked_by'),
  // Before the first signature, what the passcode allows to say.
  sql<IdentificationLevel | null>`coalesce(signed_level, passcode_level,
    CASE WHEN encrypted_passcode IS NOT NULL THEN 'chosen_or_seen' END)`.as('identification'),
] as const

/** A login counts while it is used: an open browser asks at least every few minutes. */
const openDevices = sql<number>`(
  SELECT count(DISTINCT coalesce(device, portal_sessions.id))::int FROM portal_sessions
  WHERE portal_sessions.session_id = sessions.id AND ${isPortalSessionActive})`.as('open_devices')

/** A client's sessions, without those that are archived themselves; newest first. */
export function listSessions(db: Database, clientId: string): Promise<SessionSummary[]> {
  return (
    db
      .selectFrom('sessions')
      .select(summaryColumns)
      .select(statusColumns)
      .select(openDevices)
      .where('client_id', '=', clientId)
      // The sessions of an archived client stay on its record.
      .where('archived_at', 'is', null)
      .orderBy('sessions.created_at', 'desc')
      .limit(500)
      .modifyEnd(preparedMark)
      .execute()
  )
}

/** Messages are created after it, also in one transaction: both count by the database's clock. */
const passcodeSet = { passcode_set_at: sql<string>`clock_timestamp()` }

export async function insertSession(db: Database, row: Insertable<Schema['sessions']>): Promise<void> {
  await db
    .insertInto('sessions')
    .values({ ...row, ...passcodeSet })
    .execute()
}

const startedBy = sql<string | null>`(
  SELECT ${adminName()} FROM admins WHERE id = sessions.created_by)`

function sessionRows(db: Database) {
  return db
    .selectFrom('sessions')
    .innerJoin('clients', 'clients.id', 'sessions.client_id')
    .select(summaryColumns)
    .select(statusColumns)
    .select([
      'sessions.field_versions',
      'encrypted_passcode',
      'consented_at',
      'consent_version',
      'consent_language',
      'consent_sha256',
      'copy_ends_at',
    ])
    .select(['signing_code', 'encrypted_code_destinations', 'code_destinations_changed_at', openDevices])
    .select([
      'client_first_name',
      'client_last_name',
      'primary_email',
      'primary_phone',
      'created_by',
      'profile',
      'encrypted_profile',
    ])
    .select(['sessions.archived_at', 'clients.archived_at as client_archived_at'])
    .select(['passcode_level', 'passcode_set_at', 'signed_level', 'signed_to', 'held_send'])
    .select(startedBy.as('started_by'))
    .modifyEnd(preparedMark)
}

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSessionByCode>>>

export function findSessionByCode(db: Database, code: string) {
  return sessionRows(db).where('session_code', '=', code).executeTakeFirst()
}

export function findSession(db: Database, id: string) {
  return sessionRows(db).where('sessions.id', '=', id).executeTakeFirst()
}

/** Locks the session until the transaction ends; rows that refer to it may still be added. */
export async function lockSession(db: Transaction, id: string): Promise<void> {
  await db.selectFrom('sessions').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

export async function updateSession(
  db: Database,
  id: string,
  changes: Updateable<Schema['sessions']>,
  fields: string[],
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ...changes, ...(changes.encrypted_passcode !== undefined && passcodeSet), ...nextVersion(fields) })
    .where('id', '=', id)
    .execute()
}

/** Stores that staff have seen the passcode. Its version stays: no staff member edits it. */
export async function markPasscodeSeen(db: Database, id: string): Promise<void> {
  const made = db.updateTable('sessions').where('id', '=', id).where('passcode_level', '=', 'made_and_sent')
  await made.set({ passcode_level: 'chosen_or_seen' }).execute()
}

/** The sessions whose present passcode is in one of these messages and was seen by nobody. */
export async function listUnseenPasscodes(db: Database, messageIds: string[]): Promise<string[]> {
  if (messageIds.length === 0) return []
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('outbox_messages', 'outbox_messages.session_id', 'sessions.id')
    .select('sessions.id')
    .distinct()
    .where('passcode_level', '=', 'made_and_sent')
    .where('kind', '=', 'passcode')
    .where('outbox_messages.id', 'in', messageIds)
    .where('outbox_messages.created_at', '>=', sql.ref<string>('passcode_set_at'))
    .execute()
  return rows.map(({ id }) => id)
}

export async function storeSignedLevel(
  db: Database,
  id: string,
  signed: { signed_level: IdentificationLevel; signed_to: string | null },
): Promise<void> {
  await db.updateTable('sessions').set(signed).where('id', '=', id).execute()
}

/** Stores a Send that waits for its release; null once it was sent. */
export async function storeHeldSend(db: Database, id: string, held: HeldSend | null): Promise<void> {
  const held_send = held && JSON.stringify(held)
  await db.updateTable('sessions').set({ held_send }).where('id', '=', id).execute()
}

export async function updateCopyEnd(db: Database, id: string, copy_ends_at: string): Promise<void> {
  await db.updateTable('sessions').set({ copy_ends_at }).where('id', '=', id).execute()
}

/** @param isChange also stores the time of the change */
export async function storeDestinations(
  db: Database,
  id: string,
  encrypted_code_destinations: Buffer,
  isChange: boolean,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ encrypted_code_destinations })
    .$if(isChange, (query) => query.set({ code_destinations_changed_at: sql`now()` }))
    .where('id', '=', id)
    .execute()
}

export function listFormStates(db: Database, id: string): Promise<FormState[]> {
  const unsealed = sql<boolean>`EXISTS (SELECT 1 FROM envelopes
    WHERE envelopes.session_form_id = session_forms.id AND envelopes.status = 'signed')`
  return db
    .selectFrom('session_forms')
    .select(['status', unsealed.as('unsealed')])
    .where('session_id', '=', id)
    .execute()
}

/** The last of their own times. A status that was set back by mistake does not move it. */
export async function findCompletion(db: Database, id: string): Promise<string | null> {
  const { at } = await db
    .selectFrom('session_forms')
    .select(sql<string | null>`max(coalesce(completed_at, status_set_at))`.as('at'))
    .where('session_id', '=', id)
    .where(isDone)
    .executeTakeFirstOrThrow()
  return at
}
