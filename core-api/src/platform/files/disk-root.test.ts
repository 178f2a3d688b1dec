import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StoreUnavailable } from '../errors.ts'
import { DiskRoot } from './disk-root.ts'
import { fileStoreContract, listIds, listUnfinished } from './file-store.contract.ts'

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'store-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

let stores = 0
fileStoreContract('the disk', () => new DiskRoot(join(directory, String(stores++))))

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
    expect(await listIds(store)).toEqual([])
    expect(await listUnfinished(store)).toEqual([id])
    await store.removeUnfinished(id)
    expect(readdirSync(folder)).toEqual([])
  })
})
