import type { FastifyInstance } from 'fastify'
import { recordSystemEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { repeatWork } from '../../platform/jobs/repeat-work.ts'
import { storeClientEdit } from './client-concurrency.ts'
import { findOverdueCvcs, lockClient } from './client-repository.ts'
import { toRecord } from './client-storage.ts'

const hour = 3_600_000
const batch = 100

interface Retention {
  db: Database
  cipher: FieldCipher
  days: number
}

/** PCI DSS 3.3.1: no storage after authorisation. @returns how many were wiped */
export async function wipeOverdueCvcs({ db, cipher, days }: Retention): Promise<number> {
  const ids = await findOverdueCvcs(db, days, batch)
  for (const id of ids) await wipeCvc(db, cipher, id)
  return ids.length
}

function wipeCvc(db: Database, cipher: FieldCipher, id: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const row = await lockClient(trx, id)
    if (!row) return
    await storeClientEdit({ db: trx, cipher, current: toRecord(row, cipher), changes: { cvc: null } }, ['cvc'])
    await recordSystemEvent(trx, { action: 'client.cvc-wiped', clientId: id, subjectId: id, fields: ['cvc'] })
  })
}

export async function cvcRetention(app: FastifyInstance): Promise<void> {
  const retention = { db: app.db, cipher: app.cipher, days: app.config.CVC_RETENTION_DAYS }
  repeatWork(app, {
    every: hour,
    work: async () => {
      while ((await wipeOverdueCvcs(retention)) === batch);
    },
    failure: 'stored CVCs could not be wiped',
  })
}
