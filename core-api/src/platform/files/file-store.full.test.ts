import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { heldMemory } from '../../../test/held-memory.ts'
import { type S3Service, startS3, type TestBucket } from '../../../test/s3-service.ts'
import { keyringOf } from '../encryption/keyring.ts'
import { DiskRoot } from './disk-root.ts'
import { EncryptedStore } from './encrypted-store.ts'
import { fileStoreContract, megabytes } from './file-store.contract.ts'
import type { FileRoot } from './file-store.ts'
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
const makeBucketRoot = () => new S3Root(bucket.client, { bucket: bucket.name, prefix: `${stores++}/` })
const kinds: [string, () => FileRoot][] = [
  ['the disk', () => new DiskRoot(join(directory, String(stores++)))],
  ['a bucket', makeBucketRoot],
]

// The disk passes it in disk-root.test.ts.
fileStoreContract('a bucket', makeBucketRoot)

describe.each(kinds)('a large file on %s', (_where, makeRoot) => {
  it('given 200 MB, when encrypted into the store, then memory stays bounded, and it opens to the same bytes', async () => {
    const store = new EncryptedStore(keyringOf(randomBytes(32)), makeRoot())
    const id = uuid()
    const hash = createHash('sha256')
    const before = heldMemory()
    const added: number[] = []
    let passed = 0
    const measure = new Transform({
      transform(chunk, _encoding, done) {
        hash.update(chunk)
        passed += chunk.length
        // Not by a timer: a collection can outlast its interval, and then comes between any two chunks.
        if (passed >= (added.length + 1) * 20 * megabyte) added.push(heldMemory() - before)
        done(null, chunk)
      },
    })
    await store.put(id, [megabytes(200), measure])
    expect(added).toHaveLength(10)
    expect(Math.max(...added) / megabyte).toBeLessThan(80)
    const read = createHash('sha256')
    for await (const chunk of store.open(id)) read.update(chunk)
    expect(read.digest('hex')).toBe(hash.digest('hex'))
  })
})
