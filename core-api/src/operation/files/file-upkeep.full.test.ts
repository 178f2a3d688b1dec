import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ClientDocument } from '@agency/contract/documents'
import type { FileFinding } from '@agency/contract/file-findings'
import { v7 as uuid } from 'uuid'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { auditEvents } from '../../../test/audit-events.ts'
import { blockFile } from '../../../test/block-file.ts'
import { type Core, nobody, startCore } from '../../../test/core.ts'
import { openAsClient, seedClient, seedForm, seedSession } from '../../../test/session-fixtures.ts'
import { createLastingDatabase } from '../../../test/test-database.ts'
import { download, uploadAll } from '../../../test/upload.ts'
import { StoreUnavailable } from '../../platform/errors.ts'
import { claimRecurringJob, readLastRun } from '../../platform/jobs/recurring-job-repository.ts'
import { checkFiles } from './file-check.ts'
import { sweepFiles } from './file-sweep.ts'

const day = 86_400_000
/** Of waits for work that the service does by itself: a busy machine takes seconds. */
const patience = { timeout: 30_000 }
let core: Core
beforeEach(async () => {
  core = await startCore()
  // The service sweeps and checks by itself when it starts.
  for (const kind of ['file-sweep', 'file-check']) {
    const hasEnded = async () => expect((await readLastRun(core.app.db, kind))?.ended_at).toEqual(expect.any(String))
    await vi.waitFor(hasEnded, patience)
  }
})
afterEach(() => core.close())

const sweep = (options: { limit?: number; now?: number } = {}) =>
  sweepFiles({ db: core.app.db, store: core.app.fileStore, ...options })

/** Files of two days ago that no row names. */
async function seedOrphans(count: number, { app } = core): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuid({ msecs: Date.now() - 2 * day }))
  for (const id of ids) await app.fileStore.put(id, [Readable.from([Buffer.from(`content of ${id}`)])])
  return ids
}

/** Documents of one client, and the id of the file of each. */
async function seedDocuments(contents: Buffer[]) {
  const admin = await core.admin()
  const documents = await uploadAll(core, admin, await seedClient(core, admin), contents)
  return Promise.all(documents.map(async (document) => ({ document, fileId: await fileOf(document) })))
}

const fileOf = async ({ id }: ClientDocument): Promise<string> =>
  (await core.app.db.selectFrom('documents').select('file_id').where('id', '=', id).executeTakeFirstOrThrow()).file_id

/** Where the bytes of a file are. */
function pathOf(fileId: string): string {
  const found = readdirSync(core.config.filesDirectory, { recursive: true, encoding: 'utf8' })
  const path = found.find((name) => name.endsWith(fileId))
  return join(core.config.filesDirectory, path ?? expect.fail('The file is not stored'))
}

function damage(fileId: string): void {
  const bytes = readFileSync(pathOf(fileId))
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 20) ^ 1, bytes.length - 20)
  writeFileSync(pathOf(fileId), bytes)
}

const health = (id: string, { app } = core) =>
  app.healthChecks.find((check) => check.id === id)?.run() ?? expect.fail(`There is no check ${id}`)

const details = async (action: string, { app } = core) =>
  (await auditEvents(app.db).select('detail').where('action', '=', action).execute()).map(({ detail }) => detail)

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

