import type { Database, Transaction } from '../database/database.ts'
import type { FieldCipher } from './field-cipher.ts'

/** Rows per transaction: few, since other queries of the embedded engine wait. */
const batchSize = 25
const beforeAll = '00000000-0000-0000-0000-000000000000'

export interface Renewal {
  db: Database
  cipher: FieldCipher
  signal: AbortSignal
  /** Called for a row that cannot be decrypted. It keeps its search keys. */
  onDamaged(error: unknown, id: string): void
}

interface Rows<Row, Keys> {
  lock(trx: Transaction, page: { after: string; limit: number }): Promise<Row[]>
  keysOf(row: Row): Keys
  store(trx: Transaction, id: string, keys: Keys): Promise<void>
}

/** Makes outdated search keys anew. An interruption keeps the finished batches. @returns how many rows got keys */
export async function renewKeys<Row extends { id: string }, Keys>(
  { db, signal, onDamaged }: Omit<Renewal, 'cipher'>,
  { lock, keysOf, store }: Rows<Row, Keys>,
): Promise<number> {
  let renewed = 0
  const renewAfter = (after: string) =>
    db.transaction().execute(async (trx) => {
      const rows = await lock(trx, { after, limit: batchSize })
      for (const row of rows) {
        let keys: Keys
        try {
          keys = keysOf(row)
        } catch (error) {
          onDamaged(error, row.id)
          continue
        }
        await store(trx, row.id, keys)
        renewed += 1
      }
      return rows.at(-1)?.id
    })
  for (let after: string | undefined = beforeAll; after && !signal.aborted; ) after = await renewAfter(after)
  return renewed
}
