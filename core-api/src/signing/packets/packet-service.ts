import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { PacketManifest } from '@agency/contract/packets'
import { formatSessionCode } from '@agency/contract/session-code'
import { signDetached } from '@agency/pdf-signing/detached-signature'
import type { SealKey } from '@agency/pdf-signing/seal-key'
import type { RecordReads } from '../../clients/read-alerts/record-reads.ts'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database } from '../../platform/database/database.ts'
import { WrongState } from '../../platform/errors.ts'
import { fileNamesOf } from '../../platform/files/archive-names.ts'
import type { FileService } from '../../platform/files/file-service.ts'
import { streamZip, type ZipPart } from '../../platform/files/zip-stream.ts'
import type { Principal } from '../../platform/http/principals.ts'
import { auditIdsOf, findSessionOf } from '../../sessions/sessions/session-service.ts'
import { assertSealKeyInDate, SealKeyOutOfDate } from '../sealing/seal-key-dates.ts'
import { listSealedDocuments, type SealedDocument } from './packet-repository.ts'

export interface PacketContext {
  db: Database
  files: FileService
  principal: Principal
  sealKey: SealKey
  agencyName: string
  recordReads: RecordReads
}

/** The signature comes last: a truncated archive has none. @throws NotFound; WrongState; FileMissing; FileDamaged */
export async function openPacket(context: PacketContext, code: string) {
  const { db, principal, sealKey, agencyName: agency } = context
  const session = await findSessionOf({ db, principal }, code)
  const documents = await listSealedDocuments(db, session.id)
  if (documents.length === 0) throw new WrongState('No document of this session has been signed and sealed yet.')
  for (const { file_id: id, sha256, size } of documents) await context.files.requireWhole({ id, sha256, size })
  const madeAt = new Date()
  requireValidSeal(sealKey, madeAt)
  const names = fileNamesOf(documents.map(({ title }) => title))
  const named = documents.map((document, index) => ({ ...document, file: names[index] ?? '' }))
  const manifest = manifestOf({ agency, session_id: session.id, made_at: madeAt.toISOString() }, named)
  const signature = await signDetached(manifest, sealKey, madeAt)
  await context.recordReads.count(principal, session.client_id)
  await recordEvent(db, principal, {
    action: 'session.packet-downloaded',
    ...auditIdsOf(session),
    detail: `manifest SHA-256 ${createHash('sha256').update(manifest).digest('hex')}`,
  })
  const archive = streamZip([
    ...named.map((document) => partOf(context.files, document)),
    bufferPart('manifest.json', manifest, madeAt),
    bufferPart('manifest.json.p7s', signature, madeAt),
  ])
  return { name: `Documents ${formatSessionCode(session.session_code)}.zip`, ...archive }
}

export const hasPacket = async (db: Database, sessionId: string): Promise<boolean> =>
  (await listSealedDocuments(db, sessionId)).length > 0

interface AttachableDocument {
  filename: string
  content: Buffer
  contentType: 'application/pdf'
}

export const packetSize = async (db: Database, sessionId: string): Promise<number> =>
  (await listSealedDocuments(db, sessionId)).reduce((sum, { size }) => sum + size, 0)

/** The sealed documents of a session, each whole. @throws FileMissing, FileDamaged, or StoreUnavailable */
export async function readPacket(
  { db, files }: Pick<PacketContext, 'db' | 'files'>,
  sessionId: string,
): Promise<AttachableDocument[]> {
  const documents = await listSealedDocuments(db, sessionId)
  const names = fileNamesOf(documents.map(({ title }) => title))
  const read: AttachableDocument[] = []
  for (const [index, { file_id }] of documents.entries()) {
    const content = await files.read(db, file_id)
    read.push({ filename: names[index] ?? '', content, contentType: 'application/pdf' })
  }
  return read
}

const unsignable =
  'The archive can’t be signed, because the seal certificate is not valid today. Download the documents one by one.'

/** A signature outside the certificate's dates is not valid, so none is made. */
function requireValidSeal(sealKey: SealKey, now: Date): void {
  try {
    assertSealKeyInDate(sealKey, now)
  } catch (cause) {
    throw cause instanceof SealKeyOutOfDate ? new WrongState(unsignable, { cause }) : cause
  }
}

type NamedDocument = SealedDocument & { file: string }

function manifestOf(head: Omit<PacketManifest, 'documents'>, documents: NamedDocument[]): Buffer {
  const manifest: PacketManifest = {
    ...head,
    documents: documents.map(({ title, file, sha256, size, envelope_id, signed_at, completed_at }) => {
      return { title, file, sha256: sha256.toString('hex'), size, envelope_id, signed_at, completed_at }
    }),
  }
  return Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
}

const partOf = (files: FileService, { file, file_id, sha256, size, completed_at }: NamedDocument): ZipPart => ({
  name: file,
  size,
  modified: new Date(completed_at),
  open: () => files.openLarge({ id: file_id, sha256, size }),
})

const bufferPart = (name: string, content: Buffer, modified: Date): ZipPart => ({
  name,
  size: content.length,
  modified,
  open: async () => Readable.from([content]),
})
