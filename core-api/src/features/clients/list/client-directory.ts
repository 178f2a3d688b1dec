import type { ClientCounts, ClientListItem, ClientListQuery } from '@agency/contract/clients'
import type { Database } from '../../../platform/database/database.ts'
import type { FieldCipher } from '../../../platform/encryption/field-cipher.ts'
import { type ClientFilter, isOnePair, isSelective, readFilter } from './client-filter.ts'
import {
  countByStatus,
  countMatches,
  findAllIds,
  findIdsByKeys,
  findListItems,
  findPage,
  findPageFromEnd,
  findPageWithin,
  findPositions,
  type ListCounts,
  type ListPositions,
  type ListTotal,
  readListVersion,
  searchPage,
  type Window,
} from './client-list-repository.ts'
import type { StoredColumn } from './client-order.ts'
import { CountCache } from './count-cache.ts'
import { findAllIdsByWaiting, findPageByWaiting, searchPageByWaiting } from './waiting-order-repository.ts'

interface Page {
  rows: ClientListItem[]
  /** How many clients match, on all pages. */
  total: number
}
/** The ids of those clients of an answer that were found by the last four digits of their SSN. */
export interface FoundBySsn {
  foundBySsn: string[]
}
type Direction = NonNullable<ClientListQuery['order']>
type Wanted = Window & { filter: ClientFilter; sort: StoredColumn; order: Direction }

/** With more matches, scanning in order until a page is full is cheaper than finding all matches. */
const manyMatches = 2_000
/** The most rows that such a scan reads. */
const reach = 10_000
const batchSize = 1_000
/** How many searches have the places of all their matches in memory: 16 bytes each. */
const keptPositions = 4

/** The client list: pages, the whole list, and counts. */
export class ClientDirectory {
  readonly #db: Database
  readonly #cipher: FieldCipher
  readonly #totals = new CountCache<ListTotal>()
  readonly #positions = new CountCache<ListPositions>(keptPositions)
  readonly #counts = new CountCache<ListCounts>()

  constructor(db: Database, cipher: FieldCipher) {
    this.#db = db
    this.#cipher = cipher
  }

