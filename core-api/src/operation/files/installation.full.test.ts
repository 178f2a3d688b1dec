import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { v7 as uuid } from 'uuid'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { auditEvents } from '../../../test/audit-events.ts'
import { type Core, startCore } from '../../../test/core.ts'
import { seedClient } from '../../../test/session-fixtures.ts'
import { createLastingDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { download, uploadAll } from '../../../test/upload.ts'
import { DiskRoot } from '../../platform/files/disk-root.ts'
import { readLastRun } from '../../platform/jobs/recurring-job-repository.ts'
import { readInstallationId } from './installation-repository.ts'
import { matchInstallation } from './match-installation.ts'

let directory: string
let database: TestDatabase
const running: Core[] = []
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'installation-'))
  database = await createLastingDatabase()
})
afterEach(async () => {
  for (const core of running.splice(0)) await core.close()
  await database.drop()
  rmSync(directory, { recursive: true })
})

async function start(environment: Record<string, string> = {}, on = database): Promise<Core> {
  const core = await startCore({ DATA_DIR: directory, ...environment }, on)
  running.push(core)
  return core
}

async function stop(): Promise<void> {
  await running.pop()?.close()
}

/** Starts on an empty database. */
async function startOnAnother(environment: Record<string, string> = {}): Promise<Core> {
  const another = await createLastingDatabase()
  const core = await start(environment, another).catch(async (error) => {
    await another.drop()
    throw error
  })
  running.push({ ...core, close: () => another.drop() })
  return core
}

const markPath = () => join(directory, 'files', 'installation-id')
const readMark = () => readFileSync(markPath(), 'utf8').trim()

async function seedDocument(core: Core) {
  const admin = await core.admin()
  const [document] = await uploadAll(core, admin, await seedClient(core, admin), [Buffer.from('kept')])
  return document ?? expect.fail('The document was not stored')
}

async function storedIds({ app }: Core): Promise<string[]> {
  const ids: string[] = []
  // Anchors of the audit trail lie there too.
  for await (const id of app.fileStore.ids()) if (!id.startsWith('anchor-')) ids.push(id)
  return ids
}

const adopted = async ({ app }: Core) =>
  (await auditEvents(app.db).select('detail').where('action', 'like', 'installation%').execute()).map(
    ({ detail }) => detail,
  )

