import type { ClientCounts, ClientListItem, ClientListQuery, ClientSortColumn } from '@agency/contract/clients'
import type { ClientScope } from '../../platform/database/client-scope.ts'
import type { Database } from '../../platform/database/database.ts'
import { SharedQueries } from '../../platform/database/shared-query.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { type ClientFilter, countedTerm, isOnePair, isSelective, readFilter } from './client-filter.ts'
import {
  countByStatus,
  countMatches,
  countTerm,
  findAllIds,
  findIdsByKeys,
  findListItems,
  findPage,
  findPageFromEnd,
  findPageWithin,
  findPositions,
  type ListCounts,
  type ListPage,
  type ListPositions,
  type ListTotal,
  searchPage,
  type Window,
} from './client-list-repository.ts'
import type { StoredColumn } from './client-order.ts'
import { CountCache } from './count-cache.ts'
import { relevantVersion } from './list-version.ts'
import { listVersion, listVersionWithWaiting, readListVersion } from './list-version-repository.ts'
import { countIds, idsAt, PageIdCache } from './page-id-cache.ts'
import { findAllIdsByWaiting, findPageByWaiting, searchPageByWaiting } from './waiting-order-repository.ts'

interface Page {
  rows: ClientListItem[]
  /** How many clients match, on all pages. */
  total: number
}
/** A page and its total, with the version of the list that both have; undefined if their versions differ. */
type FreshPage = Page & { version: string | undefined }
/** The ids of those clients of an answer that were found by the last four digits of their SSN. */
export interface FoundBySsn {
  foundBySsn: string[]
}
type Direction = NonNullable<ClientListQuery['order']>
type Wanted = Window & { filter: ClientFilter; sort: ClientSortColumn; order: Direction }
type WantedByColumn = Wanted & { sort: StoredColumn }

