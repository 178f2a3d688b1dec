import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { DiskStore } from '../file-store/disk-store.ts'
import { FileSealer } from './file-sealer.ts'
import { readOrMake } from './master-key.ts'
import { Sealer } from './sealer.ts'

const context = { table: 'clients', id: 'a', purpose: 'identity' }

describe('sealed values', () => {
  const sealer = new Sealer(randomBytes(32))

  it('given a value, when sealed twice, then both open and neither looks like the other', () => {
    const [one, two] = [sealer.seal('123-45-6789', context), sealer.seal('123-45-6789', context)]
    expect(one.equals(two)).toBe(false)
    expect([sealer.open(one, context), sealer.open(two, context)]).toEqual(['123-45-6789', '123-45-6789'])
  })

  it.each([
    ['another record', { ...context, id: 'b' }],
    ['another purpose', { ...context, purpose: 'payment' }],
    ['another table', { ...context, table: 'sessions' }],
  ])('given a value moved to %s, when opened, then it does not open', (_where, elsewhere) => {
    const sealed = sealer.seal('123-45-6789', context)
    expect(() => sealer.open(sealed, elsewhere)).toThrow()
  })

  it('given one altered byte or another key, when opened, then it does not open', () => {
    const sealed = sealer.seal('123-45-6789', context)
    for (let at = 0; at < sealed.length; at++) {
      const altered = Buffer.from(sealed)
      altered.writeUInt8(altered.readUInt8(at) ^ 1, at)
      expect(() => sealer.open(altered, context)).toThrow()
    }
    expect(() => new Sealer(randomBytes(32)).open(sealed, context)).toThrow('key')
  })
})

describe('sealed files', () => {
  const sealer = new FileSealer(randomBytes(32))
  const content = randomBytes(300_000)
  const sealedAs = (id: string) => buffer(Readable.from([content]).pipe(sealer.sealing(id)))
  const open = (sealed: Buffer, id: string) => buffer(Readable.from([sealed]).pipe(sealer.opening(id)))

  it('given a file, when sealed and opened, then it is the same, and the sealed bytes hold none of it', async () => {
    const sealed = await sealedAs('one')
    expect(sealed.includes(content.subarray(0, 16))).toBe(false)
    expect((await open(sealed, 'one')).equals(content)).toBe(true)
  })

  it('given the bytes of another file, altered or cut off, when opened, then it fails', async () => {
    const sealed = await sealedAs('one')
    await expect(open(sealed, 'two')).rejects.toThrow()
    const altered = Buffer.from(sealed)
    altered.writeUInt8(altered.readUInt8(150_000) ^ 1, 150_000)
    await expect(open(altered, 'one')).rejects.toThrow()
    await expect(open(sealed.subarray(0, 200_000), 'one')).rejects.toThrow()
  })

  it('given a write that breaks off, when it fails, then nothing is left under its id', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'store-'))
    const store = new DiskStore(directory)
    const broken = Readable.from(
      (function* () {
        yield Buffer.from('half')
        throw new Error('the line went dead')
      })(),
    )
    const id = '01a1fe2c-2b2e-7171-b77b-9bdc9c23fc5b'
    await expect(store.put(id, [broken])).rejects.toThrow('dead')
    await expect(buffer(store.open(id))).rejects.toThrow('ENOENT')
    await store.put(id, [Readable.from([content])])
    expect((await buffer(store.open(id))).equals(content)).toBe(true)
    rmSync(directory, { recursive: true })
  })
})

it('given a key file that is there, when read again, then it is not made anew', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'keys-')), 'keys', 'master.key')
  expect(readOrMake(path, () => 'first')).toBe('first')
  expect(readOrMake(path, () => 'second')).toBe('first')
  writeFileSync(path, 'kept\n')
  expect(readOrMake(path, () => 'third')).toBe('kept')
  expect(readFileSync(path, 'utf8')).toBe('kept\n')
})
