import { v7 as uuid } from 'uuid'
import { recordSystemEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database } from '../../platform/database/database.ts'
import { fileNameOf } from '../../platform/files/uploads/file-names.ts'
import { insertFiledDocument, listUnfiledEnvelopes } from './filed-document-repository.ts'

export interface SealedDocument {
  envelope_id: string
  sealed_file_id: string
  client_id: string
  title: string | null
  folder: string | null
  completed_at: string
}

const longestStem = 250

/** The file name of a title, without path separators and invisible characters. */
function nameOf(title: string | null): string {
  const stem = (title ?? '')
    .replace(/[\\/]/g, '-')
    .trim()
    .replace(/\.pdf$/i, '')
  return fileNameOf(`${stem.slice(0, longestStem) || 'Untitled'}.pdf`)
}

/** Idempotent, also if the entry was deleted. The sealed file is referenced, not copied. */
export async function fileSealedDocument(db: Database, sealed: SealedDocument): Promise<void> {
  const { envelope_id, sealed_file_id: file_id, client_id, title, folder, completed_at: uploaded_at } = sealed
  const id = uuid()
  const entry = { id, client_id, file_id, file_name: nameOf(title), folder: folder?.trim() || null, uploaded_at }
  if (!(await insertFiledDocument(db, { ...entry, status: null, signed: true, scan: 'not_scanned', envelope_id })))
    return
  const detail = `file ${file_id}, envelope ${envelope_id}`
  await recordSystemEvent(db, { action: 'document.filed', clientId: client_id, subjectId: id, detail })
}

const batchSize = 100

/** @returns how many of an earlier release's were filed; undefined if it was interrupted */
export async function fileEarlierDocuments(db: Database, closing: AbortSignal): Promise<number | undefined> {
  for (let filed = 0; ; ) {
    if (closing.aborted) return undefined
    const count = await db.transaction().execute(async (trx) => {
      const envelopes = await listUnfiledEnvelopes(trx, batchSize)
      for (const envelope of envelopes) await fileSealedDocument(trx, envelope)
      return envelopes.length
    })
    filed += count
    if (count < batchSize) return filed
  }
}
