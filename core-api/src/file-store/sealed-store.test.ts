import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { v7 as uuid } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FileSealer } from '../sealing/file-sealer.ts'
import { keyringOf } from '../sealing/keyring.ts'
import { DiskStore } from './disk-store.ts'
import { MissingFile } from './file-store.ts'
import { openStore } from './open-store.ts'
import { SealedStore } from './sealed-store.ts'

const [older, newer] = [randomBytes(32), randomBytes(32)]
const ring = keyringOf(newer, older)
const olderFolder = keyringOf(older).newest.id.toString('hex')
const content = randomBytes(200_000)
const source = () => [Readable.from([content])]

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sealed-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const storeIn = (folder: string) => new DiskStore(join(directory, folder))
/** A file as it was stored before the newer key came. */
async function seedOlder(): Promise<string> {
  const id = uuid()
  await new SealedStore(keyringOf(older), storeIn).put(id, source())
  return id
}

describe('sealed files on a ring of keys', () => {
  it('given a file of an older key, when opened, then it opens; with the newer alone it is missing', async () => {
    const id = await seedOlder()
    expect((await buffer(new SealedStore(ring, storeIn).open(id))).equals(content)).toBe(true)
    await expect(buffer(new SealedStore(keyringOf(newer), storeIn).open(id))).rejects.toThrow(MissingFile)
  })

  it('given a file that goes to the newer key while it is looked for, when opened, then it is found', async () => {
    const id = await seedOlder()
    const store = new SealedStore(ring, storeIn)
    class MovesMeanwhile extends DiskStore {
      override open(fileId: string): Readable {
        const moved = async function* (found: Readable) {
          await store.renew(fileId)
          await store.removeOlder(fileId)
          yield* found
        }
        return Readable.from(moved(super.open(fileId)), { objectMode: false })
      }
    }
    const looking = new SealedStore(ring, (folder) =>
      folder === olderFolder ? new MovesMeanwhile(join(directory, folder)) : storeIn(folder),
    )
    expect((await buffer(looking.open(id))).equals(content)).toBe(true)
  })

  it('given a renewed file, when the older copy is removed, then the newer opens and what copying left is gone', async () => {
    const id = await seedOlder()
    const store = new SealedStore(ring, storeIn)
    expect(await store.renewedAt(id)).toBeUndefined()
    await store.renew(id)
    expect(await store.renewedAt(id)).toBeInstanceOf(Date)
    await store.removeOlder(id)
    expect((await buffer(new SealedStore(keyringOf(newer), storeIn).open(id))).equals(content)).toBe(true)
    const left: string[] = []
    for await (const found of store.idsOnOlderKeys()) left.push(found)
    expect(left).toEqual([])
  })

  it('given a damaged file of an older key, when renewed, then it fails and leaves no copy', async () => {
    const id = uuid()
    await storeIn(olderFolder).put(id, [...source(), new FileSealer(older).sealing('another')])
    const store = new SealedStore(ring, storeIn)
    await expect(store.renew(id)).rejects.toThrow('not the one')
    expect(await store.renewedAt(id)).toBeUndefined()
  })

  it('given files stored before there were folders by key, when opened, then they are found with the oldest key', async () => {
    const id = uuid()
    await new DiskStore(directory).put(id, [...source(), new FileSealer(older).sealing(id)])
    const settings = { filesDirectory: directory, S3_REGION: '', S3_FORCE_PATH_STYLE: false }
    const { store } = await openStore(settings, ring)
    expect((await buffer(store.open(id))).equals(content)).toBe(true)
  })
})
