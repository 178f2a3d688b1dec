import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { type FileRoot, type FileStore, MissingFile } from './file-store.ts'

const megabyte = 2 ** 20

export function megabytes(count: number, end: () => void = () => undefined): Readable {
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

/** Expects a time between `before`, in ms since the epoch, and now. A bucket tells whole seconds. */
function expectSince(before: number, time: Date | undefined): void {
  expect(time?.getTime()).toBeGreaterThan(before - 1_000)
  expect(time?.getTime()).toBeLessThan(Date.now() + 1_000)
}

export async function listIds(store: Pick<FileStore, 'ids'>): Promise<string[]> {
  const ids: string[] = []
  for await (const id of store.ids()) ids.push(id)
  return ids.sort()
}

export async function listUnfinished(store: FileStore): Promise<string[]> {
  const ids: string[] = []
  for await (const { id, since } of store.unfinished()) {
    expect(Math.abs(since.getTime() - Date.now())).toBeLessThan(60_000)
    ids.push(id)
  }
  return ids.sort()
}

export function fileStoreContract(name: string, makeRoot: () => FileRoot): void {
  describe(`a file store on ${name}`, () => {
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
      expect(await listIds(store)).toEqual([id])
      expectSince(before, await store.storedAt(id))
    })

    it('given a file, when removed, then it is missing, and removing it again does no harm', async () => {
      const store = makeStore()
      const [gone, kept] = [uuid(), uuid()]
      for (const id of [gone, kept]) await store.put(id, [Readable.from([Buffer.from('bytes')])])
      await store.remove(gone)
      await store.remove(gone)
      await expect(buffer(store.open(gone))).rejects.toThrow(MissingFile)
      expect(await store.storedAt(gone)).toBeUndefined()
      expect(await listIds(store)).toEqual([kept])
    })

    it.each([
      ['at once', 0],
      ['in the middle of its first part', 3],
      ['after two parts', 18],
    ])(
      'given a write that breaks off %s, when it fails, then it says why and nothing is left',
      async (_when, count) => {
        const store = makeStore()
        const id = uuid()
        await expect(store.put(id, [megabytes(count, breaksOff)])).rejects.toThrow('the line went dead')
        await expect(buffer(store.open(id))).rejects.toThrow(MissingFile)
        expect(await listIds(store)).toEqual([])
        await store.put(id, [Readable.from([Buffer.from('again')])])
        expect((await buffer(store.open(id))).toString()).toBe('again')
      },
    )

    it('given thirty files stored at the same time, when read back, then each is whole', async () => {
      const store = makeStore()
      const files = Array.from({ length: 30 }, () => ({ id: uuid(), content: randomBytes(200_000) }))
      await Promise.all(files.map(({ id, content }) => store.put(id, [Readable.from([content])])))
      expect(await listIds(store)).toEqual(files.map(({ id }) => id).sort())
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
      expect(await listIds(store)).toEqual([])
    })

    it('given a file, when moved to another folder and back, then it is whole in one place, and stored now', async () => {
      const root = makeRoot()
      const [here, there] = [root.folder('here'), root.folder('trash/there')]
      const [id, other] = [uuid(), uuid()]
      for (const each of [id, other]) await here.put(each, [Readable.from([Buffer.from('bytes')])])
      const before = Date.now()
      expect(await root.move(id, 'here', 'trash/there')).toBe(true)
      expect([await listIds(here), await listIds(there)]).toEqual([[other], [id]])
      expectSince(before, await there.storedAt(id))
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
      expect(await listIds(root.folder('files'))).toEqual([])
    })
  })
}