  async page(query: ClientListQuery & { limit: number }): Promise<Page & FoundBySsn> {
    const { sort = 'client_last_name', order = 'asc', limit, offset = 0 } = query
    const filter = readFilter(query, this.#cipher)
    const window = { limit, offset }
    const page =
      sort === 'sessions_waiting'
        ? await this.#pageByWaiting(filter, order, window)
        : await this.#page({ sort, order, ...window, filter })
    const ids = page.rows.map(({ id }) => id)
    return { ...page, foundBySsn: await this.#foundBySsn(filter, ids) }
  }

  #foundBySsn({ identifier: { ssnKeys } }: ClientFilter, ids: string[]): Promise<string[]> {
    return ssnKeys.length === 0 ? Promise.resolve([]) : findIdsByKeys(this.#db, ssnKeys, ids)
  }

  async #page(wanted: Wanted): Promise<Page> {
    const known = await this.#knownTotal(wanted.filter)
    if (hasPositions(wanted, known)) return this.#byPosition(wanted)
    if (isSelective(wanted.filter)) {
      const many = known && known.total > manyMatches
      return (many ? await this.#boundedScan(wanted) : undefined) ?? this.#search(wanted)
    }
    const near = known && (await this.#scanFromEnd(wanted, known))
    return near ?? (await this.#boundedScan(wanted)) ?? this.#scan(wanted)
  }

  /** The last count, which may be outdated. What probably has many matches is counted before it is searched. */
  async #knownTotal(filter: ClientFilter): Promise<ListTotal | undefined> {
    const key = keyOf(filter)
    const known = this.#totals.last(key)
    if (known || !isOnePair(filter)) return known
    return this.#totals.of(key, undefined, () => countMatches(this.#db, filter))
  }

  /** All matches in batches, so that they are never all in memory. */
  async all(
    query: ClientListQuery,
  ): Promise<{ total: number; batches: AsyncGenerator<ClientListItem[]> } & FoundBySsn> {
    const { sort = 'client_last_name', order = 'asc' } = query
    const filter = readFilter(query, this.#cipher)
    const ids =
      sort === 'sessions_waiting'
        ? await findAllIdsByWaiting(this.#db, filter, order)
        : await findAllIds(this.#db, filter, { sort, order })
    return { total: ids.length, batches: this.#batches(ids), foundBySsn: await this.#foundBySsn(filter, ids) }
  }

  async *#batches(ids: string[]) {
    for (let from = 0; from < ids.length; from += batchSize) {
      yield await findListItems(this.#db, ids.slice(from, from + batchSize))
    }
  }

  async counts(): Promise<ClientCounts> {
    const version = await readListVersion(this.#db)
    const { counts } = await this.#counts.of('', version, () => countByStatus(this.#db))
    return counts
  }

  async #scan({ filter, limit, offset, ...order }: Wanted): Promise<Page> {
    const { rows, version } = await findPage(this.#db, filter, order, { limit, offset })
    return { rows, total: await this.#total(filter, version) }
  }

  /** A page far down in a search with many matches. Their places are kept until the list changes. */
  async #byPosition({ filter, limit, offset, ...order }: Wanted): Promise<Page> {
    const key = JSON.stringify([filter, order])
    const version = await readListVersion(this.#db)
    const { ids } = await this.#positions.of(key, version, () => findPositions(this.#db, filter, order))
    return { rows: await findListItems(this.#db, idsAt(ids, { limit, offset })), total: ids.length / idLength }
  }

  /** Reads a page of the second half from the end. The known total must still be valid. */
  async #scanFromEnd({ filter, limit, offset, ...order }: Wanted, known: ListTotal): Promise<Page | undefined> {
    const { total } = known
    if (offset < total / 2 || offset >= total) return undefined
    const size = Math.min(limit, total - offset)
    const window = { limit: size, offset: total - offset - size }
    const { rows, version } = await findPageFromEnd(this.#db, filter, order, window)
    return version === known.version ? { rows, total } : undefined
  }

  /**
   * Scans in order while a search has many matches: a page is soon full, unless all matches come late in the order.
   * PostgreSQL's planner knows neither and would choose the wrong plan.
   */
  async #boundedScan({ filter, limit, offset, ...order }: Wanted): Promise<Page | undefined> {
    if (filter.words.length === 0 || offset > reach) return undefined
    const { rows, version } = await findPageWithin(this.#db, filter, order, { limit, offset }, reach)
    return rows.length < limit ? undefined : { rows, total: await this.#total(filter, version) }
  }

  async #pageByWaiting(filter: ClientFilter, order: Direction, window: Window): Promise<Page> {
    if (isSelective(filter)) return this.#remembered(filter, await searchPageByWaiting(this.#db, filter, order, window))
    const total = await this.#total(filter, await readListVersion(this.#db))
    const { rows } = await findPageByWaiting(this.#db, filter, order, window, total)
    return { rows, total }
  }

  async #search({ filter, limit, offset, ...order }: Wanted): Promise<Page> {
    return this.#remembered(filter, await searchPage(this.#db, filter, order, { limit, offset }))
  }

  /** Keeps the total of a search with many matches. A page behind the last one has none, so that it is counted. */
  async #remembered(filter: ClientFilter, found: Awaited<ReturnType<typeof searchPage>>): Promise<Page> {
    const { rows, total, version } = found
    if (total === undefined || version === undefined) return { rows, total: await this.#total(filter, undefined) }
    if (total > manyMatches) this.#totals.remember(keyOf(filter), { total, version })
    return { rows, total }
  }

  async #total(filter: ClientFilter, version: string | undefined): Promise<number> {
    const { total } = await this.#totals.of(keyOf(filter), version, () => countMatches(this.#db, filter))
    return total
  }
}

/** Whether a page is far down among many matches, which depend on the list alone. */
function hasPositions({ filter, offset }: Wanted, known: ListTotal | undefined): boolean {
  const { words, identifier, proposing } = filter
  if (words.length === 0 || offset <= reach || proposing || identifier.sessionCode !== undefined) return false
  return !isSelective(filter) || (known !== undefined && known.total > reach)
}

const idLength = 16

/** The ids of a window, as text. */
function idsAt(ids: Buffer, { limit, offset }: Window): string[] {
  const part = ids.subarray(offset * idLength, (offset + limit) * idLength).toString('hex')
  return part.match(/.{32}/g) ?? []
}

const keyOf = (filter: ClientFilter): string => JSON.stringify(filter)
