import { manualDates, type SessionForm } from '@agency/contract/session-forms'
import type { RecordReads } from '../../clients/read-alerts/record-reads.ts'
import { requireChecked } from '../../library/pdf-checks/pdf-check-service.ts'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { decryptText, encryptText } from '../../platform/encryption/encrypted-text.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { openDeclineReason } from '../../platform/encryption/stored-reasons.ts'
import { NotFound, WrongState } from '../../platform/errors.ts'
import type { FileService } from '../../platform/files/file-service.ts'
import type { AdminPrincipal, Principal } from '../../platform/http/principals.ts'
import { refreshSessionStatus, requireOpenLogin, requireSession } from '../sessions/session-service.ts'
import {
  endOpenEnvelope,
  findFormOfReminder,
  findSealedFile,
  findSessionForm,
  listSessionForms,
  lockSessionForm,
  markAskedAgain,
  replaceFormFile,
  type SessionFormRow,
  storeSessionForm,
} from './session-form-repository.ts'

export interface SessionFormContext<Who extends Principal = Principal> {
  db: Database
  principal: Who
}

export interface NotesContext<Who extends Principal = Principal> extends SessionFormContext<Who> {
  cipher: FieldCipher
}

const notesContext = (id: string) => ({ table: 'session_forms', id, purpose: 'notes' })
export const reasonContext = (id: string) => ({ table: 'envelopes', id, purpose: 'reason' })
export const otherNameContext = (id: string) => ({ table: 'envelopes', id, purpose: 'other-name' })

export const encryptedNotes = (cipher: FieldCipher, id: string, notes: string | null) => ({
  notes: null,
  encrypted_notes: encryptText(cipher, notesContext(id), notes),
})

export function decryptTexts(cipher: FieldCipher, row: SessionFormRow): SessionFormRow {
  const { notes, encrypted_notes, void_reason, encrypted_reason, encrypted_other_name } = row
  const envelopeId = row.last_envelope_id ?? ''
  return {
    ...row,
    notes: decryptText(cipher, notesContext(row.id), { plain: notes, encrypted: encrypted_notes }),
    decline_reason: openDeclineReason(cipher, row),
    signed_as: decryptText(cipher, otherNameContext(envelopeId), { plain: null, encrypted: encrypted_other_name }),
    void_reason: decryptText(cipher, reasonContext(envelopeId), { plain: void_reason, encrypted: encrypted_reason }),
  }
}

/** A session's documents. A client sees only those of its own session, without notes. */
export async function getSessionForms(
  { db, cipher, principal }: NotesContext,
  sessionId: string,
): Promise<SessionForm[]> {
  if (principal.kind === 'session' && principal.sessionId !== sessionId) throw new NotFound()
  await requireSession(db, sessionId)
  const all = await listSessionForms(db, sessionId)
  const rows = principal.kind === 'admin' ? all : all.filter(({ pdf_check }) => pdf_check === null)
  return rows.map((row) => asSeenBy(principal, principal.kind === 'admin' ? decryptTexts(cipher, row) : row))
}

const hiddenFromClients = {
  notes: null,
  error: null,
  sealing_failed_at: null,
  void_reason: null,
  signed_as: null,
  declined_at: null,
  declined_by: null,
  declined_from: null,
  decline_reason: null,
  asked_again_at: null,
  asked_again_by: null,
  reminder_error: null,
  // A client sees that the agency set the status, not which member of staff.
  status_set_by: null,
  dates_set: [],
  dates_set_at: null,
  dates_set_by: null,
  frozen_fields: [],
  unsigned_by: [],
  pdf_check: null,
  losses: null,
}

/** Staff see everything; clients see neither notes nor internal errors. */
export function asSeenBy(principal: Principal, row: SessionFormRow): SessionForm {
  return principal.kind === 'admin' ? row : { ...row, ...hiddenFromClients }
}

/** A PDF that is not accepted yet does not exist for clients. @throws NotFound; PdfNotChecked for staff */
export async function getSessionForm({ db, principal }: SessionFormContext, id: string): Promise<SessionFormRow> {
  const form = await requireSessionForm(db, id, principal.kind === 'session' ? principal.sessionId : undefined)
  if (principal.kind !== 'admin' && form.pdf_check !== null) throw new NotFound()
  requireChecked(form)
  return form
}

