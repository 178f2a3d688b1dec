import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { CreateMultipartUploadCommand, ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCoreForTest } from '../../../test/core.ts'
import { type S3Service, startS3, type TestBucket } from '../../../test/s3-service.ts'
import { seedClient } from '../../../test/session-fixtures.ts'
import { download, listDocuments, uploadAll } from '../../../test/upload.ts'
import { listIds, listUnfinished } from './file-store.contract.ts'
import { MissingFile } from './file-store.ts'
import { S3Root } from './s3-root.ts'

let service: S3Service
let bucket: TestBucket
beforeAll(async () => {
  service = await startS3()
  bucket = await service.makeBucket()
})
afterAll(() => service.stop())

/** The keys of all uploaded files: not the installation’s id, no anchor of the audit trail, and no probe of the health check. */
async function uploadedKeys(): Promise<string[]> {
  const { Contents = [] } = await bucket.client.send(
    new ListObjectsV2Command({ Bucket: bucket.name, Prefix: 'agency/' }),
  )
  return Contents.map(({ Key = '' }) => Key).filter(
    (key) => !/^[^/]+\/(trash\/|probe-|installation-id$|[^/]+\/anchor-)/.test(key),
  )
}

describe('files in a bucket', () => {
  it('given several files, when uploaded, listed, downloaded and deleted, then each step does so in the bucket', async () => {
    const core = await startCoreForTest({ ...bucket.settings, S3_PREFIX: 'agency/', UPLOAD_LIMIT_MB: '12' })
    const admin = await core.admin()
    const clientId = await seedClient(core, admin)
    const contents = [randomBytes(10), randomBytes(11 * 2 ** 20), randomBytes(70_000)]
    const before = await uploadedKeys()
    const documents = await uploadAll(core, admin, clientId, contents)
    expect(await uploadedKeys()).toHaveLength(before.length + 3)
    expect((await uploadedKeys()).every((key) => /^agency\/[0-9a-f]{8}\/[0-9a-f-]{36}$/.test(key))).toBe(true)
    expect(await listDocuments(core, admin, clientId)).toHaveLength(3)
    const downloads = await Promise.all(documents.map((document) => download(core, document)))
    for (const content of contents) expect(downloads.some(({ rawPayload }) => rawPayload.equals(content))).toBe(true)
    for (const { id } of documents) {
      expect((await core.ask(admin, { method: 'DELETE', url: `/documents/${id}` })).statusCode).toBe(204)
    }
    expect(await uploadedKeys()).toEqual(before)
  })
})

describe('a bucket', () => {
  it('given a file, when removed, then it is missing', async () => {
    const store = new S3Root(bucket.client, { bucket: bucket.name, prefix: '' }).folder('removed')
    const id = uuid()
    await store.put(id, [Readable.from([Buffer.from('bytes')])])
    expect((await buffer(store.open(id))).toString()).toBe('bytes')
    await store.remove(id)
    await expect(buffer(store.open(id))).rejects.toThrow(MissingFile)
  })

  it('given an upload that a killed process left, when listed and removed, then its parts are gone', async () => {
    const store = new S3Root(bucket.client, { bucket: bucket.name, prefix: '' }).folder('left')
    const [id, other] = [uuid(), uuid()]
    for (const Key of [`left/${id}`, `left/${other}`]) {
      await bucket.client.send(new CreateMultipartUploadCommand({ Bucket: bucket.name, Key }))
    }
    expect(await listUnfinished(store)).toEqual([id, other].sort())
    await store.remove(id)
    expect(await listUnfinished(store)).toEqual([other])
    expect(await listIds(store)).toEqual([])
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
    expect(await listIds(store)).toEqual(ids.sort())
  })
})
