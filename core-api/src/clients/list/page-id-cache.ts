import { LRUCache } from 'lru-cache'

/** A page of the list as it was at a version of the list. */
export interface CachedPage {
  /** The ids of the clients on the page, in its order. */
  ids: string[]
  /** How many clients match, on all pages. */
  total: number
  /** The ids of those that were found by the last four digits of their SSN. */
  foundBySsn: string[]
  version: string
}

const idLength = 16
/** About the ids of 5,000 pages of the apps. */
const mostBytes = 4 * 1024 * 1024
/** Bytes of an entry besides its ids. */
const entryBytes = 200

type Stored = Omit<CachedPage, 'ids'> & { ids: Buffer }

/**
 * Caches the ids of the pages that were read last. Finding them takes longer than reading their clients, and they are the
 * same until the version of the list changes. No value of a client is cached.
 */
export class PageIdCache {
  readonly #pages = new LRUCache<string, Stored>({
    maxSize: mostBytes,
    sizeCalculation: ({ ids, foundBySsn }, key) => entryBytes + key.length + ids.length + foundBySsn.length * idLength,
  })

  get(key: string): CachedPage | undefined {
    const stored = this.#pages.get(key)
    return stored && { ...stored, ids: idsAt(stored.ids) }
  }

  set(key: string, { ids, ...page }: CachedPage): void {
    this.#pages.set(key, { ...page, ids: Buffer.from(ids.join('').replaceAll('-', ''), 'hex') })
  }
}

/** The ids of a window of 16 bytes each, as text. */
export function idsAt(ids: Buffer, { limit, offset } = { limit: ids.length / idLength, offset: 0 }): string[] {
  const part = ids.subarray(offset * idLength, (offset + limit) * idLength).toString('hex')
  return part.match(/.{32}/g) ?? []
}

/** How many ids of 16 bytes there are. */
export const countIds = (ids: Buffer): number => ids.length / idLength
