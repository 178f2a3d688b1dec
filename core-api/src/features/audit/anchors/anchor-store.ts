import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { StoreUnavailable } from '../../../platform/errors.ts'
import type { EncryptedStore } from '../../../platform/file-store/encrypted-store.ts'
import { MissingFile } from '../../../platform/file-store/file-store.ts'
import { type Anchor, decodeAnchor, encodeAnchor } from './anchor.ts'

const digits = 10

/**
 * The name of an anchor in the file store. It tells the number, so that anchors are found without the database, and it
 * is no UUID, so that the sweep of files without a row leaves them alone.
 */
export const anchorFile = (number: number): string => `anchor-${String(number).padStart(digits, '0')}`

export async function writeAnchor(store: EncryptedStore, number: number, anchor: Anchor): Promise<void> {
  await store.put(anchorFile(number), [Readable.from([encodeAnchor(anchor)])])
}

/**
 * @returns undefined when the store has no anchor of this number, `damaged` when what it has can't be read
 * @throws when the store does not answer
 */
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
