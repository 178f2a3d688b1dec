import type { FastifyInstance } from 'fastify'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { type Renewal, renewKeys } from '../../platform/encryption/renew-keys.ts'
import { repeatWork } from '../../platform/jobs/repeat-work.ts'
import { searchKeysOf, toRecord } from './client-storage.ts'
import { countOnOtherKeys, lockOutdated, type Outdated, storeSearchKeys } from './search-key-repository.ts'

const interval = 5 * 60_000

/** An interruption keeps the finished batches. @returns how many rows got keys */
export function makeMissingSearchKeys(renewal: Renewal): Promise<number> {
  return renew(renewal, { kind: 'earlier-release' })
}

export function renewSearchKeys(renewal: Renewal): Promise<number> {
  return renew(renewal, { kind: 'other-key', newest: renewal.cipher.newestKeyId })
}

export function countSearchKeysLeft(db: Database, cipher: FieldCipher): Promise<number> {
  return countOnOtherKeys(db, cipher.newestKeyId)
}

const renew = (renewal: Renewal, outdated: Outdated): Promise<number> =>
  renewKeys(renewal, {
    lock: (trx, page) => lockOutdated(trx, { outdated, ...page }),
    keysOf: (row) => searchKeysOf(toRecord(row, renewal.cipher), renewal.cipher, row.version),
    store: storeSearchKeys,
  })

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
