import { ClientDocument, type UpdateDocument } from '@agency/contract/documents'
import { v7 as uuid } from 'uuid'
import { recordUnlessArchived } from '../../platform/access/record-unless-archived.ts'
import { requireInScope } from '../../platform/access/require-subject.ts'
import type { RoleScopes } from '../../platform/access/staff-scope.ts'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import { mergeRecordEdit } from '../../platform/concurrency/edit-conflict.ts'
import { keepFormerText, readFormerValues } from '../../platform/concurrency/former-values.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { decryptText, encryptText } from '../../platform/encryption/encrypted-text.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import type { SignedAddresses } from '../../platform/encryption/signed-addresses.ts'
import { deletionContext } from '../../platform/encryption/stored-reasons.ts'
import { DocumentSealed, InvalidInput, NotAllowed, NotFound } from '../../platform/errors.ts'
import type { FileService } from '../../platform/files/file-service.ts'
import { withoutInvisible } from '../../platform/files/uploads/file-names.ts'
import type { Upload } from '../../platform/files/uploads/read-uploads.ts'
import { type AdminPrincipal, mayDo, type Principal } from '../../platform/http/principals.ts'
import { createOncePerKey, type Idempotent } from '../../platform/idempotency/idempotency-key.ts'
import { sanitizeRichText } from '../../platform/rich-text/sanitize-rich-text.ts'
import { holderOfLogin } from '../../staff/admins/login-service.ts'
import type { RecordReads } from '../read-alerts/record-reads.ts'
import { clientExists } from '../record/client-service.ts'
import {
  type DocumentRow,
  deleteDocument,
  findDocument,
  findDocuments,
  insertDocuments,
  listDocuments,
  lockDocument,
  updateDocument,
} from './document-repository.ts'
import { markDeleted } from './filed-document-repository.ts'

export interface DocumentContext {
  db: Database
  files: FileService
  addresses: SignedAddresses
  cipher: FieldCipher
  principal: AdminPrincipal
}

const fileDetail = (fileId: string) => `file ${fileId}`
const pathOf = (id: string) => `documents/${id}/file`

const notesContext = (id: string) => ({ table: 'documents', id, purpose: 'notes' })

const encryptedNotes = (cipher: FieldCipher, id: string, notes: string | null) => ({
  notes: null,
  encrypted_notes: encryptText(cipher, notesContext(id), notes),
})

/** The signing that a filed document is from; null for an upload. */
function sealedOf({ session_form_id, session_id, session_code, voided }: DocumentRow): ClientDocument['sealed'] {
  if (session_form_id === null || session_id === null || session_code === null) return null
  return { session_form_id, session_id, session_code, voided }
}

function toWire({ addresses, cipher, principal }: DocumentContext, row: DocumentRow): ClientDocument {
  const notes = decryptText(cipher, notesContext(row.id), { plain: row.notes, encrypted: row.encrypted_notes })
  const file_url = mayDo(principal, 'documents.open') ? addresses.sign(pathOf(row.id), principal.adminSessionId) : ''
  return { ...row, notes, sealed: sealedOf(row), file_url }
}

export async function getDocuments(context: DocumentContext, clientId: string): Promise<ClientDocument[]> {
  if (!(await clientExists(context.db, clientId))) throw new NotFound()
  return (await listDocuments(context.db, clientId)).map((row) => toWire(context, row))
}

export type StoredDocument = Omit<DocumentRow, 'encrypted_notes' | 'field_versions'>

/** All documents of a client. Callers that open them count and record that. */
export async function listStoredDocuments(
  { db, cipher }: Pick<DocumentContext, 'db' | 'cipher'>,
  clientId: string,
): Promise<StoredDocument[]> {
  return (await listDocuments(db, clientId)).map(({ encrypted_notes: encrypted, field_versions: _, ...row }) => ({
    ...row,
    notes: decryptText(cipher, notesContext(row.id), { plain: row.notes, encrypted }),
  }))
}

async function requireLockedDocument(db: Transaction, id: string): Promise<DocumentRow> {
  await lockDocument(db, id)
  return requireDocument(db, id)
}

async function requireDocument(db: Database, id: string): Promise<DocumentRow> {
  const row = await findDocument(db, id)
  if (!row) throw new NotFound()
  return row
}

export type UploadFields = Omit<UpdateDocument, 'file_name' | 'version'>

export async function addDocuments(
  context: DocumentContext & Idempotent,
  clientId: string,
  uploads: Upload[],
  fields: UploadFields,
): Promise<ClientDocument[]> {
  const { db, files, cipher, principal, call } = context
  if (uploads.length === 0) throw new InvalidInput([{ field: 'documents', message: 'has no file' }])
  const { notes = null, ...described } = storable(fields)
  const rows = uploads.map(({ file, name, scan }) => {
    const id = uuid()
    const document = { id, client_id: clientId, file_id: file.id, file_name: name, scan, status: null, folder: null }
    return { ...document, ...described, ...encryptedNotes(cipher, id, notes) }
  })
  const make = async (trx: Transaction) => {
    if (!(await clientExists(trx, clientId))) throw new NotFound()
    for (const { file } of uploads) await files.describe(trx, file)
    await insertDocuments(trx, rows)
    for (const { id, file_id } of rows) {
      const event = { action: 'document.uploaded' as const, clientId, subjectId: id, detail: fileDetail(file_id) }
      await recordUnlessArchived(trx, principal, { ...event, fields: ['file', ...Object.keys(fields)] })
    }
  }
  const added = await createOncePerKey({ db, call }, { ids: rows.map(({ id }) => id), make, read: findDocuments })
  await discardUnused(context, uploads, added)
  return added.map((row) => toWire(context, row))
}

