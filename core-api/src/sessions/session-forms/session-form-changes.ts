import { manualDates, SessionForm, type UpdateSessionForm } from '@agency/contract/session-forms'
import { dropPdfCheck, requireChecked } from '../../library/pdf-checks/pdf-check-service.ts'
import { recordUnlessArchived } from '../../platform/access/record-unless-archived.ts'
import { mergeRecordEdit } from '../../platform/concurrency/edit-conflict.ts'
import { keepFormerText, readFormerValues } from '../../platform/concurrency/former-values.ts'
import { DocumentSealed, InvalidInput, WrongState } from '../../platform/errors.ts'
import type { FileService } from '../../platform/files/file-service.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { sanitizeRichText } from '../../platform/rich-text/sanitize-rich-text.ts'
import { lockDocuments } from '../sessions/hand-over.ts'
import { refreshSessionStatus, requireSession } from '../sessions/session-service.ts'
import { templateForm } from './library-source.ts'
import { deleteSessionForm, isOpenElsewhere, type SessionFormRow, storeSessionForm } from './session-form-repository.ts'
import {
  askAgain,
  auditIdsOf,
  decryptTexts,
  encryptedNotes,
  getLockedUncheckedForm,
  getSessionForms,
  type NotesContext,
  requireSessionForm,
  type SessionFormContext,
  updateSessionForm,
} from './session-form-service.ts'
import { asksAgain, onlyForward } from './session-form-states.ts'

const times = ['sent_at', 'read_at', 'signed_at'] as const

/** Ends the envelope of a document at its provider with redirect signing, then here. @throws EsignFailed, WrongState */
type EndReplaced = (principal: AdminPrincipal, id: string) => Promise<void>

declare module 'fastify' {
  interface FastifyInstance {
    readonly endReplaced: EndReplaced
  }
}

type ChangeContext = NotesContext<AdminPrincipal> & { endReplaced: EndReplaced }

/** Rolls a change back that asks a client again whose former envelope can still be signed at its provider. */
class OpenElsewhere extends Error {}

/**
 * The envelope keeps its own state. One that is open at a provider ends there first: no call is made while a
 * transaction is open.
 * @throws NotFound, EditConflict, PdfNotChecked, DocumentSealed, InvalidInput, EsignFailed
 */
export async function changeForm(
  context: ChangeContext,
  id: string,
  sent: UpdateSessionForm,
  baseVersion: number | undefined,
): Promise<SessionForm> {
  try {
    return await storeChange(context, id, sent, baseVersion)
  } catch (error) {
    if (!(error instanceof OpenElsewhere)) throw error
    await context.endReplaced(context.principal, id)
    return storeChange(context, id, sent, baseVersion)
  }
}

function storeChange(
  { db, cipher, principal }: NotesContext<AdminPrincipal>,
  id: string,
  sent: UpdateSessionForm,
  baseVersion: number | undefined,
): Promise<SessionForm> {
  return db.transaction().execute(async (trx) => {
    const form = decryptTexts(cipher, await getLockedUncheckedForm({ db: trx, principal }, id))
    const { session_id } = sent
    if (session_id !== undefined && session_id !== form.session_id) {
      throw new InvalidInput([{ field: 'session_id', message: 'cannot be changed: a document stays in its session' }])
    }
    const had = await readFormerValues({ db: trx, cipher }, { current: form, baseVersion })
    const changes = baseVersion === undefined ? onlyForward(form, storable(sent)) : storable(sent)
    const edit = mergeRecordEdit({ schema: SessionForm, current: form, changes, baseVersion, had })
    const fields = Object.keys(edit)
    if (fields.length === 0) return form
    const frozen = fields.filter((field) => form.frozen_fields.some((name) => name === field))
    if (frozen.length > 0) throw new DocumentSealed(frozen)
    if (edit.source_template_id) await templateForm(trx, edit.source_template_id)
    const manual = manualMarks(form, fields, principal)
    // Status and dates say what became of the PDF.
    if (Object.keys(manual).length > 0) requireChecked(form)
    const { notes, ...plain } = edit
    const text = notes === undefined ? {} : encryptedNotes(cipher, id, notes)
    await updateSessionForm(trx, form, { ...plain, ...manual, ...text })
    if (notes !== undefined) await keepFormerText({ db: trx, cipher }, form, 'notes', form.notes)
    const again = asksAgain(form.status, edit.status)
    if (again) await askAgain(trx, form, principal)
    const by = Object.keys(manual).length > 0 ? 'staff_override' : 'form.changed'
    const action = again ? 'asked-again' : by
    const detail = edit.status === undefined ? {} : { detail: `status ${edit.status}` }
    await recordUnlessArchived(trx, principal, { action, ...auditIdsOf(form), fields, ...detail })
    if (again && (await isOpenElsewhere(trx, id))) throw new OpenElsewhere()
    return decryptTexts(cipher, await requireSessionForm(trx, id))
  })
}

