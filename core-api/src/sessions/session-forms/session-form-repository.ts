import { type SealedField, type SessionForm, sealedFields } from '@agency/contract/session-forms'
import type { EnvelopeStatus } from '@agency/contract/session-state'
import { type Insertable, sql, type Updateable } from 'kysely'
import { type FieldVersions, nextVersion } from '../../platform/concurrency/row-version.ts'
import { adminName } from '../../platform/database/admin-name.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { isCounted, isRunning } from '../../platform/database/envelope-conditions.ts'
import { pdfCheckState } from '../../platform/database/pdf-check-state.ts'
import { preparedMark } from '../../platform/database/prepared-statements.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { StoredDeclineReason } from '../../platform/encryption/stored-reasons.ts'

/** Whether a document's newest envelope is in force. */
const active = sql`envelope.status NOT IN ('declined', 'voided')`
/** Whether the newest envelope can be signed: the provider has created it. */
const sent = sql`envelope.status NOT IN ('declined', 'voided', 'creating')`
/** A voided document keeps its sealed file; a document that was sent again shows the file to be signed. */
const sealedFile = sql<
  string | null
>`CASE WHEN ${active} OR session_forms.status = 'voided' THEN envelope.sealed_file_id END`

/** Nothing is fixed after voiding: then only the status can change, so that the document can be sent again. */
const frozenFields = sql<SealedField[]>`CASE
  WHEN envelope.signed_at IS NULL THEN '{}'::text[]
  WHEN ${active} THEN ${[...sealedFields]}::text[]
  WHEN session_forms.status = 'voided' THEN array_remove(${[...sealedFields]}::text[], 'status')
  ELSE '{}'::text[] END`

/** Whose signature stays empty. */
const unsignedBy = sql<SessionForm['unsigned_by']>`ARRAY(
  SELECT DISTINCT field->>'for' FROM jsonb_array_elements(session_forms.fields) AS field
  WHERE field->>'kind' IN ('signature', 'initials') AND field->>'for' NOT IN ('client', 'nobody') ORDER BY 1)`

/** Signs with the envelope's provider, else with the one that the template's id begins with, else in the portal. */
const signing = sql<SessionForm['signing']>`CASE
  WHEN session_forms.type = 'DocuSign' AND coalesce(CASE WHEN ${active} THEN envelope.provider END,
    substring(session_forms.source_template_id from '^([a-z0-9-]+):'), 'built-in') <> 'built-in' THEN 'redirect'
  WHEN session_forms.requires_signature THEN 'portal' ELSE 'none' END`

const clientName = sql<
  string | null
>`nullif(trim(concat_ws(' ', clients.client_first_name, clients.client_last_name)), '')`

