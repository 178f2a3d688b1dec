import fp from 'fastify-plugin'
import type { Database } from '../../database/database.ts'
import { repeatWork } from '../../jobs/repeat-work.ts'
import type { Sealer } from '../../sealing/sealer.ts'
import { lockPlainProfiles, storeSealedProfiles } from './client-repository.ts'
import { sealProfile } from './client-storage.ts'

const interval = 5 * 60_000
/** How long replicas of an earlier release, which cannot read an encrypted profile, may go on during a roll-out. */
const rollOut = 10 * 60_000
const batchSize = 100

interface Encryption {
  db: Database
  sealer: Sealer
}

/**
 * Encrypts the profiles that an earlier release stored as JSON, a batch in a transaction: what was done stays done when
 * it breaks off, and a row that somebody is changing is left for the next batch.
 * @returns how many rows were encrypted
 */
export async function encryptProfiles({ db, sealer }: Encryption, signal: AbortSignal): Promise<number> {
  let done = 0
  while (!signal.aborted) {
    const encrypted = await encryptBatch(db, sealer)
    if (encrypted === 0) break
    done += encrypted
  }
  return done
}

function encryptBatch(db: Database, sealer: Sealer): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const rows = await lockPlainProfiles(trx, batchSize)
    const encrypted = rows.map((row) => ({ id: row.id, sealed_profile: sealProfile(row, sealer) }))
    if (encrypted.length > 0) await storeSealedProfiles(trx, encrypted)
    return rows.length
  })
}

/**
 * Encrypts what an earlier release stored, in the background.
 * @param alone no other process has this database, so that there is no roll-out to wait for
 */
export const profileEncryption = fp(
  async (app, { alone }: { alone: boolean }) => {
    const { db, sealer, log } = app
    const begins = Date.now() + (alone ? 0 : rollOut)
    repeatWork(app, {
      every: interval,
      work: async (signal) => {
        if (Date.now() < begins) return
        const rows = await encryptProfiles({ db, sealer }, signal)
        if (rows > 0) log.info({ rows }, 'encrypted client profiles that an earlier release stored')
      },
      failure: 'client profiles could not be encrypted, which is tried again',
    })
  },
  { name: 'profile-encryption', dependencies: ['database', 'sealing'] },
)