describe('the id of an installation', () => {
  it('given an empty database and store, when started twice, then both have one id, and it stays', async () => {
    const id = await readInstallationId((await start()).app.db)
    expect(readMark()).toBe(id)
    await stop()
    const again = await start()
    expect(await readInstallationId(again.app.db)).toBe(id)
    expect(readMark()).toBe(id)
    expect(await adopted(again)).toEqual([])
  })

  it('given the files of another database, when started on an empty one, then the start is refused and no file is touched', async () => {
    const document = await seedDocument(await start())
    const mark = readMark()
    await stop()
    await expect(startOnAnother()).rejects.toThrow(
      new RegExp(`belongs to installation ${mark}, but the database has none.*ADOPT_FILE_STORE=${mark}`, 's'),
    )
    const back = await start()
    expect(await storedIds(back)).toHaveLength(1)
    expect((await download(back, document)).payload).toBe('kept')
    expect(readMark()).toBe(mark)
  })

  it('given two installations, when the database of one meets the files of the other, then both are named', async () => {
    await start()
    const mark = readMark()
    await stop()
    rmSync(markPath())
    const other = uuid()
    writeFileSync(markPath(), `${other}\n`)
    await expect(start()).rejects.toThrow(
      new RegExp(`belongs to installation ${other}, but the database to installation ${mark}`),
    )
  })

  it('given a refused start, when the named id is adopted, then it starts, is audited, and needs it no more', async () => {
    await start()
    const mark = readMark()
    await stop()
    const another = await createLastingDatabase()
    const core = await start({ ADOPT_FILE_STORE: mark }, another)
    expect(await readInstallationId(core.app.db)).toBe(mark)
    expect(await adopted(core)).toEqual([`installation ${mark}`])
    await stop()
    await start({}, another)
    await stop()
    await another.drop()
  })

  it('given a store that was emptied or is not mounted, when started, then it is refused, until that is asked for', async () => {
    const id = await readInstallationId((await start()).app.db)
    await stop()
    rmSync(join(directory, 'files'), { recursive: true })
    await expect(start()).rejects.toThrow(`belongs to installation ${id}, but the file store`)
    // The refused start has let go of the database, or this one could not have it.
    const core = await start({ ADOPT_FILE_STORE: 'unmarked' })
    expect(readMark()).toBe(id)
    expect(await adopted(core)).toEqual(['a file store without an id'])
  })

  it.each([
    ['before the store has it', () => rmSync(markPath())],
    ['before the database knows that the store has it', () => undefined],
  ])('given a start that was killed %s, when started again, then both have the first id', async (_when, undo) => {
    const core = await start()
    const id = readMark()
    await core.app.db.updateTable('installation').set({ stored_at: null }).execute()
    await stop()
    undo()
    const again = await start()
    expect([await readInstallationId(again.app.db), readMark()]).toEqual([id, id])
    expect(await again.app.db.selectFrom('installation').select('stored_at').executeTakeFirst()).toEqual({
      stored_at: expect.any(String),
    })
  })

  it('given an installation of a release without ids, when it starts, then it gets an id', async () => {
    const core = await start()
    await seedDocument(core)
    await core.app.db.deleteFrom('installation').execute()
    await stop()
    rmSync(markPath())
    const again = await start()
    expect(await readInstallationId(again.app.db)).toBe(readMark())
    expect(await adopted(again)).toEqual([])
  })

  it('given files from before there were ids, when started on an empty database, then it is refused, until asked for', async () => {
    const core = await start()
    await seedDocument(core)
    await stop()
    rmSync(markPath())
    await expect(startOnAnother()).rejects.toThrow('The database does not know 1 of 1 files')
    const asked = await startOnAnother({ ADOPT_FILE_STORE: 'unmarked' })
    expect(await adopted(asked)).toEqual(['a file store without an id'])
    expect(await storedIds(asked)).toHaveLength(1)
  })

  it('given rows of files from before there were ids, when started beside an empty store, then it is refused', async () => {
    const core = await start()
    await seedDocument(core)
    await core.app.db.deleteFrom('installation').execute()
    await stop()
    rmSync(join(directory, 'files'), { recursive: true })
    await expect(start()).rejects.toThrow('The database names 1 files, but the file store')
  })

  it('given several replicas that start at once, when all have compared, then there is one id', async () => {
    const core = await start()
    await core.app.db.deleteFrom('installation').execute()
    rmSync(markPath())
    const root = new DiskRoot(join(directory, 'files'))
    const { db, fileStore: store, cipher } = core.app
    const matching = { db, store, cipher, root, adopt: undefined }
    const ids = await Promise.all(Array.from({ length: 6 }, () => matchInstallation(matching)))
    expect(new Set(ids)).toEqual(new Set([readMark()]))
  })

  it('given a store that another installation takes over while the service runs, when swept, then nothing is moved', async () => {
    const core = await start()
    // The sweep that a start begins with would take the file, while the store is still ours.
    const hasSwept = async () =>
      expect((await readLastRun(core.app.db, 'file-sweep'))?.ended_at).toEqual(expect.any(String))
    await vi.waitFor(hasSwept, { timeout: 30_000 })
    const id = uuid({ msecs: Date.now() - 2 * 86_400_000 })
    await core.app.fileStore.put(id, [Readable.from([Buffer.from('not ours')])])
    writeFileSync(markPath(), `${uuid()}\n`)
    await expect(core.app.requireOwnFileStore()).rejects.toThrow('does not answer')
    expect(await storedIds(core)).toEqual([id])
  })
})