function sessionForms(db: Database) {
  return db
    .selectFrom('session_forms')
    .innerJoin('sessions', 'sessions.id', 'session_forms.session_id')
    .leftJoin('files', 'files.id', 'session_forms.file_id')
    .leftJoin('pdf_checks', 'pdf_checks.session_form_id', 'session_forms.id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('envelopes')
          .selectAll()
          .whereRef('envelopes.session_form_id', '=', 'session_forms.id')
          // By id if none is in force: UUIDv7 has the order of creation, unless clocks stepped back or differ.
          .orderBy(sql`envelopes.status IN ('declined', 'voided')`)
          .orderBy('envelopes.id', 'desc')
          .limit(1)
          .as('envelope'),
      (join) => join.onTrue(),
    )
    .leftJoin('clients', 'clients.id', 'sessions.client_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('declines')
          .selectAll()
          .whereRef('declines.session_form_id', '=', 'session_forms.id')
          .orderBy('declines.declined_at', 'desc')
          .limit(1)
          .as('decline'),
      (join) => join.onTrue(),
    )
    .leftJoin('envelopes as declined', 'declined.id', 'decline.envelope_id')
    .leftJoin('admins as status_admin', 'status_admin.id', 'session_forms.status_set_by')
    .leftJoin('admins as dates_admin', 'dates_admin.id', 'session_forms.dates_set_by')
    .leftJoin('admins as again_admin', 'again_admin.id', 'decline.asked_again_by')
    .leftJoin('files as sealed', (join) => join.on(sql<boolean>`sealed.id = ${sealedFile}`))
    .select([
      'session_forms.id',
      'session_forms.session_id',
      'session_forms.form_id',
      'session_forms.title',
      'session_forms.type',
      'session_forms.folder',
      'session_forms.notes',
      'session_forms.encrypted_notes',
      'session_forms.source',
      'session_forms.source_template_id',
      'session_forms.status',
      'session_forms.order_index',
      'session_forms.requires_signature',
      'session_forms.reading',
      'session_forms.file_id',
      'session_forms.created_at',
      'session_forms.sent_at',
      'session_forms.read_at',
      'session_forms.signed_at',
      'session_forms.completed_at',
      'session_forms.reminded_at',
      'session_forms.reminder_id',
      'session_forms.reminder_error',
      'session_forms.status_set_at',
      'session_forms.dates_set',
      'session_forms.dates_set_at',
      'files.pages',
      'files.losses',
      'session_forms.version',
      'session_forms.field_versions',
      'sessions.client_id',
    ])
    .select([
      sql<boolean>`session_forms.file_id is not null`.as('has_file'),
      pdfCheckState.as('pdf_check'),
      signing.as('signing'),
      sql<string | null>`CASE WHEN ${sent} THEN envelope.id END`.as('envelope_id'),
      sql<EnvelopeStatus | null>`CASE WHEN ${active} THEN envelope.status END`.as('envelope_status'),
      sql<string | null>`CASE WHEN ${active} THEN envelope.error END`.as('error'),
      sql<string | null>`CASE WHEN ${active} THEN envelope.sealing_failed_at END`.as('sealing_failed_at'),
      sql<string | null>`CASE WHEN session_forms.status = 'voided' THEN envelope.ended_reason END`.as('void_reason'),
      adminName('status_admin').as('status_set_by'),
      adminName('dates_admin').as('dates_set_by'),
      frozenFields.as('frozen_fields'),
      unsignedBy.as('unsigned_by'),
      sql<Buffer | null>`CASE WHEN session_forms.status = 'voided' THEN envelope.encrypted_reason END`.as(
        'encrypted_reason',
      ),
      // Only `decryptTexts` gives the name.
      sql<string | null>`NULL::text`.as('signed_as'),
      sql<Buffer | null>`CASE WHEN ${active} THEN envelope.encrypted_other_name END`.as('encrypted_other_name'),
      'decline.id as decline_id',
      'decline.declined_at',
      'decline.address as declined_from',
      sql<string | null>`CASE WHEN decline.id IS NOT NULL THEN ${clientName} END`.as('declined_by'),
      'decline.asked_again_at',
      adminName('again_admin').as('asked_again_by'),
      // Only `decryptTexts` gives the reason.
      sql<string | null>`NULL::text`.as('decline_reason'),
      'decline.encrypted_reason as encrypted_decline_reason',
      'decline.envelope_id as decline_envelope_id',
      sql<Buffer | null>`CASE WHEN decline.encrypted_reason IS NULL THEN declined.encrypted_signing END`.as(
        'declined_signing',
      ),
      sql<string | null>`envelope.id`.as('last_envelope_id'),
      sql<boolean>`envelope.id IS NOT NULL`.as('was_sent'),
      sealedFile.as('sealed_file_id'),
      sql<string | null>`encode(sealed.sha256, 'hex')`.as('sealed_sha256'),
      sql<string | null>`encode(files.original_sha256, 'hex')`.as('original_sha256'),
    ])
    .modifyEnd(preparedMark)
}

export type SessionFormRow = SessionForm &
  StoredDeclineReason & {
    client_id: string
    file_id: string | null
    sealed_file_id: string | null
    /** Hash of the upload that the plain copy was made from, hex; null without a plain copy. */
    original_sha256: string | null
    envelope_status: EnvelopeStatus | null
    /** Whether any envelope exists, in force or ended. */
    was_sent: boolean
    reminder_id: string | null
    field_versions: FieldVersions
    /** Encrypted notes, and of the last envelope its reason and the signer's other name: see `decryptTexts`. */
    encrypted_notes: Buffer | null
    encrypted_reason: Buffer | null
    encrypted_other_name: Buffer | null
    last_envelope_id: string | null
  }

export function listSessionForms(db: Database, sessionId: string): Promise<SessionFormRow[]> {
  return sessionForms(db)
    .where('session_forms.session_id', '=', sessionId)
    .orderBy('order_index')
    .orderBy('session_forms.id')
    .limit(1_000)
    .execute()
}

export function findSessionForm(db: Database, id: string, sessionId?: string): Promise<SessionFormRow | undefined> {
  const found = sessionForms(db).where('session_forms.id', '=', id)
  return (sessionId === undefined ? found : found.where('session_forms.session_id', '=', sessionId)).executeTakeFirst()
}