/** With more matches, scanning in order until a page is full is cheaper than finding all matches. */
const manyMatches = 2_000
/** The same if all matches need not be found for their number: a scan pays if it finds its page early. */
const manyCountedMatches = 40_000
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
  readonly #pageIds = new PageIdCache()
  readonly #asked = new SharedQueries<Page & FoundBySsn>()

  constructor(db: Database, cipher: FieldCipher) {
    this.#db = db
    this.#cipher = cipher
  }

  /**
   * Callers who ask for the same page at the same time share one answer. What an answer depends on beside the database
   * is in the filter, such as what its caller may see.
   */
  page(query: ClientListQuery & { limit: number }, scope: ClientScope): Promise<Page & FoundBySsn> {
    const { sort = 'client_last_name', order = 'asc', limit, offset = 0 } = query
    const filter = readFilter(query, this.#cipher, scope)
    const key = JSON.stringify([filter, sort, order, limit, offset])
    const wanted = { sort, order, limit, offset, filter }
    return this.#asked.of(key, async () => (await this.#cachedPage(key, wanted)) ?? this.#freshPage(key, wanted))
  }

  /** The clients of a page that was read before, unless the list has changed since. */
  async #cachedPage(key: string, { filter, sort }: Wanted): Promise<(Page & FoundBySsn) | undefined> {
    const cached = this.#pageIds.get(key)
    if (!cached) return undefined
    const versions = sort === 'sessions_waiting' ? listVersionWithWaiting : listVersion
    const { rows, version } = await findListItems(this.#db, cached.ids, versions)
    const isSame = relevantVersion(version, filter, sort) === cached.version
    return isSame ? { rows, total: cached.total, foundBySsn: cached.foundBySsn } : undefined
  }

  async #freshPage(key: string, wanted: Wanted): Promise<Page & FoundBySsn> {
    const { filter, sort } = wanted
    const { version, ...page } = await (isByColumn(wanted) ? this.#page(wanted) : this.#pageByWaiting(wanted))
    const { rows, total, foundBySsn } = await this.#withFoundBySsn(filter, page)
    if (version !== undefined && dependsOnListAlone(filter)) {
      const ids = rows.map(({ id }) => id)
      this.#pageIds.set(key, { ids, total, foundBySsn, version: relevantVersion(version, filter, sort) })
    }
    return { rows, total, foundBySsn }
  }

  async #withFoundBySsn(filter: ClientFilter, page: Page): Promise<Page & FoundBySsn> {
    const ids = page.rows.map(({ id }) => id)
    return { ...page, foundBySsn: await this.#foundBySsn(filter, ids) }
  }

  #foundBySsn({ identifier: { ssnKeys } }: ClientFilter, ids: string[]): Promise<string[]> {
    return ssnKeys.length === 0 ? Promise.resolve([]) : findIdsByKeys(this.#db, ssnKeys, ids)
  }

  async #page(wanted: WantedByColumn): Promise<FreshPage> {
    const known = await this.#knownTotal(wanted.filter)
    if (hasPositions(wanted, known)) return this.#byPosition(wanted)
    if (isSelective(wanted.filter)) {
      const many = known && known.total > (countedTerm(wanted.filter) ? manyCountedMatches : manyMatches)
      return (many ? await this.#boundedScan(wanted) : undefined) ?? this.#search(wanted)
    }
    const near = known && (await this.#scanFromEnd(wanted, known))
    return near ?? (await this.#boundedScan(wanted)) ?? this.#scan(wanted)
  }

  /**
   * The last count, which may be outdated. What probably has many matches, or is counted already, is counted before it is
   * searched.
   */
  async #knownTotal(filter: ClientFilter): Promise<ListTotal | undefined> {
    const key = keyOf(filter)
    const known = this.#totals.last(key)
    if (known || !(isOnePair(filter) || countedTerm(filter))) return known
    return this.#totals.of(key, undefined, () => this.#count(filter))
  }

  /** All matches in batches, so that they are never all in memory. */
  async all(
    query: ClientListQuery,
    scope: ClientScope,
  ): Promise<{ total: number; ids: string[]; batches: AsyncGenerator<ClientListItem[]> } & FoundBySsn> {
    const { sort = 'client_last_name', order = 'asc' } = query
    const filter = readFilter(query, this.#cipher, scope)
    const ids =
      sort === 'sessions_waiting'
        ? await findAllIdsByWaiting(this.#db, filter, order)
        : await findAllIds(this.#db, filter, { sort, order })
    return { total: ids.length, ids, batches: this.#batches(ids), foundBySsn: await this.#foundBySsn(filter, ids) }
  }

  async *#batches(ids: string[]) {
    for (let from = 0; from < ids.length; from += batchSize) {
      const { rows } = await findListItems(this.#db, ids.slice(from, from + batchSize))
      yield rows
    }
  }

  async counts(scope: ClientScope): Promise<ClientCounts> {
    const version = await readListVersion(this.#db)
    const { counts } = await this.#counts.of(JSON.stringify(scope), version, () => countByStatus(this.#db, scope))
    return counts
  }

  async #scan({ filter, limit, offset, ...order }: WantedByColumn): Promise<FreshPage> {
    return this.#withTotal(filter, await findPage(this.#db, filter, order, { limit, offset }))
  }

  /** A page far down in a search with many matches. Their places are kept until the list changes. */
  async #byPosition({ filter, limit, offset, ...order }: WantedByColumn): Promise<FreshPage> {
    const key = JSON.stringify([filter, order])
    const of = (told: string) => relevantVersion(told, filter, order.sort)
    const known = await this.#positions.of(key, of(await readListVersion(this.#db)), async () => {
      const { ids, version } = await findPositions(this.#db, filter, order)
      return { ids, version: of(version) }
    })
    const { rows, version } = await findListItems(this.#db, idsAt(known.ids, { limit, offset }))
    return { rows, total: countIds(known.ids), version: of(version) === known.version ? version : undefined }
  }

  /** Reads a page of the second half from the end. The known total must still be valid. */
  async #scanFromEnd(
    { filter, limit, offset, ...order }: WantedByColumn,
    known: ListTotal,
  ): Promise<FreshPage | undefined> {
    const { total } = known
    if (offset < total / 2 || offset >= total) return undefined
    const size = Math.min(limit, total - offset)
    const window = { limit: size, offset: total - offset - size }
    const { rows, version } = await findPageFromEnd(this.#db, filter, order, window)
    return relevantVersion(version, filter) === known.version ? { rows, total, version } : undefined
  }

  /**
   * Scans in order while a search has many matches: a page is soon full, unless all matches come late in the order.
   * PostgreSQL's planner knows neither and would choose the wrong plan.
   */
  async #boundedScan({ filter, limit, offset, ...order }: WantedByColumn): Promise<FreshPage | undefined> {
    if (filter.words.length === 0 || offset > reach) return undefined
    const page = await findPageWithin(this.#db, filter, order, { limit, offset }, reach)
    return page.rows.length < limit ? undefined : this.#withTotal(filter, page)
  }

  async #pageByWaiting({ filter, order, limit, offset }: Wanted): Promise<FreshPage> {
    const window = { limit, offset }
    if (isSelective(filter)) return this.#remembered(filter, await searchPageByWaiting(this.#db, filter, order, window))
    const counted = await this.#total(filter, await readListVersion(this.#db))
    return totalled(filter, counted, await findPageByWaiting(this.#db, filter, order, window, counted.total))
  }

  async #search({ filter, limit, offset, ...order }: WantedByColumn): Promise<FreshPage> {
    return this.#remembered(filter, await searchPage(this.#db, filter, order, { limit, offset }))
  }

  /** Keeps the total of a search with many matches. */
  #remembered(filter: ClientFilter, found: ListPage & ListTotal): ListPage & ListTotal {
    const { total, version } = found
    if (total > manyMatches) {
      this.#totals.remember(keyOf(filter), { total, version: relevantVersion(version, filter) })
    }
    return found
  }

  async #withTotal(filter: ClientFilter, page: ListPage): Promise<FreshPage> {
    return totalled(filter, await this.#total(filter, page.version), page)
  }

  /** @param version as the database tells it */
  #total(filter: ClientFilter, version: string): Promise<ListTotal> {
    return this.#totals.of(keyOf(filter), relevantVersion(version, filter), () => this.#count(filter))
  }

  async #count(filter: ClientFilter): Promise<ListTotal> {
    const term = countedTerm(filter)
    const { total, version } = await (term ? countTerm(this.#db, term) : countMatches(this.#db, filter))
    return { total, version: relevantVersion(version, filter) }
  }
}

function totalled(filter: ClientFilter, counted: ListTotal, { rows, version }: ListPage): FreshPage {
  const isSame = counted.version === relevantVersion(version, filter)
  return { rows, total: counted.total, version: isSame ? version : undefined }
}

const isByColumn = (wanted: Wanted): wanted is WantedByColumn => wanted.sort !== 'sessions_waiting'

/** Whether a page is far down among many matches, which depend on the list alone. */
function hasPositions({ filter, offset }: Wanted, known: ListTotal | undefined): boolean {
  if (filter.words.length === 0 || offset <= reach || !dependsOnListAlone(filter)) return false
  return !isSelective(filter) || (known !== undefined && known.total > reach)
}

/** Whether the version of the list changes with whatever changes who matches. */
const dependsOnListAlone = ({ proposing, identifier }: ClientFilter): boolean =>
  !proposing && identifier.sessionCode === undefined

const keyOf = (filter: ClientFilter): string => JSON.stringify(filter)
