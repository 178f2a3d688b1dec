/** A count, and the version of the rows that it counted. */
export interface Counted {
  version: string
}

const most = 1_000

/**
 * Caches counts until the rows that they count have changed. Counting 100,000 rows takes longer than reading a page of
 * them, and every page shows how many there are.
 */
export class CountCache<Count extends Counted> {
  readonly #counts = new Map<string, Promise<Count>>()
  readonly #known = new Map<string, Count>()

  /** The last count, which may be outdated. */
  last(key: string): Count | undefined {
    return this.#known.get(key)
  }

  /** The count as of `version` or later. Concurrent callers share one query. */
  async of(key: string, version: string | undefined, count: () => Promise<Count>): Promise<Count> {
    const before = this.#counts.get(key)
    const known = await before
    if (known && known.version === version) return known
    const meanwhile = this.#counts.get(key)
    if (meanwhile && meanwhile !== before) return meanwhile
    return this.#start(key, count())
  }

  remember(key: string, count: Count): void {
    this.#start(key, Promise.resolve(count)).catch(() => undefined)
  }

  async #start(key: string, counting: Promise<Count>): Promise<Count> {
    this.#counts.delete(key)
    this.#counts.set(key, counting)
    for (const oldest of this.#counts.keys()) {
      if (this.#counts.size <= most) break
      this.#counts.delete(oldest)
      this.#known.delete(oldest)
    }
    try {
      const count = await counting
      if (this.#counts.get(key) === counting) this.#known.set(key, count)
      return count
    } catch (error) {
      if (this.#counts.get(key) === counting) this.#counts.delete(key)
      throw error
    }
  }
}