describe('the sweep of the file store', () => {
  it('given more unnamed files than its bound, when swept, then none is taken, and asked for they go to the trash', async () => {
    const ids = await seedOrphans(11)
    expect(await sweep()).toMatchObject({ stored: 11, trashed: 0, held: 11 })
    expect(await sweep({ limit: 11 })).toMatchObject({ trashed: 11, held: 0 })
    for (const id of ids) {
      expect((await buffer(core.app.fileStore.open(id))).toString()).toBe(`content of ${id}`)
    }
    expect(await sweep({ now: Date.now() + 29 * day })).toMatchObject({ stored: 0, removed: 0 })
    expect(await sweep({ now: Date.now() + 31 * day })).toMatchObject({ removed: 11 })
    await expect(buffer(core.app.fileStore.open(ids[0] ?? ''))).rejects.toThrow('no file')
  })

  it('given a document whose row comes back with an older database, when opened, then it opens from the trash, and is put back', async () => {
    const [seeded] = await seedDocuments([Buffer.from('kept')])
    if (!seeded) throw new Error('Nothing was stored')
    const { document, fileId } = seeded
    await core.app.fileStore.moveToTrash(fileId)
    expect((await download(core, document)).payload).toBe('kept')
    expect(await sweep({ now: Date.now() + 31 * day })).toMatchObject({ restored: 1, removed: 0, trashed: 0 })
    expect(pathOf(fileId)).not.toContain('trash')
    expect((await download(core, document)).payload).toBe('kept')
  })

  it('given a document that staff deleted, when its file is looked for, then it is in the trash', async () => {
    const [seeded] = await seedDocuments([Buffer.from('deleted')])
    if (!seeded) throw new Error('Nothing was stored')
    await core.ask(await core.admin(), { method: 'DELETE', url: `/documents/${seeded.document.id}` })
    expect(pathOf(seeded.fileId)).toContain('trash')
    expect((await buffer(core.app.fileStore.open(seeded.fileId))).toString()).toBe('deleted')
  })

  it('given a service that starts, when its sweep found too many, then audit trail and health say so', async () => {
    const database = await createLastingDatabase()
    const directory = mkdtempSync(join(tmpdir(), 'upkeep-'))
    onTestFinished(async () => {
      await database.drop()
      rmSync(directory, { recursive: true })
    })
    const first = await startCore({ DATA_DIR: directory }, database)
    await vi.waitFor(
      async () => expect((await readLastRun(first.app.db, 'file-sweep'))?.result).toMatchObject({ held: 0 }),
      patience,
    )
    const ids = await seedOrphans(12, first)
    await first.close()

    const asked = await startCore({ DATA_DIR: directory, SWEEP_LIMIT: '11' }, database)
    await vi.waitFor(
      async () => expect((await readLastRun(asked.app.db, 'file-sweep'))?.result).toMatchObject({ held: 12 }),
      patience,
    )
    expect(await health('file-sweep', asked)).toMatchObject({
      state: 'warning',
      message: expect.stringContaining('SWEEP_LIMIT=12'),
    })
    expect(await details('files.swept', asked)).toEqual([expect.stringContaining('left alone since too many: 12')])
    const left = await collect(asked.app.fileStore.ids())
    expect(left.filter((id) => !id.startsWith('anchor-')).sort()).toEqual(ids.sort())
    await asked.close()
  })

  it('given a sweep that one replica does, when another wants to, then it does not', async () => {
    const { db } = core.app
    await db
      .updateTable('recurring_jobs')
      .set({ due_at: new Date(0).toISOString() })
      .execute()
    const claims = [uuid(), uuid()].map((holder) => claimRecurringJob(db, { kind: 'file-sweep', holder }, 60))
    expect((await Promise.all(claims)).filter((claim) => claim !== undefined)).toHaveLength(1)
  })
})