export function findFormOfReminder(db: Database, reminderId: string): Promise<SessionFormRow | undefined> {
  return sessionForms(db).where('session_forms.reminder_id', '=', reminderId).executeTakeFirst()
}

/** The sealed file of one of a document's envelopes, in force or not. */
export async function findSealedFile(db: Database, id: string, envelopeId: string): Promise<string | undefined> {
  const envelope = await db
    .selectFrom('envelopes')
    .select('sealed_file_id')
    .where('id', '=', envelopeId)
    .where('session_form_id', '=', id)
    .executeTakeFirst()
  return envelope?.sealed_file_id ?? undefined
}

export async function lockSessionForm(db: Transaction, id: string): Promise<void> {
  await db.selectFrom('session_forms').select('id').where('id', '=', id).forUpdate().execute()
}

export function findFormFields(db: Database, id: string) {
  return db
    .selectFrom('session_forms')
    .select(['fields', 'field_notes', 'encrypted_values'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Stores the client's values. The version of the document stays the same. */
export async function storeFormValues(db: Database, id: string, encrypted_values: Buffer): Promise<void> {
  await db.updateTable('session_forms').set({ encrypted_values }).where('id', '=', id).execute()
}

export async function insertSessionForm(db: Database, row: Insertable<Schema['session_forms']>): Promise<void> {
  await db.insertInto('session_forms').values(row).execute()
}

export async function storeSessionForm(
  db: Database,
  id: string,
  changes: Updateable<Schema['session_forms']>,
): Promise<void> {
  await db
    .updateTable('session_forms')
    .set({ ...changes, ...nextVersion(Object.keys(changes).filter((name) => !name.startsWith('encrypted_'))) })
    .where('id', '=', id)
    .execute()
}

/** Replaces the file also in documents that no client has opened. Versions stay the same. */
export async function replaceFormFile(db: Database, id: string, from: string, to: string): Promise<void> {
  await db
    .updateTable('session_forms')
    .set({ file_id: to })
    .where('file_id', '=', from)
    .where((eb) => eb.or([eb('id', '=', id), eb('status', 'in', ['pending', 'sent'])]))
    .execute()
}

/** Ends the envelope in force that its client has not signed, if the built-in provider has it. */
export async function endOpenEnvelope(db: Database, id: string): Promise<void> {
  await db
    .updateTable('envelopes')
    .set({ status: 'voided' })
    .where('session_form_id', '=', id)
    .where('provider', '=', 'built-in')
    .where('status', 'in', ['sent', 'viewed'])
    .execute()
}

/** Whether another provider has the envelope in force, which its client has not signed. */
export async function isOpenElsewhere(db: Database, id: string): Promise<boolean> {
  const open = await db
    .selectFrom('envelopes')
    .select('id')
    .where('session_form_id', '=', id)
    .where('provider', '!=', 'built-in')
    .where('status', 'in', ['creating', 'sent', 'viewed'])
    .executeTakeFirst()
  return open !== undefined
}

export async function markAskedAgain(db: Database, id: string, adminId: string): Promise<void> {
  await db
    .updateTable('declines')
    .set({ asked_again_at: sql`now()`, asked_again_by: adminId })
    .where('session_form_id', '=', id)
    .where('asked_again_at', 'is', null)
    .execute()
}

export async function deleteSessionForm(db: Database, id: string): Promise<void> {
  await db.deleteFrom('session_forms').where('id', '=', id).execute()
}

export async function nextOrderIndex(db: Database, sessionId: string): Promise<number> {
  const { next } = await db
    .selectFrom('session_forms')
    .select(sql<number>`coalesce(max(order_index) + 1, 0)`.as('next'))
    .where('session_id', '=', sessionId)
    .executeTakeFirstOrThrow()
  return next
}

/** Whether a client has a running session with all of these forms of the library. */
export async function hasOpenSessionWith(db: Database, clientId: string, formIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql`SELECT FROM sessions WHERE client_id = ${clientId} AND ${isRunning} AND archived_at IS NULL
    AND ${[...formIds]}::uuid[] <@ ARRAY(SELECT form_id FROM session_forms
      WHERE session_forms.session_id = sessions.id AND ${isCounted} AND form_id IS NOT NULL) LIMIT 1`.execute(db)
  return rows.length > 0
}
