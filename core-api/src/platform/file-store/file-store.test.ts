import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { CreateMultipartUploadCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type S3Service, startS3, type TestBucket } from '../../../test/s3-service.ts'
import { keyringOf } from '../encryption/keyring.ts'
import { StoreUnavailable } from '../errors.ts'
import { DiskRoot } from './disk-root.ts'
import { EncryptedStore } from './encrypted-store.ts'
import { type FileRoot, type FileStore, MissingFile } from './file-store.ts'
import { S3Root } from './s3-root.ts'

const megabyte = 2 ** 20
let service: S3Service
let bucket: TestBucket
let directory: string
beforeAll(async () => {
  service = await startS3()
  bucket = await service.makeBucket()
  directory = mkdtempSync(join(tmpdir(), 'store-'))
})
afterAll(async () => {
  await service.stop()
  rmSync(directory, { recursive: true })
})

let stores = 0
const kinds: [string, () => FileRoot][] = [
  ['the disk', () => new DiskRoot(join(directory, String(stores++)))],
  ['a bucket', () => new S3Root(bucket.client, { bucket: bucket.name, prefix: `${stores++}/` })],
]

/** So many megabytes, one by one, then what `end` does. */
function megabytes(count: number, end: () => void = () => undefined): Readable {
  const chunk = randomBytes(megabyte)
  return Readable.from(
    (function* () {
      for (let n = 0; n < count; n++) yield chunk
      end()
    })(),
    { objectMode: false },
  )
}

const breaksOff = () => {
  throw new Error('the line went dead')
}

async function all(store: Pick<FileStore, 'ids'>): Promise<string[]> {
  const ids: string[] = []
  for await (const id of store.ids()) ids.push(id)
  return ids.sort()
}

async function unfinished(store: FileStore): Promise<string[]> {
  const ids: string[] = []
  for await (const { id, since } of store.unfinished()) {
    expect(Math.abs(since.getTime() - Date.now())).toBeLessThan(60_000)
    ids.push(id)
  }
  return ids.sort()
}

describe.each(kinds)('a file store on %s', (_where, makeRoot) => {
  const makeStore = (): FileStore => makeRoot().folder('files')

  it.each([
    ['nothing', 0],
    ['one byte', 1],
    ['parts and a bit', 17 * megabyte + 5],
  ])('given a file of %s, when stored, then it is given back as it was, and is listed', async (_what, size) => {
    const store = makeStore()
    const id = uuid()
    const content = randomBytes(size)
    const before = Date.now()
    await store.put(id, [Readable.from([content])])
    expect((await buffer(store.open(id))).equals(content)).toBe(true)
    expect(await all(store)).toEqual([id])
    expect(Math.abs(((await store.storedAt(id))?.getTime() ?? 0) - before)).toBeLessThan(10_000)
  })

  it('given a file, when removed, then it is missing, and removing it again does no harm', async () => {
    const store = makeStore()
    const [gone, kept] = [uuid(), uuid()]
    for (const id of [gone, kept]) await store.put(id, [Readable.from([Buffer.from('bytes')])])
    await store.remove(gone)
    await store.remove(gone)
    await expect(buffer(store.open(gone))).rejects.toThrow(MissingFile)
    expect(await store.storedAt(gone)).toBeUndefined()
    expect(await all(store)).toEqual([kept])
  })

  it.each([
    ['at once', 0],
    ['in the middle of its first part', 3],
    ['after two parts', 18],
  ])('given a write that breaks off %s, when it fails, then it says why and nothing is left', async (_when, count) => {
    const store = makeStore()
    const id = uuid()
    await expect(store.put(id, [megabytes(count, breaksOff)])).rejects.toThrow('the line went dead')
    await expect(buffer(store.open(id))).rejects.toThrow(MissingFile)
    expect(await all(store)).toEqual([])
    await store.put(id, [Readable.from([Buffer.from('again')])])
    expect((await buffer(store.open(id))).toString()).toBe('again')
  })

  it('given thirty files stored at the same time, when read back, then each is whole', async () => {
    const store = makeStore()
    const files = Array.from({ length: 30 }, () => ({ id: uuid(), content: randomBytes(200_000) }))
    await Promise.all(files.map(({ id, content }) => store.put(id, [Readable.from([content])])))
    expect(await all(store)).toEqual(files.map(({ id }) => id).sort())
    const read = await Promise.all(files.map(({ id }) => buffer(store.open(id))))
    expect(read.every((content, n) => files[n]?.content.equals(content))).toBe(true)
  })

  it('given two writes of one file at the same time, when both are done, then one of them stands, whole', async () => {
    const store = makeStore()
    const id = uuid()
    const contents = [randomBytes(300_000), randomBytes(300_000)]
    await Promise.all(contents.map((content) => store.put(id, [Readable.from([content])])))
    const stored = await buffer(store.open(id))
    expect(contents.some((content) => content.equals(stored))).toBe(true)
  })

  it('given a reader that leaves in the middle, when the file is removed, then nothing fails', async () => {
    const store = makeStore()
    const id = uuid()
    await store.put(id, [megabytes(12)])
    for await (const chunk of store.open(id)) {
      expect(chunk.length).toBeGreaterThan(0)
      break
    }
    await store.remove(id)
    expect(await all(store)).toEqual([])
  })

  it('given a file, when moved to another folder and back, then it is whole in one place, and stored now', async () => {
    const root = makeRoot()
    const [here, there] = [root.folder('here'), root.folder('trash/there')]
    const [id, other] = [uuid(), uuid()]
    for (const each of [id, other]) await here.put(each, [Readable.from([Buffer.from('bytes')])])
    const before = Date.now()
    expect(await root.move(id, 'here', 'trash/there')).toBe(true)
    expect([await all(here), await all(there)]).toEqual([[other], [id]])
    expect(Math.abs(((await there.storedAt(id))?.getTime() ?? 0) - before)).toBeLessThan(10_000)
    expect(await root.foldersIn('trash')).toEqual(['there'])
    expect(await root.foldersIn('nowhere')).toEqual([])
    expect(await root.move(id, 'here', 'trash/there')).toBe(false)
    expect(await root.move(id, 'trash/there', 'here')).toBe(true)
    expect((await buffer(here.open(id))).toString()).toBe('bytes')
  })

  it('given a text, when written twice and read, then the second stands, and it is among no files', async () => {
    const root = makeRoot()
    expect(await root.readText('installation-id')).toBeUndefined()
    for (const text of ['one', 'two']) await root.writeText('installation-id', text)
    await root.probe()
    expect(await root.readText('installation-id')).toBe('two')
    expect(await all(root.folder('files'))).toEqual([])
  })

  it('given 200 MB, when encrypted into the store, then memory stays bounded, and it opens to the same bytes', async () => {
    const store = new EncryptedStore(keyringOf(randomBytes(32)), makeRoot())
    const id = uuid()
    const hash = createHash('sha256')
    const measure = new Transform({
      transform(chunk, _encoding, done) {
        hash.update(chunk)
        done(null, chunk)
      },
    })
    const measured = await memoryAdded(() => store.put(id, [megabytes(200), measure]))
    expect(measured / megabyte).toBeLessThan(80)
    const read = createHash('sha256')
    for await (const chunk of store.open(id)) read.update(chunk)
    expect(read.digest('hex')).toBe(hash.digest('hex'))
  })
})

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Bytes of buffers and heap that are held, without what only waits to be collected. */
function memoryHeld(): number {
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** The most that was held above what was held before, in bytes, while something ran. */
async function memoryAdded(run: () => Promise<void>): Promise<number> {
  const before = memoryHeld()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, memoryHeld())
  }, 100)
  await run()
  clearInterval(watch)
  return most - before
}