describe('the check of stored files', () => {
  const run = (progress: unknown = null, closing = new AbortController().signal) => {
    const { db, files, log } = core.app
    const saveProgress = vi.fn<(progress: object) => Promise<void>>(async () => undefined)
    return { saved: saveProgress, done: checkFiles({ db, files, log, closing, progress, saveProgress }) }
  }
  const findings = async (): Promise<FileFinding[]> =>
    (await core.ask(await core.admin(), { method: 'GET', url: '/file-findings' })).json()

  it('given files of which one is missing and one damaged, when checked, then staff see which documents are hit, until it is whole', async () => {
    const [whole, gone, altered] = await seedDocuments([Buffer.from('a'), Buffer.from('b'), randomBytes(5_000_000)])
    if (!whole || !gone || !altered) throw new Error('Nothing was stored')
    expect(await run().done).toEqual({ checked: 3, missing: 0, damaged: 0, unreadable: 0 })
    expect(await health('files')).toMatchObject({ state: 'ok' })

    const bytes = readFileSync(pathOf(altered.fileId))
    const place = pathOf(altered.fileId)
    rmSync(pathOf(gone.fileId))
    damage(altered.fileId)
    expect(await run().done).toEqual({ checked: 3, missing: 1, damaged: 1, unreadable: 0 })
    const used = ({ id }: ClientDocument) => [
      { kind: 'document', id, client_id: expect.stringMatching(/^[0-9a-f-]{36}$/), session_id: null },
    ]
    expect(await findings()).toMatchObject([
      { file_id: gone.fileId, state: 'missing', used_in: used(gone.document) },
      { file_id: altered.fileId, state: 'damaged', used_in: used(altered.document) },
    ])
    expect(await health('files')).toMatchObject({
      state: 'failing',
      message: expect.stringMatching(/^1 stored files are missing and 1/),
    })

    writeFileSync(place, bytes)
    await run().done
    expect((await findings()).map(({ file_id }) => file_id)).toEqual([gone.fileId])
  })

  it('given an interrupted check, when it continues, then it starts after the last file that was compared', async () => {
    const seeded = await seedDocuments([Buffer.from('a'), Buffer.from('b'), Buffer.from('c')])
    const [first, second] = seeded.map(({ fileId }) => fileId).sort()
    expect(first).toBeDefined()
    expect(await run({ after: second, checked: 2, missing: 0, damaged: 0, unreadable: 0 }).done).toMatchObject({
      checked: 3,
    })
    const stopped = run(null, AbortSignal.abort())
    expect(await stopped.done).toBeUndefined()
  })

  it('given a store that does not answer, when checked, then nothing is said of its files', async () => {
    await seedDocuments(['a', 'b', 'c', 'd', 'e', 'f'].map((content) => Buffer.from(content)))
    const reading = vi.spyOn(core.app.fileStore, 'open').mockImplementation(() => {
      throw new StoreUnavailable()
    })
    await expect(run().done).rejects.toThrow(StoreUnavailable)
    reading.mockRestore()
    expect(await findings()).toEqual([])
  })

  it('given a disk that cannot read a file for now, when checked, then those behind it are checked, and it is not recorded as damaged', async () => {
    const seeded = await seedDocuments([Buffer.from('a'), Buffer.from('b'), Buffer.from('c')])
    const [first = expect.fail(), second = expect.fail()] = seeded.map(({ fileId }) => fileId).sort()
    damage(second)
    const unblock = blockFile(core.config.filesDirectory, first)
    expect(await run().done).toEqual({ checked: 3, missing: 0, damaged: 1, unreadable: 1 })
    expect(await findings()).toMatchObject([{ file_id: second, state: 'damaged' }])
    unblock()
    expect(await run().done).toEqual({ checked: 3, missing: 0, damaged: 1, unreadable: 0 })
  })

  it('given a file that cannot be read, when the daily check has ended, then health warns', async () => {
    const [seeded = expect.fail('Nothing was stored')] = await seedDocuments([Buffer.from('a')])
    blockFile(core.config.filesDirectory, seeded.fileId)
    const { db } = core.app
    const ended = await run().done
    const result = JSON.stringify(ended)
    await db.updateTable('recurring_jobs').set({ result }).where('kind', '=', 'file-check').execute()
    expect(await health('files')).toMatchObject({ state: 'warning', message: expect.stringMatching(/^1 stored files/) })
  })

  it('given a client or nobody, when findings are asked for, then they get none', async () => {
    const { session } = await seedSession(core)
    const request = { method: 'GET', url: '/file-findings' } as const
    expect((await core.ask(await openAsClient(core, session), request)).statusCode).toBe(404)
    expect((await core.ask(nobody, request)).statusCode).toBe(401)
  })
})

describe('a file that is not whole', () => {
  it('given a missing file, when asked for, then the answer says so and names it', async () => {
    const [seeded] = await seedDocuments([Buffer.from('a')])
    if (!seeded) throw new Error('Nothing was stored')
    rmSync(pathOf(seeded.fileId))
    const answer = await download(core, seeded.document)
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({ code: 'FILE_MISSING', message: expect.stringContaining(seeded.fileId) })
  })

  it.each([
    ['small', 100],
    ['large', 6_000_000],
  ])('given a %s file that was altered, when asked for, then no answer looks whole', async (_size, length) => {
    const [seeded] = await seedDocuments([randomBytes(length)])
    if (!seeded) throw new Error('Nothing was stored')
    damage(seeded.fileId)
    const answer = await download(core, seeded.document).catch(() => 'broken off')
    if (length < 4_000_000)
      expect(answer).toMatchObject({ statusCode: 500, body: expect.stringContaining('FILE_DAMAGED') })
    else expect(answer).toBe('broken off')
  })

  it('given the PDF of a document that is missing, when staff or the client open it, then the answer says so', async () => {
    const journey = await seedSession(core)
    const form = await seedForm(core, journey)
    const { file_id: fileId } = await core.app.db
      .selectFrom('session_forms')
      .select('file_id')
      .where('id', '=', form.id)
      .executeTakeFirstOrThrow()
    rmSync(pathOf(fileId ?? ''))
    const url = `/sessionforms/${form.id}/file`
    for (const as of [journey.admin, await openAsClient(core, journey.session)]) {
      const answer = await core.ask(as, { method: 'GET', url })
      expect([answer.statusCode, answer.json().code]).toEqual([500, 'FILE_MISSING'])
    }
  })
})

describe('the health of the file store', () => {
  it('given the files folder gone, when asked, then the check fails, and is ready no more', async () => {
    expect(await health('file-store')).toMatchObject({ state: 'ok' })
    rmSync(core.config.filesDirectory, { recursive: true })
    expect(await health('file-store')).toMatchObject({ state: 'failing' })
    expect(core.app.healthChecks.find(({ id }) => id === 'file-store')?.affectsReadiness).toBe(true)
  })
})