/** One document for staff, locked until the transaction ends, also while its PDF is not accepted. @throws NotFound */
export async function getLockedUncheckedForm(
  { db }: SessionFormContext<AdminPrincipal> & { db: Transaction },
  id: string,
): Promise<SessionFormRow> {
  return requireLockedSessionForm(db, id)
}

/** One document, without a check of access. @param sessionId finds only a document of this session @throws NotFound */
export async function requireSessionForm(db: Database, id: string, sessionId?: string): Promise<SessionFormRow> {
  const row = await findSessionForm(db, id, sessionId)
  if (!row) throw new NotFound()
  return row
}

export function findRemindedForm(db: Database, reminderId: string): Promise<SessionFormRow | undefined> {
  return findFormOfReminder(db, reminderId)
}

/** One document, locked until the transaction ends, without a check of access. @throws NotFound */
export async function requireLockedSessionForm(db: Transaction, id: string): Promise<SessionFormRow> {
  await lockSessionForm(db, id)
  return requireSessionForm(db, id)
}

/** Locks the document. For a client, it locks the session and checks the login too. @throws NotFound; SessionExpired */
export async function getLockedSessionForm(
  context: SessionFormContext & { db: Transaction },
  id: string,
): Promise<SessionFormRow> {
  const { db, principal } = context
  await lockSessionForm(db, id)
  if (principal.kind === 'session') await requireOpenLogin(db, principal)
  return getSessionForm(context, id)
}

type FormChanges = Parameters<typeof storeSessionForm>[2]

/** Lock the document first. A changed status or date no longer counts as set by hand, unless the changes say so. */
export async function updateSessionForm(db: Transaction, form: SessionFormRow, changes: FormChanges): Promise<void> {
  await storeSessionForm(db, form.id, { ...withoutManualMarks(form, changes), ...changes })
  const byHand = typeof changes.status_set_at === 'string'
  await refreshSessionStatus(db, form.session_id, { byHand, keepsCompletion: changes.status === undefined })
}

function withoutManualMarks(form: SessionFormRow, changes: FormChanges): FormChanges {
  const moved = manualDates.filter((name) => changes[name] !== undefined && changes[name] !== form[name])
  const dates_set = form.dates_set.filter((name) => !moved.includes(name))
  return {
    ...(changes.status === undefined ? {} : { status_set_at: null, status_set_by: null }),
    ...(dates_set.length === form.dates_set.length ? {} : { dates_set }),
  }
}

/** Ends an envelope that staff had ended by hand alone: the next opening makes a new one. */
export async function askAgain(db: Database, { id }: SessionFormRow, { adminId }: AdminPrincipal): Promise<void> {
  await endOpenEnvelope(db, id)
  await markAskedAgain(db, id, adminId)
}

export const replaceAttachedFile = (db: Database, id: string, from: string, to: string): Promise<void> =>
  replaceFormFile(db, id, from, to)

export const auditIdsOf = ({ client_id: clientId, session_id: sessionId, id: subjectId }: SessionFormRow) => ({
  clientId,
  sessionId,
  subjectId,
})

interface FileChoice {
  /** For staff: the file that this envelope sealed, also after voiding. */
  envelope?: string
  /** For staff: the unsigned original of a signed document that is not sealed yet. */
  original?: boolean
}

/** The sealed file, else the attached one, never the unsigned original. @throws NotFound; WrongState before the seal */
export async function readSessionFormFile(
  { db, files, principal, recordReads }: SessionFormContext & { files: FileService; recordReads: RecordReads },
  id: string,
  { envelope: envelopeId, original = false }: FileChoice,
) {
  const form = await getSessionForm({ db, principal }, id)
  if ((envelopeId !== undefined || original) && principal.kind !== 'admin') throw new NotFound()
  if (form.envelope_status === 'signed' && envelopeId === undefined && !original) {
    throw new WrongState('This document is signed, and its signed copy is being prepared. Try again in a moment.')
  }
  const sealed = envelopeId === undefined ? form.sealed_file_id : await findSealedFile(db, id, envelopeId)
  const fileId = sealed ?? (envelopeId === undefined ? form.file_id : undefined)
  if (!fileId) throw new NotFound()
  await recordReads.count(principal, form.client_id)
  const action = sealed ? 'downloaded' : 'form.file-opened'
  const event = { action, ...auditIdsOf(form), detail: `file ${fileId}` } as const
  const file = await files.open(db, fileId, () => recordEvent(db, principal, event))
  return { title: original && !sealed ? `${form.title ?? 'document'} (unsigned original)` : form.title, ...file }
}
