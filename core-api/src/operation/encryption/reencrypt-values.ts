import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { type Keyring, keysOf } from '../../platform/encryption/keyring.ts'
import {
  countOnOtherKeys,
  type EncryptedRow,
  type EncryptedTable,
  findSomeKeyIds,
  listEncryptedTables,
  lockEncryptedRows,
  updateEncryptedRows,
} from './encrypted-value-repository.ts'

export { type EncryptedTable, listEncryptedTables } from './encrypted-value-repository.ts'

export interface ValueRotation {
  db: Database
  cipher: FieldCipher
  keyring: Keyring
  signal: AbortSignal
  /** Called for a value that cannot be decrypted. It stays unchanged. */
  onDamaged(error: unknown, table: string, id: string): void
}

/** Rows per transaction: few, since other queries of the embedded engine wait. */
const batchSize = 25
const beforeAll = '00000000-0000-0000-0000-000000000000'

/** Encrypts in batches with locked rows. An interruption keeps the finished ones. */
export async function reencryptValues(rotation: ValueRotation): Promise<void> {
  for (const table of await listEncryptedTables(rotation.db)) {
    let after: string | undefined = beforeAll
    while (after && !rotation.signal.aborted) after = await reencryptBatch(rotation, table, after)
  }
}

/** @returns the id of the last row; undefined at the end */
function reencryptBatch(rotation: ValueRotation, table: EncryptedTable, after: string): Promise<string | undefined> {
  const keyIds = rotation.keyring.older.map(({ id }) => id)
  return rotation.db.transaction().execute(async (trx) => {
    const rows = await lockEncryptedRows(trx, { table, keyIds, after, limit: batchSize })
    const reencrypted = rows.flatMap((row) => reencryptRow(rotation, table, row))
    if (reencrypted.length > 0) await updateEncryptedRows(trx, table, reencrypted)
    return rows.at(-1)?.id
  })
}

function reencryptRow({ cipher, onDamaged }: ValueRotation, table: EncryptedTable, row: EncryptedRow): EncryptedRow[] {
  try {
    const reencrypted: EncryptedRow = { id: row.id }
    for (const { column, purpose } of table.columns) {
      const value = row[column]
      const context = { table: table.table, id: row.id, purpose }
      reencrypted[column] = Buffer.isBuffer(value) ? cipher.encrypt(cipher.decrypt(value, context), context) : null
    }
    return [reencrypted]
  } catch (error) {
    onDamaged(error, table.table, row.id)
    return []
  }
}

export async function countValuesLeft(db: Database, { newest }: Keyring): Promise<Record<string, number>> {
  const left: Record<string, number> = {}
  for (const table of await listEncryptedTables(db)) left[table.table] = await countOnOtherKeys(db, table, newest.id)
  return left
}

/** Checks the keys before anything is encrypted with another one. @throws with a message for the operator */
export async function requireKeysOf(db: Database, keyring: Keyring): Promise<void> {
  for (const named of await findSomeKeyIds(db, await listEncryptedTables(db))) {
    if (keysOf(keyring).some(({ id }) => id.equals(named))) continue
    throw new Error(
      `The stored data is encrypted with the master key ${named.toString('hex')}, which is missing: ` +
        'restore the files in `keys`, or set MASTER_KEY and MASTER_KEY_PREVIOUS.',
    )
  }
}
