import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import type { RecordReads } from '../read-alerts/record-reads.ts'

export interface ExportContext {
  db: Database
  cipher: FieldCipher
  principal: AdminPrincipal
  recordReads: RecordReads
}

export interface Table {
  name: string
  headings: readonly string[]
  /** The rows in batches, which are read when they are written. */
  rows(): AsyncGenerator<(readonly string[])[]>
}
