import type { Database } from '../../platform/database/database.ts'
import type { Sealer } from '../../platform/encryption/field-cipher.ts'
import { type Keyring, keysOf } from '../../platform/encryption/keyring.ts'
import { type SealedTable, sealedTables } from './sealed-columns.ts'
import {
  countOnOtherKeys,
  findSomeKeyId,
  lockSealedRows,
  type SealedRow,
  updateSealedRows,
} from './sealed-value-repository.ts'

export interface ValueRotation {
  db: Database
  sealer: Sealer
  keyring: Keyring
  signal: AbortSignal
  /** Hears of a value that could not be opened; it stays as it is. */
  onDamaged(error: unknown, table: string, id: string): void
}

/** Rows a transaction: few, since the embedded engine serves nobody else meanwhile. */
const batchSize = 25
const beforeAll = '00000000-0000-0000-0000-000000000000'

/**
 * Seals with the newest key what is sealed with older ones, table by table, each batch with its rows locked: a change
 * of a record comes before or after, never in between. What was done stays done when it breaks off.
 */
export async function resealValues(rotation: ValueRotation): Promise<void> {
  for (const table of sealedTables) {
    let after: string | undefined = beforeAll
    while (after && !rotation.signal.aborted) after = await resealBatch(rotation, table, after)
  }
}

/** @returns the id of the last row, undefined when there are no more */
function resealBatch(rotation: ValueRotation, table: SealedTable, after: string): Promise<string | undefined> {
  const keyIds = rotation.keyring.older.map(({ id }) => id)
  return rotation.db.transaction().execute(async (trx) => {
    const rows = await lockSealedRows(trx, { table, keyIds, after, limit: batchSize })
    const resealed = rows.flatMap((row) => resealRow(rotation, table, row))
    if (resealed.length > 0) await updateSealedRows(trx, table, resealed)
    return rows.at(-1)?.id
  })
}

function resealRow({ sealer, onDamaged }: ValueRotation, table: SealedTable, row: SealedRow): SealedRow[] {
  try {
    const resealed: SealedRow = { id: row.id }
    for (const { column, purpose } of table.columns) {
      const value = row[column]
      const context = { table: table.table, id: row.id, purpose }
      resealed[column] = Buffer.isBuffer(value) ? sealer.seal(sealer.open(value, context), context) : null
    }
    return [resealed]
  } catch (error) {
    onDamaged(error, table.table, row.id)
    return []
  }
}

/** How many rows of each table are sealed with another key than the newest. */
export async function countValuesLeft(db: Database, { newest }: Keyring): Promise<Record<string, number>> {
  const left: Record<string, number> = {}
  for (const table of sealedTables) left[table.table] = await countOnOtherKeys(db, table, newest.id)
  return left
}

/**
 * Looks whether this service has the keys of the database it was given, before it seals anything with another.
 * @throws with a sentence when it has not
 */
export async function requireKeysOf(db: Database, keyring: Keyring): Promise<void> {
  for (const table of sealedTables) {
    const named = await findSomeKeyId(db, table)
    if (!named || keysOf(keyring).some(({ id }) => id.equals(named))) continue
    throw new Error(
      `The stored data is sealed with the master key ${named.toString('hex')}, which is not here: ` +
        'put the files of `keys` back, or set MASTER_KEY and MASTER_KEY_PREVIOUS.',
    )
  }
}
