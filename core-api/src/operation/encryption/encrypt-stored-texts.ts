import type { FastifyInstance } from 'fastify'
import { encryptSomeProfiles } from '../../clients/record/client-service.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { encryptText } from '../../platform/encryption/encrypted-text.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { repeatWork } from '../../platform/jobs/repeat-work.ts'
import { lockPlainTexts, storeEncryptedTexts, textColumns } from './stored-text-repository.ts'

const interval = 5 * 60_000
/** During a roll-out, replicas of an earlier release, which cannot decrypt, may run for this time. */
const rollOut = 10 * 60_000
const batchSize = 100

interface Encryption {
  db: Database
  cipher: FieldCipher
}

/** Encrypts in batches of one transaction each; an interruption keeps those that are done. @returns how many rows */
export async function encryptStoredTexts({ db, cipher }: Encryption, signal: AbortSignal): Promise<number> {
  const batches = [
    (trx: Transaction) => encryptSomeProfiles({ db: trx, cipher }, batchSize),
    ...textColumns.map((column) => (trx: Transaction) => encryptSomeTexts({ db: trx, cipher }, column)),
  ]
  let done = 0
  for (const encryptBatch of batches) {
    let encrypted = -1
    while (!signal.aborted && encrypted !== 0) {
      encrypted = await db.transaction().execute(encryptBatch)
      done += encrypted
    }
  }
  return done
}

async function encryptSomeTexts(
  { db, cipher }: Encryption & { db: Transaction },
  column: (typeof textColumns)[number],
): Promise<number> {
  const { table, purpose } = column
  const rows = await lockPlainTexts(db, column, batchSize)
  const encrypted = rows.map(({ id, plain }) => ({ id, encrypted: encryptText(cipher, { table, id, purpose }, plain) }))
  if (encrypted.length > 0) await storeEncryptedTexts(db, column, encrypted)
  return rows.length
}

/** Encrypts texts of an earlier release in the background, after a roll-out if other processes may use the database. */
export async function storedTextEncryption(app: FastifyInstance): Promise<void> {
  const { db, cipher, log } = app
  const begins = Date.now() + (app.alone ? 0 : rollOut)
  repeatWork(app, {
    every: interval,
    work: async (signal) => {
      if (Date.now() < begins) return
      const rows = await encryptStoredTexts({ db, cipher }, signal)
      if (rows > 0) log.info({ rows }, 'encrypted texts that an earlier release stored')
    },
    failure: 'stored texts could not be encrypted, which is tried again',
  })
}
