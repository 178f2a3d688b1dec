import type { FormType } from '@agency/contract/global-forms'
import type { PdfLoss } from '@agency/contract/pdf-checks'
import type { CreateSessionForm, SessionForm } from '@agency/contract/session-forms'
import { isCounted } from '@agency/contract/session-state'
import { v7 as uuid } from 'uuid'
import { readClient } from '../../clients/record/client-service.ts'
import { encryptFieldState } from '../../library/form-fields/field-state.ts'
import { fillIn } from '../../library/form-fields/fill-in.ts'
import { type ImportedForm, storedForm } from '../../library/form-fields/imported-form.ts'
import { getFormPreset } from '../../library/global-forms/form-preset-service.ts'
import { acceptedText } from '../../library/pdf-checks/accepted-losses.ts'
import { queuePdfCheck } from '../../library/pdf-checks/pdf-check-service.ts'
import type { PdfIntake, TakenPdf, UploadedPdf } from '../../library/pdf-checks/pdf-intake.ts'
import { recordUnlessArchived } from '../../platform/access/record-unless-archived.ts'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { InvalidInput } from '../../platform/errors.ts'
import type { FileService, StoredFile } from '../../platform/files/file-service.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { createOncePerKey, type Idempotent } from '../../platform/idempotency/idempotency-key.ts'
import { sanitizeRichText } from '../../platform/rich-text/sanitize-rich-text.ts'
import { markDocumentsSent } from '../sessions/hand-over.ts'
import { refreshSessionStatus, requireLockedSession } from '../sessions/session-service.ts'
import { type LibraryForm, sourceOf } from './library-source.ts'
import { insertSessionForm, nextOrderIndex } from './session-form-repository.ts'
import {
  auditIdsOf,
  decryptTexts,
  encryptedNotes,
  getSessionForms,
  requireSessionForm,
  type SessionFormContext,
} from './session-form-service.ts'

export interface AttachContext extends SessionFormContext<AdminPrincipal>, Idempotent {
  cipher: FieldCipher
  files: FileService
  pdfs: PdfIntake
}

type Source = LibraryForm | undefined

/** Filled in from the present record. @throws NotFound; InvalidInput if a value does not fit; PdfNotAccepted */
export async function attachForm(
  context: AttachContext,
  sent: CreateSessionForm,
  pdf?: UploadedPdf,
): Promise<SessionForm> {
  const id = uuid()
  const taken = pdf && (await context.pdfs.takeIn(pdf, (sent.requires_signature ?? true) ? 'fill-in' : 'read'))
  const own = taken && ownOf(taken)
  const attach = ([file]: StoredFile[]) =>
    createOncePerKey(context, {
      ids: [id],
      make: (trx) => storeAttached({ ...context, db: trx }, id, sent, own && file && { ...own, file }),
      read: async (trx, [made = id]) => decryptTexts(context.cipher, await requireSessionForm(trx, made)),
    })
  return context.files.withStored(taken ? [taken] : [], attach)
}

const ownOf = (taken: TakenPdf): Omit<OwnPdf, 'file'> => ({
  lost: acceptedText(taken),
  ...(taken.isChecked ? { form: taken.form, makeSmaller: false, accepted: [] } : { form: undefined, ...taken }),
})

/** Those that the session does not have yet: a repeat attaches nothing. @throws NotFound */
export function attachPreset(
  context: Omit<AttachContext, 'call'>,
  sessionId: string,
  presetId: string,
): Promise<SessionForm[]> {
  const { db, cipher, principal } = context
  return db.transaction().execute(async (trx) => {
    await requireLockedSession(trx, sessionId)
    const { form_ids } = await getFormPreset(trx, presetId)
    const attached = await getSessionForms({ db: trx, cipher, principal }, sessionId)
    const present = new Set(attached.filter(isCounted).map(({ form_id }) => form_id))
    const missing = form_ids.filter((id) => !present.has(id))
    await attachFormsWithin({ ...context, db: trx }, sessionId, missing)
    return getSessionForms({ db: trx, cipher, principal }, sessionId)
  })
}

