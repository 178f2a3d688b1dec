import type { AuditAction } from '@agency/contract/audit-actions'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import { counted } from '../../platform/counted.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { TooManyRecords } from '../../platform/errors.ts'
import type { AdminPrincipal, Principal } from '../../platform/http/principals.ts'
import {
  claimAlert,
  countNew,
  countReads,
  findNextFree,
  findReadClients,
  lockReads,
  type ReadClients,
  type ReadCount,
  storeReads,
  windowSeconds,
} from './record-read-repository.ts'

export interface ReadLimits {
  /** Clients' records within an hour at which power admins are alerted; 0: never. */
  alert: number
  /** The most clients' records that one staff member may open within an hour; 0: no limit. */
  limit: number
  /** How many rows of lists count as one opened record, each client once; 0: rows do not count. */
  rowsPerRecord: number
}

/** The actions of the two thresholds on the audit trail. */
export const readRate = 'records.read-rate'
export const readRefused = 'records.read-refused'

const windowMilliseconds = windowSeconds * 1000
/** Above this share of the limit, each record is counted in the database before it is returned. */
const exactFrom = 0.8

interface Known {
  /** The time until which the client counts, in ms since the epoch. */
  until: number
  /** Whether it was in a list only. */
  listed: boolean
}

/** What one staff member has read, as far as this process knows. */
interface Reader {
  principal: AdminPrincipal
  /** Clients that count; oldest first. */
  known: Map<string, Known>
  /** Clients that are not stored yet, and whether each was in a list only. */
  pending: Map<string, boolean>
  /** The last count of the database. */
  total: ReadCount
  /** For each threshold, the time until which it is not reported again, in ms since the epoch. */
  reported: Map<string, number>
}

