import { LRUCache } from 'lru-cache'

/** What a page showed in a version of the list. */
export interface KeptPage {
  /** Of the clients on the page, in its order. */
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
/** What an entry takes beside its ids. */
const entryBytes = 200

type Stored = Omit<KeptPage, 'ids'> & { ids: Buffer }

/**
 * The ids of the pages that were read last. Finding them takes longer than reading their clients, and they are the same
 * until the version of the list changes. No value of a client is kept.
 */
export class KeptPages {
  readonly #pages = new LRUCache<string, Stored>({
    maxSize: mostBytes,
    sizeCalculation: ({ ids, foundBySsn }, key) => entryBytes + key.length + ids.length + foundBySsn.length * idLength,
  })

  last(key: string): KeptPage | undefined {
    const stored = this.#pages.get(key)
    return stored && { ...stored, ids: idsAt(stored.ids) }
  }

  keep(key: string, { ids, ...page }: KeptPage): void {
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
