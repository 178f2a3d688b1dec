import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { PrincipalStatement } from '@agency/contract/principal'
import { CopyObjectCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Core, nobody, startCore, startCoreForTest } from '../../../test/core.ts'
import { type S3Service, startS3, type TestBucket } from '../../../test/s3-service.ts'
import { seedClient } from '../../../test/session-fixtures.ts'
import { download, listDocuments, upload, uploadAll } from '../../../test/upload.ts'
import { keyringOf } from '../../platform/encryption/keyring.ts'
import { openStore } from '../../platform/files/open-store.ts'
import { readLastRun } from '../../platform/jobs/recurring-job-repository.ts'
import { renewFiles } from '../encryption/renew-files.ts'
import { sweepFiles } from './file-sweep.ts'
import { readInstallationId } from './installation-repository.ts'

const day = 86_400_000
let service: S3Service
let bucket: TestBucket
let core: Core
let admin: PrincipalStatement
beforeAll(async () => {
  service = await startS3()
  bucket = await service.makeBucket()
  core = await startCore({ ...bucket.settings, S3_PREFIX: 'agency/', UPLOAD_LIMIT_MB: '12' })
  admin = await core.admin()
})
afterAll(async () => {
  await core.close()
  await service.stop()
})

/** The keys of all files of the bucket: all objects but the installation's id, the trash and the anchors of the audit trail. */
/** Without what the server writes of itself at any time, such as the file by which it probes the bucket. */
async function objects(): Promise<string[]> {
  const { Contents = [] } = await bucket.client.send(new ListObjectsV2Command({ Bucket: bucket.name }))
  return Contents.map(({ Key = '' }) => Key).filter(
    (key) => !/^[^/]+\/(trash\/|installation-id$|probe-|[^/]+\/anchor-)/.test(key),
  )
}

async function bytesOf(key: string): Promise<Buffer> {
  const { Body } = await bucket.client.send(new GetObjectCommand({ Bucket: bucket.name, Key: key }))
  return Buffer.from((await Body?.transformToByteArray()) ?? [])
}

const overwrite = (key: string, bytes: Buffer) =>
  bucket.client.send(new PutObjectCommand({ Bucket: bucket.name, Key: key, Body: bytes }))

/** A document of a new client, and the object that holds it. */
async function seedDocument(content: Buffer) {
  const clientId = await seedClient(core, admin)
  const before = new Set(await objects())
  const [document] = await uploadAll(core, admin, clientId, [content])
  const key = (await objects()).find((name) => !before.has(name))
  if (!document || !key) throw new Error('The document was not stored')
  return { clientId, document, key }
}

