import type { Readable } from 'node:stream'
import { recordSystemEvent } from '../../platform/audit-trail/audit-service.ts'
import { openAuditKey } from '../../platform/audit-trail/open-audit-key.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import type { EncryptedStore } from '../../platform/files/encrypted-store.ts'
import { openFiles } from './archived-files.ts'
import { packArchive } from './pack-archive.ts'

interface Agency {
  db: Database
  store: EncryptedStore
  cipher: FieldCipher
}

/**
 * Exports the whole agency as it is at one moment. The event on the trail comes after that moment, so that an archive of
 * the new installation has the same bytes.
 * @param write reads the stream to its end
 */
export async function exportAgency({ db, store, cipher }: Agency, write: (archive: Readable) => Promise<void>) {
  await openAuditKey(db, cipher)
  let lost = 0
  const packed = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((trx) => {
      const files = () => openFiles(trx, store, () => void lost++)
      return packArchive({ trx, form: 'open', cipher, keyIds: [], files }, write)
    })
  await recordSystemEvent(db, { action: 'agency.exported', detail: `rows: ${packed.rows}, files: ${packed.files}` })
  return { ...packed, lost }
}