export async function attachFormsWithin(
  context: Omit<AttachContext, 'call' | 'pdfs'> & { db: Transaction },
  session_id: string,
  formIds: readonly string[],
): Promise<void> {
  for (const form_id of formIds) await storeAttached(context, uuid(), { session_id, form_id }, undefined)
}

/** Stored before the session is locked, with its own form; undefined if it is still to be checked. */
interface OwnPdf {
  file: StoredFile
  form: ImportedForm | undefined
  makeSmaller: boolean
  accepted: readonly PdfLoss[]
  /** What staff have accepted that it loses, for the audit trail. */
  lost: string | undefined
}

async function storeAttached(
  context: Omit<AttachContext, 'call' | 'pdfs'> & { db: Transaction },
  id: string,
  sent: CreateSessionForm,
  own: OwnPdf | undefined,
): Promise<void> {
  const { db, files, principal } = context
  // Locked first, so that two documents attached at once get different positions.
  const session = await requireLockedSession(db, sent.session_id)
  const { client_id } = session
  const source = await sourceOf(db, sent)
  const type = typeOf(sent, source, own !== undefined)
  const checked = own?.form && own
  if (checked) await files.describe(db, checked.file)
  const requires_signature = source?.requires_signature ?? (own ? (sent.requires_signature ?? true) : false)
  const imported = source ? { fields: source.fields, notes: source.field_notes } : own?.form
  const form = type === 'PDF' && requires_signature ? imported : undefined
  await insertSessionForm(db, {
    id,
    session_id: sent.session_id,
    ...describedBy(sent, source),
    ...encryptedNotes(context.cipher, id, sent.notes ? sanitizeRichText(sent.notes) : null),
    type,
    order_index: sent.order_index ?? (await nextOrderIndex(db, sent.session_id)),
    requires_signature,
    reading: source?.reading ?? (own && sent.reading) ?? 'jump',
    file_id: checked?.file.id ?? source?.file_id ?? null,
    ...(await filledFields(context, { id, client_id, form })),
    ...(sent.created_at ? { created_at: sent.created_at } : {}),
  })
  if (own && !checked) await queuePdfCheck({ db, files }, { session_form_id: id }, own)
  await refreshSessionStatus(db, sent.session_id, { keepsCompletion: true })
  const { session_id: _session, ...given } = sent
  const fields = [...Object.keys(given), ...(own ? ['file'] : [])]
  const attached = await requireSessionForm(db, id)
  const ids = auditIdsOf(attached)
  await recordUnlessArchived(db, principal, { action: 'attached', ...ids, fields })
  // The client of a session that was handed over sees it from now on.
  if (session.sent_at !== null) await markDocumentsSent({ db, principal }, session, id)
  if (own?.lost) await recordEvent(db, principal, { action: 'form.loss-accepted', ...ids, detail: own.lost })
}

/** The document's description: as sent, otherwise from the library. */
const describedBy = (sent: CreateSessionForm, source: Source) => ({
  form_id: source?.id ?? null,
  title: sent.title ?? source?.title ?? null,
  folder: sent.folder ?? source?.folder ?? null,
  source: sent.source ?? source?.source ?? null,
  source_template_id: sent.source_template_id ?? source?.docusign_template_id ?? null,
})

export async function filledFields(
  { db, cipher }: Pick<AttachContext, 'db' | 'cipher'>,
  { id, client_id, form }: { id: string; client_id: string; form: ImportedForm | undefined },
) {
  if (!form || form.fields.length === 0) return form ? storedForm(form) : {}
  const { fields, state } = fillIn(form.fields, await readClient({ db, cipher }, client_id))
  return { ...storedForm({ fields, notes: form.notes }), encrypted_values: encryptFieldState(cipher, id, state) }
}

function typeOf(sent: CreateSessionForm, source: Source, hasFile: boolean): FormType {
  const type = sent.type ?? source?.type ?? (hasFile ? 'PDF' : undefined)
  if (!type) throw new InvalidInput([{ field: 'type', message: 'is needed without form_id' }])
  if (hasFile && (source || type !== 'PDF')) {
    throw new InvalidInput([{ field: 'file', message: 'is only accepted with type PDF and without form_id' }])
  }
  if (type === 'Link' && !(sent.source ?? source?.source)) {
    throw new InvalidInput([{ field: 'source', message: 'is needed for a link' }])
  }
  return type
}
