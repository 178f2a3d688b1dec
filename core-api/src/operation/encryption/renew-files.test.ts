import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { v7 as uuid } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keyringOf } from '../../platform/encryption/keyring.ts'
import { DiskRoot } from '../../platform/files/disk-root.ts'
import { EncryptedStore } from '../../platform/files/encrypted-store.ts'
import { renewFiles } from './renew-files.ts'

const day = 86_400_000
const [older, newer] = [randomBytes(32), randomBytes(32)]
const olderFolder = keyringOf(older).newest.id.toString('hex')

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'renew-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const rotate = (keepUnfinishedFor: number) =>
  renewFiles({
    store: new EncryptedStore(keyringOf(newer, older), new DiskRoot(directory)),
    signal: new AbortController().signal,
    keepOlderFor: 0,
    keepUnfinishedFor,
    onDamaged: () => expect.unreachable(),
  })

/** What a process that was killed while it stored a file leaves on the disk. @param id of the file @param age ms */
function leavePartial(id: string, age: number): string {
  const path = join(directory, olderFolder, id.slice(-2), id.slice(-4, -2), `${id}.${uuid()}.partial`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, 'half of a file')
  const written = new Date(Date.now() - age)
  utimesSync(path, written, written)
  return path
}

describe('the renewal of files', () => {
  it('given what a killed process left of a write with the older key, when renewed, then it goes, and nothing is left', async () => {
    const path = leavePartial(uuid(), 2 * day)
    expect(await rotate(day)).toEqual({ left: 0, copies: 0 })
    expect(existsSync(path)).toBe(false)
  })

  it('given a write with the older key that may be under way, when renewed, then it is counted as left', async () => {
    const path = leavePartial(uuid(), 60_000)
    expect(await rotate(day)).toEqual({ left: 1, copies: 0 })
    expect(existsSync(path)).toBe(true)
    expect(await rotate(0)).toEqual({ left: 0, copies: 0 })
  })

  it('given a whole file and the remains of an earlier write of it, when renewed, then the file opens with the newer key', async () => {
    const id = uuid()
    const before = new EncryptedStore(keyringOf(older), new DiskRoot(directory))
    await before.put(id, [Readable.from([Buffer.from('content')])])
    const path = leavePartial(id, 2 * day)
    expect(await rotate(day)).toEqual({ left: 0, copies: 0 })
    expect(existsSync(path)).toBe(false)
    const after = new EncryptedStore(keyringOf(newer), new DiskRoot(directory))
    expect((await buffer(after.open(id))).toString()).toBe('content')
  })
})