/** An edit as it is stored: notes sanitised, times in UTC. An empty creation date is ignored. */
function storable({ session_id: _session, version: _version, created_at, notes, ...sent }: UpdateSessionForm) {
  const given = times.flatMap((name) => {
    const value = sent[name]
    return value ? [[name, new Date(value).toISOString()]] : []
  })
  return {
    ...sent,
    ...Object.fromEntries(given),
    ...(created_at ? { created_at: new Date(created_at).toISOString() } : {}),
    ...(notes === undefined ? {} : { notes: notes && sanitizeRichText(notes) }),
  }
}

/** Author and time of a change by hand; empty if the edit changes neither status nor dates. */
function manualMarks({ dates_set }: SessionFormRow, fields: string[], { adminId }: AdminPrincipal) {
  const at = new Date().toISOString()
  const dates = manualDates.filter((name) => fields.includes(name))
  return {
    ...(fields.includes('status') ? { status_set_at: at, status_set_by: adminId } : {}),
    ...(dates.length === 0
      ? {}
      : { dates_set: [...new Set([...dates_set, ...dates])], dates_set_at: at, dates_set_by: adminId }),
  }
}

/** Removes a document; its PDF stays while others use it. One that was sent can be voided, not removed. */
export async function removeForm(
  { db, files, principal }: SessionFormContext<AdminPrincipal> & { files: FileService },
  id: string,
): Promise<void> {
  const unused = await db.transaction().execute(async (trx) => {
    const form = await getLockedUncheckedForm({ db: trx, principal }, id)
    if (form.was_sent) {
      throw new WrongState('This document has already been opened for signing, and can no longer be removed.')
    }
    await dropPdfCheck(trx, { session_form_id: id })
    await deleteSessionForm(trx, id)
    await refreshSessionStatus(trx, form.session_id, { keepsCompletion: true })
    await recordUnlessArchived(trx, principal, { action: 'removed', ...auditIdsOf(form) })
    return files.forgetUnused(trx, [form.file_id])
  })
  // A file that is left behind here has no row, so the sweep removes it.
  await files.discard(unused)
}

/** @param ids all of them, each once @throws NotFound; InvalidInput */
export function orderForms(
  { db, cipher, principal }: NotesContext<AdminPrincipal>,
  sessionId: string,
  ids: string[],
): Promise<SessionForm[]> {
  return db.transaction().execute(async (trx) => {
    const { client_id: clientId } = await requireSession(trx, sessionId)
    const places = new Map((await lockDocuments(trx, sessionId)).map(({ id, order_index }) => [id, order_index]))
    const complete = ids.length === places.size && new Set(ids).size === ids.length && ids.every((id) => places.has(id))
    if (!complete) {
      throw new InvalidInput([{ field: 'ids', message: 'must name each document of the session once' }])
    }
    const moved = [...ids.entries()].filter(([index, id]) => places.get(id) !== index)
    for (const [order_index, id] of moved) await storeSessionForm(trx, id, { order_index })
    if (moved.length > 0) {
      const event = {
        action: 'session.reordered' as const,
        clientId,
        sessionId,
        subjectId: sessionId,
        fields: ['order_index'],
      }
      await recordUnlessArchived(trx, principal, event)
    }
    return getSessionForms({ db: trx, cipher, principal }, sessionId)
  })
}
