import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { FieldCipher } from './field-cipher.ts'
import { FileCipher } from './file-cipher.ts'
import { keyringOf } from './keyring.ts'
import { makeNewerKey, readKeyring, readOrMake } from './master-key.ts'
import { SignedAddresses } from './signed-addresses.ts'

const context = { table: 'clients', id: 'a', purpose: 'identity' }

describe('encrypted values', () => {
  const cipher = new FieldCipher(keyringOf(randomBytes(32)))

  it('given a value, when encrypted twice, then both open and neither looks like the other', () => {
    const [one, two] = [cipher.encrypt('123-45-6789', context), cipher.encrypt('123-45-6789', context)]
    expect(one.equals(two)).toBe(false)
    expect([cipher.decrypt(one, context), cipher.decrypt(two, context)]).toEqual(['123-45-6789', '123-45-6789'])
  })

  it.each([
    ['another record', { ...context, id: 'b' }],
    ['another purpose', { ...context, purpose: 'payment' }],
    ['another table', { ...context, table: 'sessions' }],
  ])('given a value moved to %s, when opened, then it does not open', (_where, elsewhere) => {
    const encrypted = cipher.encrypt('123-45-6789', context)
    expect(() => cipher.decrypt(encrypted, elsewhere)).toThrow()
  })

  it('given one altered byte or another key, when opened, then it does not open', () => {
    const encrypted = cipher.encrypt('123-45-6789', context)
    for (let at = 0; at < encrypted.length; at++) {
      const altered = Buffer.from(encrypted)
      altered.writeUInt8(altered.readUInt8(at) ^ 1, at)
      expect(() => cipher.decrypt(altered, context)).toThrow()
    }
    expect(() => new FieldCipher(keyringOf(randomBytes(32))).decrypt(encrypted, context)).toThrow('key')
  })
})

describe('a keyring', () => {
  const [first, second] = [randomBytes(32), randomBytes(32)]
  const [before, both, after] = [keyringOf(first), keyringOf(second, first), keyringOf(second)]

  it('given a value of an older key, when opened with both, then it opens; encrypted anew, the older does not open it', () => {
    const old = new FieldCipher(before).encrypt('123-45-6789', context)
    expect(() => new FieldCipher(after).decrypt(old, context)).toThrow('key')
    const opened = new FieldCipher(both).decrypt(old, context)
    const reencrypted = new FieldCipher(both).encrypt(opened, context)
    expect(new FieldCipher(after).decrypt(reencrypted, context)).toBe('123-45-6789')
    expect(() => new FieldCipher(before).decrypt(reencrypted, context)).toThrow('key')
  })

  it('given a value that says it is of another key, when opened, then it does not open', () => {
    const forged = Buffer.concat([
      Buffer.from([1]),
      both.newest.id,
      new FieldCipher(before).encrypt('x', context).subarray(5),
    ])
    expect(() => new FieldCipher(both).decrypt(forged, context)).toThrow()
  })

  it('given a digest of an older key, when a value is compared, then it is told whether it is the same', () => {
    const digest = new FieldCipher(before).digest('one')
    const cipher = new FieldCipher(both)
    expect([cipher.isDigestOf(digest, 'one'), cipher.isDigestOf(digest, 'two')]).toEqual([true, false])
    expect(new FieldCipher(after).isDigestOf(digest, 'one')).toBe(false)
  })

  it('given an address signed with an older key, when it is used, then it still holds', () => {
    const address = new URL(new SignedAddresses(before).sign('a', 'holder'), 'http://h')
    const query = Object.fromEntries(address.searchParams)
    expect(new SignedAddresses(both).holderOf('a', query)).toBe('holder')
    expect(new SignedAddresses(both).holderOf('b', query)).toBeUndefined()
    expect(new SignedAddresses(after).holderOf('a', query)).toBeUndefined()
  })

  it('given the same key twice, or one that is too short, when put on a ring, then it is refused', () => {
    expect(() => keyringOf(first, first)).toThrow('the same')
    expect(() => keyringOf(first.subarray(1))).toThrow('32 bytes')
  })

  it('given numbered key files, when read, then the highest is the newest; a newer one is made beside them', () => {
    const keysDirectory = join(mkdtempSync(join(tmpdir(), 'keys-')), 'keys')
    const made = readKeyring({ keysDirectory })
    expect(readKeyring({ keysDirectory })).toEqual(made)
    for (let number = 2; number <= 10; number++) expect(makeNewerKey(keysDirectory)).toContain(`master-${number}.key`)
    const ring = readKeyring({ keysDirectory })
    expect(ring.older.at(-1)).toEqual(made.newest)
    expect(ring.newest.bytes.toString('base64')).toBe(readFileSync(join(keysDirectory, 'master-10.key'), 'utf8').trim())
    rmSync(join(keysDirectory, 'master.key'))
    expect(readKeyring({ keysDirectory }).older).toHaveLength(8)
  })
})

describe('encrypted files', () => {
  const cipher = new FileCipher(randomBytes(32))
  const content = randomBytes(300_000)
  const sealedAs = (id: string) => buffer(Readable.from([content]).pipe(cipher.encrypting(id)))
  const open = (encrypted: Buffer, id: string) => buffer(Readable.from([encrypted]).pipe(cipher.decrypting(id)))

  it('given a file, when encrypted and opened, then it is the same, and the encrypted bytes hold none of it', async () => {
    const encrypted = await sealedAs('one')
    expect(encrypted.includes(content.subarray(0, 16))).toBe(false)
    expect((await open(encrypted, 'one')).equals(content)).toBe(true)
  })

  it('given the bytes of another file, altered or cut off, when opened, then it fails', async () => {
    const encrypted = await sealedAs('one')
    await expect(open(encrypted, 'two')).rejects.toThrow()
    const altered = Buffer.from(encrypted)
    altered.writeUInt8(altered.readUInt8(150_000) ^ 1, 150_000)
    await expect(open(altered, 'one')).rejects.toThrow()
    await expect(open(encrypted.subarray(0, 200_000), 'one')).rejects.toThrow()
  })
})

describe('a transfer that breaks off half-way', () => {
  const cipher = new FileCipher(randomBytes(32))
  const megabyte = randomBytes(2 ** 20)

  it.each(['source', 'reader'])(
    'given its %s that ends it, when it fails, then nothing else in the process does',
    async (who) => {
      const encrypted = await buffer(Readable.from([megabyte, megabyte, megabyte]).pipe(cipher.encrypting('one')))
      for (const [part, through] of [
        [megabyte, cipher.encrypting('one')],
        [encrypted.subarray(0, 1_500_000), cipher.decrypting('one')],
      ] as const) {
        const source = new PassThrough()
        source.write(part)
        const streaming = pipeline(source, through).catch((error) => error)
        expect((await through[Symbol.asyncIterator]().next()).done).toBe(false)
        const broken = who === 'source' ? source : through
        broken.destroy(new Error('broken off'))
        expect(await streaming).toBeInstanceOf(Error)
        // What nobody handles is thrown after the streams have closed.
        await setImmediate()
      }
    },
  )
})

it('given a key file that is there, when read again, then it is not made anew', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'keys-')), 'keys', 'master.key')
  expect(readOrMake(path, () => 'first')).toBe('first')
  expect(readOrMake(path, () => 'second')).toBe('first')
  writeFileSync(path, 'kept\n')
  expect(readOrMake(path, () => 'third')).toBe('kept')
  expect(readFileSync(path, 'utf8')).toBe('kept\n')
})
