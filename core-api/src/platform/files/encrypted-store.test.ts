import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { v7 as uuid } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FileCipher } from '../encryption/file-cipher.ts'
import { keyringOf } from '../encryption/keyring.ts'
import { DiskRoot } from './disk-root.ts'
import { DiskStore } from './disk-store.ts'
import { EncryptedStore } from './encrypted-store.ts'
import { MissingFile } from './file-store.ts'
import { openStore } from './open-store.ts'

const [older, newer] = [randomBytes(32), randomBytes(32)]
const ring = keyringOf(newer, older)
const olderFolder = keyringOf(older).newest.id.toString('hex')
const content = randomBytes(200_000)
const source = () => [Readable.from([content])]

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'encrypted-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const root = () => new DiskRoot(directory)
async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

/** A file as it was stored before the newer key came. */
async function seedOlder(): Promise<string> {
  const id = uuid()
  await new EncryptedStore(keyringOf(older), root()).put(id, source())
  return id
}

describe('encrypted files on a ring of keys', () => {
  it('given a file of an older key, when opened, then it opens; with the newer alone it is missing', async () => {
    const id = await seedOlder()
    expect((await buffer(new EncryptedStore(ring, root()).open(id))).equals(content)).toBe(true)
    await expect(buffer(new EncryptedStore(keyringOf(newer), root()).open(id))).rejects.toThrow(MissingFile)
  })

  it('given a file that goes to the newer key while it is looked for, when opened, then it is found', async () => {
    const id = await seedOlder()
    const store = new EncryptedStore(ring, root())
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
    class LookedThrough extends DiskRoot {
      override folder(name: string): DiskStore {
        return name === olderFolder ? new MovesMeanwhile(directory, name) : super.folder(name)
      }
    }
    const looking = new EncryptedStore(ring, new LookedThrough(directory))
    expect((await buffer(looking.open(id))).equals(content)).toBe(true)
  })

  it('given a renewed file, when the older copy is removed, then the newer opens and what copying left is gone', async () => {
    const id = await seedOlder()
    const store = new EncryptedStore(ring, root())
    expect(await store.renewedAt(id)).toBeUndefined()
    await store.renew(id)
    expect(await store.renewedAt(id)).toBeInstanceOf(Date)
    await store.removeOlder(id)
    expect((await buffer(new EncryptedStore(keyringOf(newer), root()).open(id))).equals(content)).toBe(true)
    const left: string[] = []
    for await (const found of store.idsOnOlderKeys()) left.push(found)
    expect(left).toEqual([])
  })

  it('given a damaged file of an older key, when renewed, then it fails and leaves no copy', async () => {
    const id = uuid()
    await root()
      .folder(olderFolder)
      .put(id, [...source(), new FileCipher(older).encrypting('another')])
    const store = new EncryptedStore(ring, root())
    await expect(store.renew(id)).rejects.toThrow('not the one')
    expect(await store.renewedAt(id)).toBeUndefined()
  })

  it('given files stored before there were folders by key, when opened, then they are found with the oldest key', async () => {
    const id = uuid()
    await new DiskStore(directory, '').put(id, [...source(), new FileCipher(older).encrypting(id)])
    const settings = { filesDirectory: directory, S3_REGION: '', S3_FORCE_PATH_STYLE: false }
    const { store } = await openStore(settings, ring)
    expect((await buffer(store.open(id))).equals(content)).toBe(true)
  })

  it('given a file in the trash, when opened, then it opens; put back it is stored again, under the key that it had', async () => {
    const id = await seedOlder()
    const store = new EncryptedStore(ring, root())
    expect([await store.moveToTrash(id), await store.moveToTrash(id)]).toEqual([true, false])
    expect(await collect(store.ids())).toEqual([])
    expect(await collect(store.trashed())).toEqual([{ id, folder: olderFolder }])
    expect((await buffer(store.open(id))).equals(content)).toBe(true)
    expect([await store.restoreFromTrash(id), await store.restoreFromTrash(id)]).toEqual([true, false])
    expect(await collect(store.idsOnOlderKeys())).toEqual([id])
    expect(await collect(store.trashed())).toEqual([])
  })

  it('given a file in the trash whose key was taken away, when looked at, then it can be told and removed', async () => {
    const id = await seedOlder()
    await new EncryptedStore(ring, root()).moveToTrash(id)
    const store = new EncryptedStore(keyringOf(newer), root())
    const [file] = await collect(store.trashed())
    if (!file) throw new Error('The trash is empty')
    expect(await store.trashedAt(file)).toBeInstanceOf(Date)
    expect(await store.restoreFromTrash(id)).toBe(false)
    await store.removeTrashed(file)
    expect(await collect(store.trashed())).toEqual([])
  })
})