/** The calls that all goes well with are in s3-root.full.test.ts. */
describe('files in a bucket', () => {
  it('given several files and the last too large, when uploaded, then none is stored', async () => {
    const clientId = await seedClient(core, admin)
    const before = await objects()
    const answer = await upload(core, admin, clientId, [
      randomBytes(100),
      randomBytes(9 * 2 ** 20),
      randomBytes(13 * 2 ** 20),
    ])
    expect(answer.statusCode).toBe(413)
    expect(await objects()).toEqual(before)
    expect(await listDocuments(core, admin, clientId)).toEqual([])
  })

  it('given stored bytes that were altered, moved from another file or lost, when downloaded, then it fails', async () => {
    const { document, key } = await seedDocument(Buffer.from('the first'))
    const other = await seedDocument(Buffer.from('the second'))
    const bytes = await bytesOf(key)
    const altered = Buffer.from(bytes)
    altered.writeUInt8(altered.readUInt8(altered.length - 20) ^ 1, altered.length - 20)
    await overwrite(key, altered)
    const answer = await download(core, document)
    expect([answer.statusCode, answer.json().code]).toEqual([500, 'FILE_DAMAGED'])
    const source = `${bucket.name}/${other.key}`
    await bucket.client.send(new CopyObjectCommand({ Bucket: bucket.name, Key: key, CopySource: source }))
    await expect(download(core, document)).resolves.toMatchObject({ statusCode: 500 })
    await overwrite(key, bytes)
    expect((await download(core, document)).payload).toBe('the first')
  })

  it('given files that no row names, when swept, then they go, young ones later; files with a row stay', async () => {
    const { document } = await seedDocument(Buffer.from('kept'))
    const [old, young] = [uuid({ msecs: Date.now() - 2 * day }), uuid()]
    for (const id of [old, young]) await core.app.fileStore.put(id, [Readable.from([Buffer.from('orphan')])])
    const { db, fileStore: store } = core.app
    expect(await sweepFiles({ db, store })).toMatchObject({ trashed: 1, held: 0 })
    expect((await objects()).some((key) => key.endsWith(old))).toBe(false)
    expect((await objects()).some((key) => key.endsWith(young))).toBe(true)
    expect(await sweepFiles({ db, store, now: Date.now() + 2 * day })).toMatchObject({ trashed: 1, removed: 0 })
    expect((await buffer(store.open(young))).toString()).toBe('orphan')
    expect((await sweepFiles({ db, store, now: Date.now() + 31 * day })).removed).toBeGreaterThanOrEqual(2)
    await expect(buffer(store.open(young))).rejects.toThrow('no file')
    expect((await download(core, document)).payload).toBe('kept')
  })

  it('given a file of an older key, when it gets a newer copy, then a running read finishes, and the older copy is deleted later', async () => {
    const [older, newer] = [randomBytes(32), randomBytes(32)]
    const config = { ...core.config, S3_PREFIX: 'rotation/' }
    const id = uuid()
    const content = randomBytes(20 * 2 ** 20)
    const { store: before } = await openStore(config, keyringOf(older))
    await before.put(id, [Readable.from([content])])

    const { store } = await openStore(config, keyringOf(newer, older))
    const rotation = {
      store,
      signal: new AbortController().signal,
      keepUnfinishedFor: 0,
      onDamaged: () => expect.unreachable(),
    }
    const reading = before.open(id)[Symbol.asyncIterator]()
    const parts = [(await reading.next()).value]
    expect(await renewFiles({ ...rotation, keepOlderFor: 60_000 })).toEqual({ left: 0, copies: 1 })
    for (let next = await reading.next(); !next.done; next = await reading.next()) parts.push(next.value)
    expect(Buffer.concat(parts).equals(content)).toBe(true)
    expect(await renewFiles({ ...rotation, keepOlderFor: -60_000 })).toEqual({ left: 0, copies: 0 })
    expect((await objects()).filter((key) => key.endsWith(id))).toHaveLength(1)
    const { store: after } = await openStore(config, keyringOf(newer))
    const read: Buffer[] = []
    for await (const part of after.open(id)) read.push(part)
    expect(Buffer.concat(read).equals(content)).toBe(true)
  })

  it.each([
    ['a bucket that is not there', { S3_BUCKET: 'not-there' }, 'There is no such bucket'],
    ['a wrong key', { S3_SECRET_ACCESS_KEY: 'wrong' }, 'The file store refuses'],
  ])('given %s, when started, then the start is refused with a sentence', async (_what, wrong, sentence) => {
    await expect(startCore({ ...bucket.settings, ...wrong })).rejects.toThrow(sentence)
  })

  it('given a store that stops, when files are requested, then 503; other routes work, and the service is ready', async () => {
    const failing = await startS3()
    const { settings } = await failing.makeBucket()
    const served = await startCoreForTest(settings)
    const as = await served.admin()
    const clientId = await seedClient(served, as)
    const [document] = await uploadAll(served, as, clientId, [Buffer.from('bytes')])
    await failing.stop()
    if (!document) throw new Error('The document was not stored')
    const answers = [await download(served, document), await upload(served, as, clientId, [Buffer.from('more')])]
    expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual([
      [503, 'UNAVAILABLE'],
      [503, 'UNAVAILABLE'],
    ])
    expect(await listDocuments(served, as, clientId)).toHaveLength(1)
    expect((await served.app.inject({ url: '/readyz' })).statusCode).toBe(200)
    expect((await served.ask(nobody, { method: 'GET', url: `/clients/${clientId}` })).statusCode).toBe(401)
    const health = served.app.healthChecks.find(({ id }) => id === 'file-store')
    // A minute later: a check before the stop may have passed, which counts for half a minute.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
    onTestFinished(() => clock.mockRestore())
    expect(await health?.run()).toMatchObject({ state: 'failing' })
    expect(health?.affectsReadiness).toBe(false)
  })

  it('given a store that does not answer at the start, when files are stored, then 503, and nothing was compared or swept', async () => {
    const failing = await startS3()
    const { settings } = await failing.makeBucket()
    await failing.stop()
    const served = await startCoreForTest(settings)
    const as = await served.admin()
    const answer = await upload(served, as, await seedClient(served, as), [Buffer.from('bytes')])
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'UNAVAILABLE'])
    expect(await readInstallationId(served.app.db)).toBeUndefined()
    expect((await readLastRun(served.app.db, 'file-sweep'))?.ended_at ?? null).toBeNull()
  })
})