describe('a bucket', () => {
  it('given an upload that a killed process left, when listed and removed, then its parts are gone', async () => {
    const store = new S3Root(bucket.client, { bucket: bucket.name, prefix: '' }).folder('left')
    const [id, other] = [uuid(), uuid()]
    for (const Key of [`left/${id}`, `left/${other}`]) {
      await bucket.client.send(new CreateMultipartUploadCommand({ Bucket: bucket.name, Key }))
    }
    expect(await unfinished(store)).toEqual([id, other].sort())
    await store.remove(id)
    expect(await unfinished(store)).toEqual([other])
    expect(await all(store)).toEqual([])
    await store.removeUnfinished(other)
    const query = new ListMultipartUploadsCommand({ Bucket: bucket.name, Prefix: 'left/' })
    expect((await bucket.client.send(query)).Uploads ?? []).toEqual([])
  })

  it('given more files than one page of the list has, when listed, then all come', async () => {
    const store = new S3Root(bucket.client, { bucket: bucket.name, prefix: '' }).folder('pages')
    const ids = Array.from({ length: 105 }, () => uuid())
    const waiting = [...ids]
    const putAll = async () => {
      for (let id = waiting.pop(); id; id = waiting.pop()) await store.put(id, [Readable.from([Buffer.from('x')])])
    }
    await Promise.all(Array.from({ length: 16 }, putAll))
    expect(await all(store)).toEqual(ids.sort())
  })
})

describe('a disk', () => {
  it('given a directory that is gone, when a file is stored, then the store is unavailable and makes no new one', async () => {
    const path = join(directory, 'unmounted')
    const root = new DiskRoot(path)
    rmSync(path, { recursive: true })
    await expect(root.folder('files').put(uuid(), [Readable.from([Buffer.from('x')])])).rejects.toThrow(
      StoreUnavailable,
    )
    await expect(root.probe()).rejects.toThrow('ENOENT')
    expect(existsSync(path)).toBe(false)
  })

  it('given a file that a killed process was writing, when listed, then it is unfinished and no file', async () => {
    const root = new DiskRoot(join(directory, 'killed'))
    const store = root.folder('files')
    const id = uuid()
    const folder = join(directory, 'killed', 'files', id.slice(-2), id.slice(-4, -2))
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${id}.${uuid()}.partial`), 'half')
    expect(await all(store)).toEqual([])
    expect(await unfinished(store)).toEqual([id])
    await store.removeUnfinished(id)
    expect(readdirSync(folder)).toEqual([])
  })
})
