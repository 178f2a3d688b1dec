import type { FastifyInstance } from 'fastify'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { repeatWork } from '../../platform/jobs/repeat-work.ts'
import { searchKeysOf, toRecord } from './client-storage.ts'
import { countOnOtherKeys, lockOutdated, type Outdated, storeSearchKeys } from './search-key-repository.ts'

const interval = 5 * 60_000
/** Rows per transaction: few, since other queries of the embedded engine wait. */
const batchSize = 25
const beforeAll = '00000000-0000-0000-0000-000000000000'

interface Renewal {
  db: Database
  cipher: FieldCipher
  signal: AbortSignal
  /** Called for a record that cannot be decrypted. It keeps its search keys. */
  onDamaged(error: unknown, id: string): void
}

/**
 * Makes the search keys of rows that an earlier release wrote. An interruption keeps the finished batches.
 * @returns how many rows got keys
 */
export function makeMissingSearchKeys(renewal: Renewal): Promise<number> {
  return renew(renewal, { kind: 'earlier-release' })
}

/** Makes the search keys anew that were made with an older master key. @returns how many */
export function renewSearchKeys(renewal: Renewal): Promise<number> {
  return renew(renewal, { kind: 'other-key', newest: renewal.cipher.newestKeyId })
}

/** How many records have search keys of an older master key. */
export function countSearchKeysLeft(db: Database, cipher: FieldCipher): Promise<number> {
  return countOnOtherKeys(db, cipher.newestKeyId)
}

async function renew(renewal: Renewal, outdated: Outdated): Promise<number> {
  let renewed = 0
  let after: string | undefined = beforeAll
  while (after && !renewal.signal.aborted) {
    const batch: { last: string | undefined; done: number } = await renewBatch(renewal, outdated, after)
    after = batch.last
    renewed += batch.done
  }
  return renewed
}

function renewBatch({ db, cipher, onDamaged }: Renewal, outdated: Outdated, after: string) {
  return db.transaction().execute(async (trx) => {
    const rows = await lockOutdated(trx, { outdated, after, limit: batchSize })
    let done = 0
    for (const row of rows) {
      const keys = keysOfRow(row, cipher, onDamaged)
      if (keys === undefined) continue
      await storeSearchKeys(trx, row.id, keys)
      done += 1
    }
    return { last: rows.at(-1)?.id, done }
  })
}

function keysOfRow(row: Parameters<typeof toRecord>[0], cipher: FieldCipher, onDamaged: Renewal['onDamaged']) {
  try {
    return searchKeysOf(toRecord(row, cipher), cipher, row.version)
  } catch (error) {
    onDamaged(error, row.id)
    return undefined
  }
}

/** Makes missing search keys in the background: after an update, and while replicas of an earlier release run. */
export async function searchKeyRenewal(app: FastifyInstance): Promise<void> {
  const { db, cipher, log } = app
  repeatWork(app, {
    every: interval,
    work: async (signal) => {
      const onDamaged = (err: unknown, id: string) => log.error({ err, id }, 'a client got no search keys')
      const clients = await makeMissingSearchKeys({ db, cipher, signal, onDamaged })
      if (clients > 0) log.info({ clients }, 'made search keys of clients that an earlier release stored')
    },
    failure: 'search keys could not be made, which is tried again',
  })
}
