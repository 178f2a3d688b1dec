import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { blockFile } from '../../../test/block-file.ts'
import { FileCipher } from '../encryption/file-cipher.ts'
import { keyringOf } from '../encryption/keyring.ts'
import { FileDamaged, FileMissing, StoreUnavailable } from '../errors.ts'
import { DiskRoot } from './disk-root.ts'
import { EncryptedStore } from './encrypted-store.ts'
import { FileService } from './file-service.ts'
import type { FileRoot } from './file-store.ts'
import { S3Root } from './s3-root.ts'

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'file-service-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

const masterKey = randomBytes(32)
const keyring = keyringOf(masterKey)
const filesIn = (root: FileRoot) => new FileService(new EncryptedStore(keyring, root), async () => undefined)

describe('a stored file on a disk', () => {
  const seed = async () => {
    const root = mkdtempSync(join(directory, 'disk-'))
    const files = filesIn(new DiskRoot(root))
    const file = await files.storeBytes(randomBytes(300_000), { mimeType: 'application/pdf' })
    const found = readdirSync(root, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith(file.id))
    return { root, files, file, path: join(root, found ?? expect.fail('The file is not stored')) }
  }

  it('given a disk that cannot read it for now, when read, then the store is unavailable; later the file is whole', async () => {
    const { root, files, file } = await seed()
    const unblock = blockFile(root, file.id)
    await expect(files.requireWhole(file)).rejects.toThrow(StoreUnavailable)
    unblock()
    await files.requireWhole(file)
  })

  it('given a file that was cut off, when read, then it is damaged; given none, then it is missing', async () => {
    const { files, file, path } = await seed()
    for (const length of [200_000, 10, 0]) {
      truncateSync(path, length)
      await expect(files.requireWhole(file)).rejects.toThrow(FileDamaged)
    }
    rmSync(path)
    await expect(files.requireWhole(file)).rejects.toThrow(FileMissing)
  })
})

describe('a stored file in a bucket', () => {
  const refusal = (name: string, httpStatusCode: number) =>
    new S3ServiceException({ name, $fault: 'client', message: name, $metadata: { httpStatusCode } })
  const unreachable = Object.assign(new Error('connect EHOSTUNREACH'), { code: 'EHOSTUNREACH' })
  /** The service of a bucket whose every call has this outcome. */
  const filesOf = (outcome: () => Promise<object>) => {
    const client = new S3Client({ region: 'us-east-1' })
    vi.spyOn(client, 'send').mockImplementation(outcome)
    return filesIn(new S3Root(client, { bucket: 'files', prefix: '' }))
  }
  const file = { id: uuid(), sha256: randomBytes(32), size: 300_000 }
  /** The first half of the encrypted file, and then an error of the network. */
  const brokenOff = async () => {
    const encrypting = new FileCipher(masterKey).encrypting(file.id)
    const encrypted = await buffer(Readable.from([randomBytes(file.size)]).pipe(encrypting))
    return Readable.from(
      (async function* () {
        yield encrypted.subarray(0, file.size / 2)
        throw unreachable
      })(),
    )
  }

  it.each([
    ['refuses the credentials', () => Promise.reject(refusal('AccessDenied', 403))],
    ['says that the token has expired', () => Promise.reject(refusal('ExpiredToken', 400))],
    ['cannot be reached', () => Promise.reject(unreachable)],
    ['breaks off in the middle', async () => ({ Body: await brokenOff() })],
  ])('given a bucket that %s, when read, then the store is unavailable', async (_what, outcome) => {
    await expect(filesOf(outcome).requireWhole(file)).rejects.toThrow(StoreUnavailable)
  })

  it('given an object of other bytes, when read, then it is damaged; given none, then it is missing', async () => {
    const altered = filesOf(async () => ({ Body: Readable.from([randomBytes(1_000)]) }))
    await expect(altered.requireWhole(file)).rejects.toThrow(FileDamaged)
    const gone = filesOf(() => Promise.reject(refusal('NoSuchKey', 404)))
    await expect(gone.requireWhole(file)).rejects.toThrow(FileMissing)
  })
})
