import type { CreateSessionForm, SessionForm, UpdateSessionForm } from 'contract/session-forms'
import { v7 as uuid } from 'uuid'
import type { Database } from '../../database/database.ts'
import { InvalidInput, NotFound, WrongState } from '../../errors.ts'
import type { AdminPrincipal, Principal } from '../../plugins/principals.ts'
import { sanitizeRichText } from '../../rich-text/sanitize-rich-text.ts'
import { recordEvent } from '../audit/audit-service.ts'
import type { FileService } from '../files/file-service.ts'
import { getGlobalForm } from '../global-forms/global-form-service.ts'
import { refreshSessionStatus, requireSession } from '../sessions/session-service.ts'
import {
  deleteSessionForm,
  findSessionForm,
  insertSessionForm,
  listFormStatuses,
  listSessionForms,
  lockSessionForm,
  nextOrderIndex,
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

/** Staff see everything; clients neither staff's notes nor what went wrong inside. */
export function asSeenBy(principal: Principal, row: SessionFormRow): SessionForm {
  return principal.kind === 'admin' ? row : { ...row, notes: null, error: null }
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

/** The same, kept from changing until the transaction ends. */
export async function getLockedSessionForm(context: SessionFormContext, id: string): Promise<SessionFormRow> {
  await lockSessionForm(context.db, id)
  return getSessionForm(context, id)
}

/** Attaches a document to a session: one of the library, whose file as it is now stays with the session, or a link. */
export function attachForm(
  { db, principal }: SessionFormContext<AdminPrincipal>,
  sent: CreateSessionForm,
): Promise<SessionForm> {
  const id = uuid()
  return db.transaction().execute(async (trx) => {
    const session = await requireSession(trx, sent.session_id)
    const source = sent.form_id ? await libraryForm(trx, sent.form_id) : undefined
    const type = sent.type ?? source?.type
    if (!type) throw new InvalidInput([{ field: 'type', message: 'is needed without form_id' }])
    if (type === 'Link' && !(sent.source ?? source?.source)) {
      throw new InvalidInput([{ field: 'source', message: 'is needed for a link' }])
    }
    await insertSessionForm(trx, {
      id,
      session_id: sent.session_id,
      form_id: source?.id ?? null,
      title: sent.title ?? source?.title ?? null,
      type,
      folder: sent.folder ?? source?.folder ?? null,
      notes: sent.notes ? sanitizeRichText(sent.notes) : null,
      source: sent.source ?? source?.source ?? null,
      source_template_id: sent.source_template_id ?? source?.docusign_template_id ?? null,
      order_index: sent.order_index ?? (await nextOrderIndex(trx, sent.session_id)),
      requires_signature: source?.requires_signature ?? false,
      file_id: source?.file_id ?? null,
      ...(sent.created_at ? { created_at: sent.created_at } : {}),
    })
    await refreshAfter(trx, sent.session_id)
    await recordEvent(trx, principal, {
      action: 'attached',
      clientId: session.client_id,
      sessionId: sent.session_id,
      subjectId: id,
    })
    return getSessionForm({ db: trx, principal }, id)
  })
}

async function libraryForm(db: Database, id: string) {
  try {
    return await getGlobalForm(db, id)
  } catch (cause) {
    if (cause instanceof NotFound)
      throw new InvalidInput([{ field: 'form_id', message: 'is not a form of the library' }])
    throw cause
  }
}

const manualFacts = ['status', 'created_at', 'sent_at', 'read_at', 'signed_at'] as const

/** Staff change a document by hand. A date or status so changed is on the audit trail as theirs. */
export function changeForm(
  { db, principal }: SessionFormContext<AdminPrincipal>,
  id: string,
  { session_id, created_at, notes, ...sent }: UpdateSessionForm,
): Promise<SessionForm> {
  return db.transaction().execute(async (trx) => {
    const form = await getLockedSessionForm({ db: trx, principal }, id)
    if (session_id !== undefined && session_id !== form.session_id) {
      throw new InvalidInput([{ field: 'session_id', message: 'is another session; a document stays in its own' }])
    }
    const changes = {
      ...sent,
      // Every document was created some time: an emptied date stays as it was.
      ...(created_at ? { created_at } : {}),
      ...(notes === undefined ? {} : { notes: notes && sanitizeRichText(notes) }),
    }
    const fields = Object.keys(changes)
    if (fields.length > 0) {
      await moveForm(trx, form, changes)
      const manual = manualFacts.some((name) => name in changes && changes[name] !== form[name])
      const { client_id: clientId, session_id: sessionId } = form
      const action = manual ? 'staff_override' : 'form.changed'
      await recordEvent(trx, principal, { action, clientId, sessionId, subjectId: id, fields })
    }
    return getSessionForm({ db: trx, principal }, id)
  })
}

/** Takes a document out of its session. What was opened for signing stays: it can be voided, not removed. */
export function removeForm({ db, principal }: SessionFormContext<AdminPrincipal>, id: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const form = await getLockedSessionForm({ db: trx, principal }, id)
    if (form.envelope_id) {
      throw new WrongState('This document has already been opened for signing, and can no longer be removed.')
    }
    await deleteSessionForm(trx, id)
    await refreshAfter(trx, form.session_id)
    await recordEvent(trx, principal, {
      action: 'removed',
      clientId: form.client_id,
      sessionId: form.session_id,
      subjectId: id,
    })
  })
}

/** Moves a document on, and its session with it. Call it with the document locked. */
export async function moveForm(
  db: Database,
  form: SessionFormRow,
  changes: Parameters<typeof updateSessionForm>[2],
): Promise<void> {
  await updateSessionForm(db, form.id, changes)
  await refreshAfter(db, form.session_id)
}

async function refreshAfter(db: Database, sessionId: string): Promise<void> {
  await refreshSessionStatus(db, sessionId, await listFormStatuses(db, sessionId))
}

/** The document's PDF: sealed once it is completed, else as it was attached. @throws NotFound when it has none */
export async function readSessionFormFile(
  { db, files, principal }: SessionFormContext & { files: FileService },
  id: string,
) {
  const form = await getSessionForm({ db, principal }, id)
  const fileId = form.sealed_file_id ?? form.file_id
  if (!fileId) throw new NotFound()
  const content = await files.read(db, fileId)
  if (form.sealed_file_id) {
    await recordEvent(db, principal, {
      action: 'downloaded',
      clientId: form.client_id,
      sessionId: form.session_id,
      subjectId: id,
    })
  }
  return { title: form.title, content }
}