async function discardUnused({ files }: DocumentContext, uploads: Upload[], added: DocumentRow[]): Promise<void> {
  const used = new Set(added.map(({ file_id }) => file_id))
  await files.discard(uploads.map(({ file }) => file.id).filter((id) => !used.has(id)))
}

/** @throws InvalidInput for a name without a visible character */
function storableName(name: string): string {
  const visible = withoutInvisible(name).trim()
  if (visible === '') throw new InvalidInput([{ field: 'file_name', message: 'must have a visible character' }])
  return visible
}

/** An edit as it is stored: empty texts are null, notes sanitised, names without invisible characters. */
function storable({ version: _version, ...sent }: UpdateDocument): Omit<UpdateDocument, 'version'> {
  const changes = { ...sent }
  if (typeof sent.file_name === 'string') changes.file_name = storableName(sent.file_name)
  if (typeof sent.status === 'string') changes.status = sent.status.trim() || null
  if (typeof sent.folder === 'string') changes.folder = sent.folder.trim() || null
  if (typeof sent.notes === 'string') changes.notes = sanitizeRichText(sent.notes)
  return changes
}

/** @throws NotFound, EditConflict; DocumentSealed for a name or `signed`; NotAllowed */
export async function changeDocument(
  context: DocumentContext,
  id: string,
  sent: UpdateDocument,
  baseVersion: number | undefined,
): Promise<ClientDocument> {
  return context.db.transaction().execute(async (trx) => {
    const row = await requireLockedDocument(trx, id)
    const { client_id: clientId } = row
    const current = { ...row, ...toWire(context, row) }
    const had = await readFormerValues({ db: trx, cipher: context.cipher }, { current: row, baseVersion })
    const edit = mergeRecordEdit({ schema: ClientDocument, current, changes: storable(sent), baseVersion, had })
    const fields = Object.keys(edit)
    const fixed = row.envelope_id === null ? [] : fields.filter((name) => name === 'file_name' || name === 'signed')
    if (fixed.length > 0) throw new DocumentSealed(fixed)
    if (row.signed && edit.signed === false) requireSignedDeletion(context.principal)
    if (fields.length > 0) {
      const { notes, ...plain } = edit
      const texts = notes === undefined ? {} : encryptedNotes(context.cipher, id, notes)
      await updateDocument(trx, id, { ...plain, ...texts })
      if (notes !== undefined) await keepFormerText({ ...context, db: trx }, row, 'notes', current.notes)
      const event = {
        action: 'document.changed' as const,
        clientId,
        subjectId: id,
        fields,
        detail: fileDetail(row.file_id),
      }
      await recordUnlessArchived(trx, context.principal, event)
    }
    return toWire(context, await requireDocument(trx, id))
  })
}

/** @throws NotAllowed */
function requireSignedDeletion(principal: AdminPrincipal): void {
  if (mayDo(principal, 'documents.delete-signed')) return
  throw new NotAllowed('Only admins with power access may delete a signed document, or say that it is not signed.')
}

/** The file of a sealed one stays. @throws NotFound; for a signed one NotAllowed, InvalidInput without a reason */
export async function removeDocument(context: DocumentContext, id: string, reason: string | undefined): Promise<void> {
  const { db, files, cipher, principal } = context
  const fileId = await db.transaction().execute(async (trx) => {
    const { client_id: clientId, file_id, envelope_id, signed } = await requireLockedDocument(trx, id)
    if (signed || envelope_id !== null) {
      requireSignedDeletion(principal)
      if (reason === undefined)
        throw new InvalidInput([{ field: 'reason', message: 'is needed for a signed document' }])
      // A reason that staff enter about a client is encrypted, like what the client enters.
      const encrypted_reason = encryptText(cipher, deletionContext(id), reason.trim())
      await markDeleted(trx, id, { encrypted_reason, ...(envelope_id === null ? { file_id: null } : {}) })
    } else await deleteDocument(trx, id)
    if (envelope_id === null) await files.forget(trx, file_id)
    await recordUnlessArchived(trx, principal, {
      action: 'document.deleted',
      clientId,
      subjectId: id,
      detail: fileDetail(file_id),
    })
    return envelope_id === null ? file_id : undefined
  })
  if (fileId !== undefined) await files.discard([fileId])
}

/** The address is valid during the login it was made for. @throws NotFound for an invalid or expired address */
export async function openDocument(
  {
    db,
    files,
    addresses,
    principal,
    recordReads,
    scopes,
  }: Omit<DocumentContext, 'principal' | 'cipher'> & {
    principal: Principal
    recordReads: RecordReads
    scopes: RoleScopes
  },
  id: string,
  query: Partial<Record<string, string>>,
) {
  const holder = addresses.holderOf(pathOf(id), query)
  const opener = holder && (await holderOfLogin(db, holder, { address: principal.address, scopes }))
  if (!opener || !mayDo(opener, 'documents.open')) throw new NotFound()
  await requireInScope(db, opener, { kind: 'document', id })
  const row = await requireDocument(db, id)
  await recordReads.count(opener, row.client_id)
  const event = {
    action: 'document.opened' as const,
    clientId: row.client_id,
    subjectId: id,
    detail: fileDetail(row.file_id),
  }
  await recordEvent(db, opener, event)
  const { content } = await files.open(db, row.file_id)
  return { row, content }
}