/**
 * Counts how many clients each staff member reads within an hour, over all processes: opened records, and at a lower weight
 * those in lists. Reads are counted in memory and stored by `flush`: they need no further statement until the limit is near.
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
    await this.#count(principal, { ids: [clientId], listed: false })
  }

  /**
   * Counts the clients of a list that staff are about to get, each once an hour and at a lower weight than an opened record.
   * @throws TooManyRecords at the limit; the refusal is on the audit trail
   */
  async countListed(principal: Principal, clientIds: string[]): Promise<void> {
    if (this.#limits.rowsPerRecord > 0) await this.#count(principal, { ids: clientIds, listed: true })
  }

  async #count(principal: Principal, { ids, listed }: ReadClients): Promise<void> {
    const { alert, limit } = this.#limits
    if (principal.kind !== 'admin' || (alert === 0 && limit === 0)) return
    const reader = await this.#readerOf(principal)
    reader.principal = principal
    const fresh = [...new Set(ids)].filter((id) => !isCounted(reader.known.get(id), listed))
    if (fresh.length === 0) return
    if (this.#isNear(reader, { ids: fresh, listed })) await this.#countExactly(reader, { ids: fresh, listed })
    else for (const id of fresh) reader.pending.set(id, listed)
    for (const id of fresh) {
      reader.known.delete(id)
      reader.known.set(id, { until: Date.now() + windowMilliseconds, listed })
    }
  }

  /** Stores newly read clients, reports thresholds, and forgets staff who read nothing for an hour. */
  async flush(): Promise<void> {
    for (const [adminId, loading] of this.#readers) {
      const reader = await loading
      if (reader.pending.size > 0) await this.#store(reader)
      forgetOld(reader)
      if (reader.known.size === 0) this.#readers.delete(adminId)
    }
  }

  /** Parts of which a record has so many, and a row of a list one. */
  get #perRecord(): number {
    return Math.max(1, this.#limits.rowsPerRecord)
  }

  #points({ opened, listed }: ReadCount): number {
    return opened * this.#perRecord + listed
  }

  #isNear({ total, pending }: Reader, { ids, listed }: ReadClients): boolean {
    if (this.#limits.limit === 0) return false
    const waiting = [...pending.values()].filter((inList) => inList).length
    const added = this.#points({ opened: pending.size - waiting, listed: waiting })
    const now = ids.length * (listed ? 1 : this.#perRecord)
    // A single record is counted exactly from the share on, as many rows are that would reach it.
    const reached = this.#points(total) + added + (listed ? now : 0)
    return reached >= this.#limits.limit * this.#perRecord * exactFrom
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
    const known = new Map(
      clients.map(({ client_id, listed, left }) => [client_id, { until: Date.now() + left, listed }]),
    )
    const listed = clients.filter((client) => client.listed).length
    const total = { opened: clients.length - listed, listed }
    return { principal, known, pending: new Map(), total, reported: new Map() }
  }

  /** Stores what is pending, in the caller's transaction. @returns a function that forgets it, for after the commit */
  async #storePending(trx: Transaction, { principal, pending }: Reader): Promise<() => void> {
    const stored = [...pending]
    const idsOf = (listed: boolean) => stored.filter(([, inList]) => inList === listed).map(([id]) => id)
    for (const listed of [false, true]) await storeReads(trx, principal.adminId, { ids: idsOf(listed), listed })
    return () => {
      for (const [id, listed] of stored) if (pending.get(id) === listed) pending.delete(id)
    }
  }

  async #store(reader: Reader): Promise<void> {
    const { adminId } = reader.principal
    const { total, forget } = await this.#db.transaction().execute(async (trx) => {
      await lockReads(trx, adminId)
      const stored = await this.#storePending(trx, reader)
      return { forget: stored, total: await countReads(trx, adminId) }
    })
    forget()
    reader.total = total
    await this.#reportRate(reader)
  }

  /** Counts clients in the database. @throws TooManyRecords if they would exceed the limit: none of them is counted then */
  async #countExactly(reader: Reader, read: ReadClients): Promise<void> {
    const { adminId } = reader.principal
    const most = this.#limits.limit * this.#perRecord
    const { total, excess, wait, forget } = await this.#db.transaction().execute(async (trx) => {
      await lockReads(trx, adminId)
      const stored = await this.#storePending(trx, reader)
      const before = await countReads(trx, adminId)
      const { fresh, upgraded } = await countNew(trx, adminId, read)
      const cost = read.listed ? fresh : fresh * this.#perRecord + upgraded * (this.#perRecord - 1)
      const over = cost === 0 ? 0 : this.#points(before) + cost - most
      if (over > 0) {
        const next = await findNextFree(trx, adminId, { points: over, perRecord: this.#perRecord })
        return { forget: stored, total: before, excess: over, wait: next }
      }
      await storeReads(trx, adminId, read)
      return { forget: stored, total: await countReads(trx, adminId), excess: 0, wait: undefined }
    })
    forget()
    reader.total = total
    await this.#reportRate(reader)
    if (excess <= 0) return
    await this.#report(reader, readRefused)
    // More rows than anybody may read wait for a setting, not for the hour.
    throw new TooManyRecords(Math.max(1, Math.ceil((wait ?? windowMilliseconds) / 1000)))
  }

  async #reportRate(reader: Reader): Promise<void> {
    const { alert } = this.#limits
    if (alert > 0 && this.#points(reader.total) >= alert * this.#perRecord) await this.#report(reader, readRate)
  }

  /** Writes to the audit trail that a threshold was reached, once an hour over all processes. */
  async #report({ principal, reported, total }: Reader, action: AuditAction): Promise<void> {
    if ((reported.get(action) ?? 0) > Date.now()) return
    await this.#db.transaction().execute(async (trx) => {
      if (!(await claimAlert(trx, principal.adminId, action))) return
      await recordEvent(trx, principal, { action, subjectId: principal.adminId, detail: detailOf(total) })
    })
    reported.set(action, Date.now() + windowMilliseconds / 60)
  }
}

function detailOf({ opened, listed }: ReadCount): string {
  const rows = listed === 0 ? '' : ` and ${counted(listed, 'row')} of lists`
  return `${counted(opened, 'client')}${rows} within an hour`
}

const isCounted = (known: Known | undefined, listed: boolean): boolean =>
  known !== undefined && known.until > Date.now() && (listed || !known.listed)

function forgetOld({ known }: Reader): void {
  for (const [id, { until }] of known) {
    if (until > Date.now()) return
    known.delete(id)
  }
}
