import fp from 'fastify-plugin'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import { counted } from '../../platform/counted.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { TooManyRecords } from '../../platform/errors.ts'
import type { AdminPrincipal, Principal } from '../../platform/http/principals.ts'
import { repeatWork } from '../../platform/jobs/repeat-work.ts'
import {
  claimAlert,
  countNew,
  countReads,
  deleteOldReads,
  findNextFree,
  lockReads,
  type ReadClients,
  type ReadCount,
  storeReads,
  windowSeconds,
} from './record-read-repository.ts'

declare module 'fastify' {
  interface FastifyInstance {
    recordReads: RecordReads
  }
}

const hour = 3_600_000

export const recordReading = fp(
  async (app) => {
    const { db, config } = app
    const limits = {
      alert: config.RECORD_READS_ALERT,
      limit: config.RECORD_READS_LIMIT,
      rowsPerRecord: config.RECORD_READS_LIST_ROWS,
    }
    app.decorate('recordReads', new RecordReads(db, limits))
    const failure = 'old counts of opened records could not be removed'
    repeatWork(app, { every: hour, work: () => deleteOldReads(db), failure })
  },
  { name: 'record-reads', dependencies: ['database'] },
)

interface ReadLimits {
  /** Clients' records within an hour at which power admins are alerted; 0: never. */
  alert: number
  /** The most clients' records that one staff member may open within an hour; 0: no limit. */
  limit: number
  /** How many rows of lists count as one opened record, each client once; 0: rows do not count. */
  rowsPerRecord: number
}

export const readRate = 'records.read-rate'
export const readRefused = 'records.read-refused'

/** Counts how many clients each staff member reads within an hour: opened records, and at a lower weight those in lists. */
export class RecordReads {
  readonly #db: Database
  readonly #limits: ReadLimits

  constructor(db: Database, limits: ReadLimits) {
    this.#db = db
    this.#limits = limits
  }

  /** Counts a record once an hour. Call it before any value is returned. @throws TooManyRecords, audited */
  async count(principal: Principal, clientId: string): Promise<void> {
    await this.#count(principal, { ids: [clientId], listed: false })
  }

  /** Counts listed clients at a lower weight than an opened record. @throws TooManyRecords, audited */
  async countListed(principal: Principal, clientIds: string[]): Promise<void> {
    if (this.#limits.rowsPerRecord > 0) await this.#count(principal, { ids: [...new Set(clientIds)], listed: true })
  }

  async #count(principal: Principal, read: ReadClients): Promise<void> {
    const { alert, limit } = this.#limits
    if (principal.kind !== 'admin' || (alert === 0 && limit === 0) || read.ids.length === 0) return
    const { fresh, upgraded } = await countNew(this.#db, principal.adminId, read)
    if (fresh + upgraded === 0) return
    const refusal = await this.#db.transaction().execute((trx) => this.#store(trx, principal, read))
    if (refusal) throw new TooManyRecords(Math.max(1, Math.ceil(refusal.seconds)))
  }

  async #store(trx: Transaction, principal: AdminPrincipal, read: ReadClients) {
    const { adminId } = principal
    const { alert, limit } = this.#limits
    await lockReads(trx, adminId)
    const before = await countReads(trx, adminId)
    const { fresh, upgraded } = await countNew(trx, adminId, read)
    const total = read.listed
      ? { opened: before.opened, listed: before.listed + fresh }
      : { opened: before.opened + fresh + upgraded, listed: before.listed - upgraded }
    const excess = this.#points(total) - limit * this.#perRecord
    if (limit > 0 && excess > 0 && fresh + upgraded > 0) {
      await report(trx, principal, readRefused, before)
      const next = await findNextFree(trx, adminId, { points: excess, perRecord: this.#perRecord })
      // More rows than anybody may read wait for a setting, not for the hour.
      return { seconds: next ?? windowSeconds }
    }
    await storeReads(trx, adminId, read)
    if (alert > 0 && this.#points(total) >= alert * this.#perRecord) await report(trx, principal, readRate, total)
    return undefined
  }

  /** Parts of which a record has so many, and a row of a list one. */
  get #perRecord(): number {
    return Math.max(1, this.#limits.rowsPerRecord)
  }

  #points({ opened, listed }: ReadCount): number {
    return opened * this.#perRecord + listed
  }
}

async function report(
  trx: Transaction,
  principal: AdminPrincipal,
  action: typeof readRate | typeof readRefused,
  { opened, listed }: ReadCount,
): Promise<void> {
  if (!(await claimAlert(trx, principal.adminId, action))) return
  const rows = listed === 0 ? '' : ` and ${counted(listed, 'row')} of lists`
  const detail = `${counted(opened, 'client')}${rows} within an hour`
  await recordEvent(trx, principal, { action, subjectId: principal.adminId, detail })
}
