import {
  type ClientCounts,
  type ClientCountsQuery,
  type ClientListItem,
  type ClientListQuery,
  mostCounted,
} from '@agency/contract/clients'
import type { ClientScope } from '../../platform/database/client-scope.ts'
import type { Database } from '../../platform/database/database.ts'
import type { PageIds } from '../../platform/database/page-ids.ts'
import { shareEqualCalls } from '../../platform/database/shared-query.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { InvalidInput } from '../../platform/errors.ts'
import { type ClientFilter, readFilter, type SentFilter } from './client-filter.ts'
import {
  countByStatus,
  countMatches,
  countMatchesByStatus,
  findAllIds,
  findIdsByKeys,
  findListItems,
  findMatchingIds,
  findPageIds,
  scanInOrder,
  type Window,
} from './client-list-repository.ts'
import type { Order } from './client-order.ts'
import { sensitiveAsked } from './where-filter.ts'

/** The ids of those clients of an answer that were found by the last four digits of their SSN. */
export interface FoundBySsn {
  foundBySsn: string[]
}

/** How many clients a search with many matches reads in order, before it finds and sorts all matches. */
const scannedInOrder = 10_000
/** How many it reads in order for a letter that most names have, in place of the letter's index, which has most clients. */
const scannedFirst = 1_500
const batchSize = 1_000

const beyondSearch = {
  field: 'offset',
  message: `must be less than ${mostCounted} with a search or conditions. Narrow them to see other clients.`,
}

/** The client list: pages, the whole list, and counts. */
export class ClientDirectory {
  readonly #db: Database
  readonly #cipher: FieldCipher
  /** The same for all pages of a list, and most of what they cost. */
  readonly #count: (filter: ClientFilter) => Promise<number>

  constructor(db: Database, cipher: FieldCipher) {
    this.#db = db
    this.#cipher = cipher
    this.#count = shareEqualCalls((filter) => countMatches(db, filter))
  }

  /**
   * @param sensitive whether conditions on sensitive fields are taken
   * @returns a page, the sensitive fields of its conditions, and how many clients match: of a search or of conditions at most
   *   `mostCounted + 1`, which stands for more
   * @throws InvalidInput when a page of a search starts after `mostCounted`
   */
  async page(
    query: SentFilter & { limit: number },
    scope: ClientScope,
    sensitive?: Parameters<typeof readFilter>[3],
  ): Promise<{ rows: ClientListItem[]; total: number; sensitive: string[] } & FoundBySsn> {
    const { limit, offset = 0 } = query
    const filter = readFilter(query, this.#cipher, scope, sensitive)
    if (isCountedInPart(filter) && offset >= mostCounted) throw new InvalidInput([beyondSearch])
    const { ids, total } = await this.#findIds(filter, orderOf(query), { limit, offset })
    return {
      rows: await findListItems(this.#db, ids),
      total,
      sensitive: sensitiveAsked(filter.where),
      foundBySsn: await this.#foundBySsn(filter, ids),
    }
  }

  async #findIds(filter: ClientFilter, order: Order, window: Window): Promise<PageIds> {
    if (!isCountedInPart(filter)) {
      const [ids, total] = await Promise.all([findPageIds(this.#db, filter, order, window), this.#count(filter)])
      return { ids, total }
    }
    const counted = mostCounted + 1
    if (isFrequent(filter)) {
      const found = await scanInOrder(this.#db, filter, order, window, { scanned: scannedFirst, most: counted })
      if (found.total >= counted) return { ids: found.ids, total: counted }
    }
    // Checking the digits of phone numbers client by client takes longer than to sort all that their index finds.
    const isByPhone = filter.identifier.phone !== undefined
    const found = await findMatchingIds(this.#db, filter, order, window, isByPhone ? undefined : counted)
    if (found.total < counted || isByPhone) return { ...found, total: Math.min(found.total, counted) }
    const { ids } = await scanInOrder(this.#db, filter, order, window, { scanned: scannedInOrder, most: 0 })
    if (ids.length === window.limit) return { ids, total: counted }
    return { ids: (await findMatchingIds(this.#db, filter, order, window)).ids, total: counted }
  }

  /** All matches in batches, so that they are never all in memory. */
  async all(
    query: ClientListQuery,
    scope: ClientScope,
  ): Promise<{ total: number; ids: string[]; batches: AsyncGenerator<ClientListItem[]> } & FoundBySsn> {
    const filter = readFilter(query, this.#cipher, scope)
    const ids = await findAllIds(this.#db, filter, orderOf(query))
    return { total: ids.length, ids, batches: this.#batches(ids), foundBySsn: await this.#foundBySsn(filter, ids) }
  }

  async *#batches(ids: string[]) {
    for (let from = 0; from < ids.length; from += batchSize) {
      yield await findListItems(this.#db, ids.slice(from, from + batchSize))
    }
  }

  /** How many clients of each status match. The last four of an SSN find nobody here: only the list records that. */
  counts(scope: ClientScope, query: ClientCountsQuery = {}): Promise<ClientCounts> {
    const filter = readFilter(query, this.#cipher, scope)
    const isWhole = !isCountedInPart(filter) && !filter.followUp && !filter.proposing
    if (isWhole) return countByStatus(this.#db, scope)
    return countMatchesByStatus(this.#db, { ...filter, identifier: { ...filter.identifier, ssnKeys: [] } })
  }

  #foundBySsn({ identifier: { ssnKeys } }: ClientFilter, ids: string[]): Promise<string[]> {
    return ssnKeys.length === 0 ? Promise.resolve([]) : findIdsByKeys(this.#db, ssnKeys, ids)
  }
}

/** Whether matches are found first and counted up to a number: of a search, and of conditions. */
const isCountedInPart = ({ words, where }: ClientFilter): boolean => words.length > 0 || where !== undefined

/** One letter, and no condition that leaves few clients. */
const isFrequent = ({ words, status, followUp, proposing, where }: ClientFilter) =>
  words.length > 0 &&
  words.every((spellings) => spellings.every((word) => Array.from(word).length === 1)) &&
  !status &&
  !followUp &&
  !proposing &&
  !where

const orderOf = ({ sort = 'client_last_name', order = 'asc' }: SentFilter): Order => ({ sort, order })
