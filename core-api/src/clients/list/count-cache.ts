import { LRUCache } from 'lru-cache'

type CountQuery<Count> = () => Promise<Count>

/** A count, and the version of the rows that it counted. */
export interface Counted {
  version: string
}

/**
 * Caches counts until the rows that they count have changed. Counting 100,000 rows takes longer than reading a page of
 * them, and every page shows how many there are.
 */
export class CountCache<Count extends Counted> {
  readonly #counts: LRUCache<string, Count, CountQuery<Count>>

  /** @param max how many counts are kept */
  constructor(max = 1_000) {
    this.#counts = new LRUCache<string, Count, CountQuery<Count>>({
      max,
      fetchMethod: (_key, _known, { context: count }) => count(),
      // A failed count keeps the former one as the estimate.
      // A count that was replaced or evicted still answers its callers.
      noDeleteOnFetchRejection: true,
      ignoreFetchAbort: true,
    })
  }

  /** The last count, which may be outdated. */
  last(key: string): Count | undefined {
    return this.#counts.peek(key)
  }

  /** The count as of `version` or later. Concurrent callers share one query. */
  async of(key: string, version: string | undefined, count: CountQuery<Count>): Promise<Count> {
    const status: LRUCache.Status<string, Count, CountQuery<Count>> = {}
    const known = await this.#counts.forceFetch(key, { context: count, status })
    if (status.fetch === 'miss' || known.version === version) return known
    return this.#counts.forceFetch(key, { context: count, forceRefresh: true })
  }

  remember(key: string, count: Count): void {
    this.#counts.set(key, count)
  }
}
