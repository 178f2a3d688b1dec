import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { countOnOtherKeys, lockOnOtherKeys, storePolicyKeys } from './policy-repository.ts'
import { decryptCodes, searchKeysOf } from './policy-values.ts'

/** Rows per transaction: few, since other queries of the embedded engine wait. */
const batchSize = 25
const beforeAll = '00000000-0000-0000-0000-000000000000'

interface Renewal {
  db: Database
  cipher: FieldCipher
  signal: AbortSignal
  /** Called for a policy that cannot be decrypted. It keeps its search keys. */
  onDamaged(error: unknown, id: string): void
}

/** Makes the search keys of policies anew that were made with an older master key. An interruption keeps finished batches. */
export async function renewPolicyKeys(renewal: Renewal): Promise<void> {
  let after: string | undefined = beforeAll
  while (after && !renewal.signal.aborted) after = await renewBatch(renewal, after)
}

/** How many policies have search keys of an older master key. */
export const countPolicyKeysLeft = (db: Database, cipher: FieldCipher): Promise<number> =>
  countOnOtherKeys(db, cipher.newestKeyId)

/** @returns the id of the last row; undefined at the end */
function renewBatch({ db, cipher, onDamaged }: Renewal, after: string): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    const rows = await lockOnOtherKeys(trx, { newest: cipher.newestKeyId, after, limit: batchSize })
    for (const row of rows) {
      try {
        await storePolicyKeys(trx, row.id, searchKeysOf(cipher, decryptCodes(row, cipher)))
      } catch (error) {
        onDamaged(error, row.id)
      }
    }
    return rows.at(-1)?.id
  })
}
