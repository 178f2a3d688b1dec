import type { Database } from '../../platform/database/database.ts'
import { TooManyRecords } from '../../platform/errors.ts'
import type { AdminPrincipal, Principal } from '../../platform/http/principals.ts'
import { recordEvent } from '../audit/audit-service.ts'
import {
  claimAlert,
  countReads,
  findReadClients,
  lockReads,
  storeReads,
  windowSeconds,
} from './record-read-repository.ts'

export interface ReadLimits {
  /** Clients' records within an hour at which power admins are alerted; 0: never. */
  alert: number
  /** The most clients' records that one staff member may open within an hour; 0: no limit. */
  limit: number
}

/** The actions of the two thresholds on the audit trail. */
export const readRate = 'records.read-rate'
export const readRefused = 'records.read-refused'

const windowMilliseconds = windowSeconds * 1000
/** Above this share of the limit, each record is counted in the database before it is returned. */
const exactFrom = 0.8

/** The records that one staff member has opened, as far as this process knows. */
interface Reader {
  principal: AdminPrincipal
  /** Clients that count, with the time until which they do, in ms since the epoch; oldest first. */
  known: Map<string, number>
  /** Clients that are not stored yet. */
  pending: Set<string>
  /** The last count of the database. */
  total: number
  /** For each threshold, the time until which it is not reported again, in ms since the epoch. */
  reported: Map<string, number>
}

/**
 * Counts how many clients' records each staff member opens within an hour, over all processes. Records are counted in
 * memory and stored by `flush`: opening one needs no further statement until the limit is near.
 */
export class RecordReads {
  readonly #db: Database
  readonly #limits: ReadLimits
  readonly #readers = new Map<string, Promise<Reader>>()

  constructor(db: Database, limits: ReadLimits) {
    this.#db = db
    this.#limits = limits
  }

  /**
   * Counts a client's record as opened by staff, once an hour for each client. Sessions of clients are not counted.
   * Call it before any value of the record is returned.
   * @throws TooManyRecords at the limit; the refusal is on the audit trail
   */
  async count(principal: Principal, clientId: string): Promise<void> {
    const { alert, limit } = this.#limits
    if (principal.kind !== 'admin' || (alert === 0 && limit === 0)) return
    const reader = await this.#readerOf(principal)
    reader.principal = principal
    if ((reader.known.get(clientId) ?? 0) > Date.now()) return
    const isNear = limit > 0 && reader.total + reader.pending.size >= limit * exactFrom
    if (isNear) await this.#countExactly(reader, clientId)
    else reader.pending.add(clientId)
    reader.known.delete(clientId)
    reader.known.set(clientId, Date.now() + windowMilliseconds)
  }

  /** Stores newly opened records, reports thresholds, and forgets staff who opened nothing for an hour. */
  async flush(): Promise<void> {
    for (const [adminId, loading] of this.#readers) {
      const reader = await loading
      if (reader.pending.size > 0) await this.#store(reader)
      forgetOld(reader)
      if (reader.known.size === 0) this.#readers.delete(adminId)
    }
  }

  #readerOf(principal: AdminPrincipal): Promise<Reader> {
    const known = this.#readers.get(principal.adminId)
    if (known) return known
    const loading = this.#load(principal)
    this.#readers.set(principal.adminId, loading)
    // The caller gets the error; the next call reads again.
    loading.catch(() => this.#readers.delete(principal.adminId))
    return loading
  }

  async #load(principal: AdminPrincipal): Promise<Reader> {
    const clients = await findReadClients(this.#db, principal.adminId)
    const known = new Map(clients.map(({ client_id, left }) => [client_id, Date.now() + left]))
    return { principal, known, pending: new Set(), total: clients.length, reported: new Map() }
  }

  async #store(reader: Reader): Promise<void> {
    const { adminId } = reader.principal
    const stored = [...reader.pending]
    reader.total = await this.#db.transaction().execute(async (trx) => {
      await lockReads(trx, adminId)
      await storeReads(trx, adminId, stored)
      return (await countReads(trx, adminId)).total
    })
    for (const id of stored) reader.pending.delete(id)
    await this.#reportRate(reader)
  }

  /** Counts one record in the database. @throws TooManyRecords at the limit */
  async #countExactly(reader: Reader, clientId: string): Promise<void> {
    const { adminId } = reader.principal
    const { limit } = this.#limits
    const pending = [...reader.pending]
    const { total, nextFree, isCounted } = await this.#db.transaction().execute(async (trx) => {
      await lockReads(trx, adminId)
      await storeReads(trx, adminId, pending)
      const before = await countReads(trx, adminId, clientId)
      if (before.isCounted || before.total >= limit) return before
      await storeReads(trx, adminId, [clientId])
      return { ...before, total: before.total + 1, isCounted: true }
    })
    for (const id of pending) reader.pending.delete(id)
    reader.total = total
    await this.#reportRate(reader)
    if (isCounted) return
    await this.#report(reader, readRefused, limit)
    throw new TooManyRecords(Math.max(1, Math.ceil(nextFree / 1000)))
  }

  async #reportRate(reader: Reader): Promise<void> {
    const { alert } = this.#limits
    if (alert > 0 && reader.total >= alert) await this.#report(reader, readRate, reader.total)
  }

  /** Writes to the audit trail that a threshold was reached, once an hour over all processes. */
  async #report({ principal, reported }: Reader, action: string, count: number): Promise<void> {
    if ((reported.get(action) ?? 0) > Date.now()) return
    await this.#db.transaction().execute(async (trx) => {
      if (!(await claimAlert(trx, principal.adminId, action))) return
      const detail = `${count} clients within an hour`
      await recordEvent(trx, principal, { action, subjectId: principal.adminId, detail })
    })
    reported.set(action, Date.now() + windowMilliseconds / 60)
  }
}

function forgetOld({ known }: Reader): void {
  for (const [id, until] of known) {
    if (until > Date.now()) return
    known.delete(id)
  }
}
