import type { ClientDocument, UpdateDocument } from 'contract/documents'
import { v7 as uuid } from 'uuid'
import type { Database } from '../../database/database.ts'
import { InvalidInput, NotFound } from '../../errors.ts'
import type { AdminPrincipal } from '../../plugins/principals.ts'
import { sanitizeRichText } from '../../rich-text/sanitize-rich-text.ts'
import type { SignedAddresses } from '../../sealing/signed-addresses.ts'
import type { Upload } from '../../uploads/read-uploads.ts'
import { isLoginOpen } from '../admins/login-service.ts'
import { recordEvent } from '../audit/audit-service.ts'
import { clientExists } from '../clients/client-service.ts'
import type { FileService } from '../files/file-service.ts'
import {
  type DocumentRow,
  deleteDocument,
  findDocument,
  findDocuments,
  insertDocuments,
  listDocuments,
  updateDocument,
} from './document-repository.ts'

export interface DocumentContext {
  db: Database
  files: FileService
  addresses: SignedAddresses
  principal: AdminPrincipal
}

const pathOf = (id: string) => `documents/${id}/file`

function toWire({ addresses, principal }: DocumentContext, row: DocumentRow): ClientDocument {
  return { ...row, file_url: addresses.sign(pathOf(row.id), principal.adminSessionId) }
}

export async function getDocuments(context: DocumentContext, clientId: string): Promise<ClientDocument[]> {
  if (!(await clientExists(context.db, clientId))) throw new NotFound()
  return (await listDocuments(context.db, clientId)).map((row) => toWire(context, row))
}

async function requireDocument(db: Database, id: string): Promise<DocumentRow> {
  const row = await findDocument(db, id)
  if (!row) throw new NotFound()
  return row
}

export type UploadFields = Omit<UpdateDocument, 'file_name'>

/** Adds stored files to a client's record: all of them in one transaction. */
export async function addDocuments(
  context: DocumentContext,
  clientId: string,
  uploads: Upload[],
  fields: UploadFields,
): Promise<ClientDocument[]> {
  const { db, files, principal } = context
  if (uploads.length === 0) throw new InvalidInput([{ field: 'documents', message: 'has no file' }])
  const added = await db.transaction().execute(async (trx) => {
    if (!(await clientExists(trx, clientId))) throw new NotFound()
    const rows = uploads.map(({ file, name }) => ({
      id: uuid(),
      client_id: clientId,
      file_id: file.id,
      file_name: name,
      status: null,
      folder: null,
      notes: null,
      ...storable(fields),
    }))
    for (const { file } of uploads) await files.describe(trx, file)
    await insertDocuments(trx, rows)
    for (const { id } of rows) {
      await recordEvent(trx, principal, { action: 'document.uploaded', clientId, subjectId: id })
    }
    return findDocuments(
      trx,
      rows.map(({ id }) => id),
    )
  })
  return added.map((row) => toWire(context, row))
}

/** Empty texts are stored as none, notes sanitised. */
function storable(sent: UpdateDocument): UpdateDocument {
  const changes = { ...sent }
  if (typeof sent.status === 'string') changes.status = sent.status.trim() || null
  if (typeof sent.folder === 'string') changes.folder = sent.folder.trim() || null
  if (typeof sent.notes === 'string') changes.notes = sanitizeRichText(sent.notes)
  return changes
}

export async function changeDocument(
  context: DocumentContext,
  id: string,
  sent: UpdateDocument,
): Promise<ClientDocument> {
  const changes = storable(sent)
  const fields = Object.keys(changes)
  return context.db.transaction().execute(async (trx) => {
    const { client_id: clientId } = await requireDocument(trx, id)
    if (fields.length > 0) {
      await updateDocument(trx, id, changes)
      await recordEvent(trx, context.principal, { action: 'document.changed', clientId, subjectId: id, fields })
    }
    return toWire(context, await requireDocument(trx, id))
  })
}

/** Removes the row and then the bytes: should the second fail, the sweep removes them. */
export async function removeDocument({ db, files, principal }: DocumentContext, id: string): Promise<void> {
  const fileId = await db.transaction().execute(async (trx) => {
    const { client_id: clientId, file_id } = await requireDocument(trx, id)
    await deleteDocument(trx, id)
    await files.forget(trx, file_id)
    await recordEvent(trx, principal, { action: 'document.deleted', clientId, subjectId: id })
    return file_id
  })
  await files.discard([fileId])
}

/**
 * Opens a document by its signed address, while the login that the address was made for lasts.
 * @throws NotFound for an address that is not good, or not any more
 */
export async function openDocument(
  { db, files, addresses }: Pick<DocumentContext, 'db' | 'files' | 'addresses'>,
  id: string,
  query: Record<string, string>,
) {
  const holder = addresses.holderOf(pathOf(id), query)
  if (!holder || !(await isLoginOpen(db, holder))) throw new NotFound()
  const row = await requireDocument(db, id)
  return { row, content: files.open(row.file_id) }
}
