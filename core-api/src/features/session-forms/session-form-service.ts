import type { SessionForm } from 'contract/session-forms'
import type { Database } from '../../database/database.ts'
import { NotFound } from '../../errors.ts'
import type { Principal } from '../../plugins/principals.ts'
import { recordEvent } from '../audit/audit-service.ts'
import type { FileService } from '../files/file-service.ts'
import { refreshSessionStatus, requireSession } from '../sessions/session-service.ts'
import {
  findFormOfReminder,
  findSealedFile,
  findSessionForm,
  listSessionForms,
  lockSessionForm,
  replaceFormFile,
  type SessionFormRow,
  updateSessionForm,
} from './session-form-repository.ts'

export interface SessionFormContext<Who extends Principal = Principal> {
  db: Database
  principal: Who
}

/** A session's documents. A client sees its own session's alone, and no notes. */
export async function getSessionForms(
  { db, principal }: SessionFormContext,
  sessionId: string,
): Promise<SessionForm[]> {
  if (principal.kind === 'session' && principal.sessionId !== sessionId) throw new NotFound()
  await requireSession(db, sessionId)
  const rows = await listSessionForms(db, sessionId)
  return rows.map((row) => asSeenBy(principal, row))
}

const hiddenFromClients = { notes: null, error: null, void_reason: null, reminder_error: null }

/** Staff see everything; clients neither what staff wrote to one another nor what went wrong inside. */
export function asSeenBy(principal: Principal, row: SessionFormRow): SessionForm {
  return principal.kind === 'admin' ? row : { ...row, ...hiddenFromClients }
}

/** One document, of any session for staff, of its own for a client. @throws NotFound */
export async function getSessionForm({ db, principal }: SessionFormContext, id: string): Promise<SessionFormRow> {
  return requireSessionForm(db, id, principal.kind === 'session' ? principal.sessionId : undefined)
}

/** One document, whoever asks; with a session, of this one alone. @throws NotFound */
export async function requireSessionForm(db: Database, id: string, sessionId?: string): Promise<SessionFormRow> {
  const row = await findSessionForm(db, id, sessionId)
  if (!row) throw new NotFound()
  return row
}

/** The document whose newest reminder this is. */
export function findRemindedForm(db: Database, reminderId: string): Promise<SessionFormRow | undefined> {
  return findFormOfReminder(db, reminderId)
}

/** One document, whoever asks, kept from changing until the transaction ends. @throws NotFound */
export async function requireLockedSessionForm(db: Database, id: string): Promise<SessionFormRow> {
  await lockSessionForm(db, id)
  return requireSessionForm(db, id)
}

/** One document of those the principal may see, kept from changing until the transaction ends. @throws NotFound */
export async function getLockedSessionForm(context: SessionFormContext, id: string): Promise<SessionFormRow> {
  await lockSessionForm(context.db, id)
  return getSessionForm(context, id)
}

/** Moves a document on, and its session with it. Call it with the document locked. */
export async function moveForm(
  db: Database,
  form: SessionFormRow,
  changes: Parameters<typeof updateSessionForm>[2],
): Promise<void> {
  await updateSessionForm(db, form.id, changes)
  await refreshSessionStatus(db, form.session_id)
}

/** Puts a file in the place of another, in one document and in those of the same file that no client has opened. */
export const replaceAttachedFile = (db: Database, id: string, from: string, to: string): Promise<void> =>
  replaceFormFile(db, id, from, to)

/** What an event about a document names. */
export const about = ({ client_id: clientId, session_id: sessionId, id: subjectId }: SessionFormRow) => ({
  clientId,
  sessionId,
  subjectId,
})

/**
 * The document's PDF: sealed once it is completed, else as it was attached.
 * @param envelopeId for staff: what this envelope has sealed, also when it was voided and the document sent anew
 * @throws NotFound when it has none
 */
export async function readSessionFormFile(
  { db, files, principal }: SessionFormContext & { files: FileService },
  id: string,
  envelopeId: string | undefined,
) {
  const form = await getSessionForm({ db, principal }, id)
  if (envelopeId !== undefined && principal.kind !== 'admin') throw new NotFound()
  const sealed = envelopeId === undefined ? form.sealed_file_id : await findSealedFile(db, id, envelopeId)
  const fileId = sealed ?? (envelopeId === undefined ? form.file_id : undefined)
  if (!fileId) throw new NotFound()
  const content = await files.read(db, fileId)
  const action = sealed ? 'downloaded' : 'form.file-opened'
  await recordEvent(db, principal, { action, ...about(form), detail: `file ${fileId}` })
  return { title: form.title, content }
}
