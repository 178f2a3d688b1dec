import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { StoreUnavailable } from '../../platform/errors.ts'
import type { EncryptedStore } from '../../platform/files/encrypted-store.ts'
import { MissingFile } from '../../platform/files/file-store.ts'
import { type Anchor, decodeAnchor, encodeAnchor } from './anchor.ts'

const digits = 10

/** The number finds an anchor without the database. Not a UUID, so that the sweep ignores it. */
export const anchorFile = (number: number): string => `anchor-${String(number).padStart(digits, '0')}`

export async function writeAnchor(store: EncryptedStore, number: number, anchor: Anchor): Promise<void> {
  await store.put(anchorFile(number), [Readable.from([encodeAnchor(anchor)])])
}

/** @returns undefined without an anchor of this number, `damaged` if it is unreadable. @throws if the store is down */
export async function readAnchor(store: EncryptedStore, number: number): Promise<Anchor | 'damaged' | undefined> {
  let bytes: Buffer
  try {
    bytes = await buffer(store.open(anchorFile(number)))
  } catch (error) {
    if (error instanceof MissingFile) return undefined
    if (error instanceof StoreUnavailable) throw error
    return 'damaged'
  }
  try {
    return decodeAnchor(bytes)
  } catch {
    return 'damaged'
  }
}
