import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClientDocument } from '@agency/contract/documents'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { auditEvents } from '../../../test/audit-events.ts'
import { type Core, startCore } from '../../../test/core.ts'
import { seedClient } from '../../../test/session-fixtures.ts'
import {
  createEmptyDatabase,
  createLastingDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../../../test/test-database.ts'
import { whenAnchored } from '../../../test/trail-attacks.ts'
import { download, uploadAll } from '../../../test/upload.ts'
import { verifyTrail } from '../../audit/verification/verify-trail.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { readKeyring } from '../../platform/encryption/master-key.ts'
import { queueMessage } from '../../platform/outbox/outbox-service.ts'
import { BackupDirectory } from './backup-directory.ts'
import { storedIdOf } from './backup-manifest.ts'
import { expired } from './backup-retention.ts'
import { secondsUntil } from './backup-schedule.ts'
import { recordBackup, recordFailure } from './backup-trail.ts'
import { type BackupOrder, makeBackup } from './make-backup.ts'
import { requireDecryptable, verifyBackup } from './restore-backup.ts'
import { restoreToServer } from './restore-to-server.ts'

const day = 86_400_000
const masterKey = randomBytes(32).toString('base64')
const isServer = Boolean(process.env.TEST_DATABASE_URL)
let identity: string
let recipient: string
let place: string
let database: TestDatabase
let core: Core
let documents: ClientDocument[]
let directory: string
beforeAll(async () => {
  identity = await generateIdentity()
  recipient = await identityToRecipient(identity)
  place = mkdtempSync(join(tmpdir(), 'backups-'))
  writeFileSync(join(place, 'key.txt'), `# a comment\n${identity}\n`)
  database = await createLastingDatabase()
  core = await startCore({ MASTER_KEY: masterKey }, database)
  documents = await seedDocuments([Buffer.from('first'), randomBytes(300_000)])
})
afterAll(async () => {
  await core.close()
  await database.drop()
  rmSync(place, { recursive: true })
})
beforeEach(() => {
  directory = mkdtempSync(join(place, 'to-'))
})

async function seedDocuments(contents: Buffer[]): Promise<ClientDocument[]> {
  const admin = await core.admin()
  return uploadAll(core, admin, await seedClient(core, admin), contents)
}

const order = (changes: Partial<BackupOrder> = {}): BackupOrder => ({
  db: core.app.db,
  target: database.target,
  store: core.app.fileStore,
  directory,
  recipients: [recipient],
  keyIds: [readKeyring(core.config).newest.id.toString('hex')],
  signal: new AbortController().signal,
  ...changes,
})

const verify = (name?: string) => verifyBackup(new BackupDirectory(directory), name)

/** The copies in a whole backup that are no anchors: the product makes those whenever they are due. */
const verifyFiles = async (name?: string) => (await verify(name)).copies.filter(({ id }) => storedIdOf(id) === id)

/** The paths of all copies of files. */
const copies = () =>
  readdirSync(join(directory, 'files'), { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(directory, 'files', path)).isFile())
    .sort()

describe('a backup of a running product', () => {
  it('given records and files, when backed up, then age and sha256sum read it, and it names what is needed @full', async () => {
    const manifest = await makeBackup(order())
    expect(manifest).toMatchObject({
      engine: isServer ? 'server' : 'embedded',
      recipients: [recipient],
      file_count: 2,
      missing_files: 0,
      installation_id: readFileSync(join(core.config.filesDirectory, 'installation-id'), 'utf8').trim(),
      key_ids: order().keyIds,
    })
    const own = join(directory, 'backups', manifest.name)
    const dump = execFileSync('age', ['--decrypt', '-i', join(place, 'key.txt'), join(own, manifest.database.name)], {
      maxBuffer: 2 ** 28,
    })
    expect(dump.toString('hex', 0, 2)).toBe(isServer ? Buffer.from('PG').toString('hex') : '1f8b')
    const list = join(own, manifest.files.name)
    execFileSync('sha256sum', ['--check', '--strict', list], { cwd: join(directory, 'files') })
    await requireDecryptable(await verify(), identity)
    expect(statSync(own).mode & 0o777).toBe(0o700)
    const everything = readdirSync(own).map((name) => readFileSync(join(own, name), 'latin1'))
    expect(everything.join('').includes(masterKey)).toBe(false)
  })

  it('given another identity, when decrypted, then it says so @full', async () => {
    await makeBackup(order())
    await expect(requireDecryptable(await verify(), await generateIdentity())).rejects.toThrow('other recipients')
    await expect(requireDecryptable(await verify(), undefined)).rejects.toThrow('--identity')
  })

  it('given an earlier backup, when made again, then no file is copied again, and a damaged copy is replaced @full', async () => {
    const first = await makeBackup(order())
    const [path = '', other = ''] = copies()
    const copied = () => statSync(join(directory, 'files', other)).mtimeMs
    const before = copied()
    writeFileSync(join(directory, 'files', path), 'damaged')
    await expect(verify(first.name)).rejects.toThrow(/file \S+ was altered/)
    const second = await makeBackup(order())
    expect(copied()).toBe(before)
    expect(await verifyFiles(second.name)).toHaveLength(2)
    expect(await verifyFiles(first.name)).toHaveLength(2)
  })

  it('given a dump that was cut off, when verified, then it is named @full', async () => {
    const { name, database: part } = await makeBackup(order())
    const path = join(directory, 'backups', name, part.name)
    writeFileSync(path, readFileSync(path).subarray(0, -100))
    await expect(verify()).rejects.toThrow(`${part.name} was altered`)
  })

  it('given what a killed backup has left, when made again, then it was never taken for one, and is gone @full', async () => {
    const left = join(directory, 'backups', '2026-01-01T00-00-00-000Z.partial')
    mkdirSync(left, { recursive: true })
    await expect(verify()).rejects.toThrow('No complete backup')
    await makeBackup(order())
    expect(existsSync(left)).toBe(false)
  })

  it('given a file that the store has lost, when made, then it is counted, and its earlier copy stays @full', async () => {
    const [lost] = await seedDocuments([Buffer.from('lost')])
    const { file_id: id } = await core.app.db
      .selectFrom('documents')
      .select('file_id')
      .where('id', '=', lost?.id ?? '')
      .executeTakeFirstOrThrow()
    await makeBackup(order())
    const found = readdirSync(core.config.filesDirectory, { recursive: true, encoding: 'utf8' })
    rmSync(join(core.config.filesDirectory, found.find((path) => path.endsWith(id)) ?? ''))
    expect(await makeBackup(order())).toMatchObject({ file_count: 3, missing_files: 0 })
    rmSync(directory, { recursive: true })
    mkdirSync(directory)
    expect(await makeBackup(order())).toMatchObject({ file_count: 2, missing_files: 1 })
    await core.app.db.deleteFrom('documents').where('file_id', '=', id).execute()
    await core.app.db.deleteFrom('files').where('id', '=', id).execute()
  })

  it('given two at once, when made, then a message refuses one', async () => {
    const results = await Promise.allSettled([makeBackup(order()), makeBackup(order())])
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
    expect(refused).toEqual([expect.stringContaining('Another process is making a backup')])
  })

  it('given a signal, when aborted, then there is no backup', async () => {
    await expect(makeBackup(order({ signal: AbortSignal.abort() }))).rejects.toThrow()
    expect(new BackupDirectory(directory).names()).toEqual([])
  })
})

/** A message that waits for another attempt while the backup is made. @returns its id */
const queueForLater = () =>
  core.app.db.transaction().execute(async (db) => {
    const values = { name: 'Ida', device: 'Firefox', date: 'December 1, 2026' }
    const message = { kind: 'new-device', channel: 'email', to: 'ida@example.com', language: 'en', values } as const
    const { id } = await queueMessage({ db, cipher: core.app.cipher }, message)
    const later = new Date(Date.now() + 3_600_000).toISOString()
    await db.updateTable('outbox_messages').set({ next_attempt_at: later }).where('id', '=', id).execute()
    return id
  })

describe.runIf(isServer)('a backup of a database server', () => {
  it('given a backup made during writes, when it is restored to empty places, then it has all writes that were acknowledged before it', async () => {
    const kept = await seedDocuments([Buffer.from('kept')])
    const id = await queueForLater()
    let isDone = false
    const writing = (async () => {
      while (!isDone) await seedDocuments([randomBytes(1_000)])
    })()
    await makeBackup(order()).finally(() => {
      isDone = true
    })
    await writing
    const target = await createEmptyDatabase()
    onTestFinished(target.drop)
    const data = mkdtempSync(join(place, 'restored-'))
    const url = 'url' in target.target ? target.target.url : expect.fail('There is no server')
    const config = { ...core.config, DATABASE_URL: url, dataDirectory: data, filesDirectory: join(data, 'files') }
    await expect(restoreToServer(core.config, url, await verify(), identity)).rejects.toThrow('store is not empty')
    expect(await restoreToServer(config, url, await verify(), identity)).toBe(1)
    await expect(restoreToServer(config, url, await verify(), identity)).rejects.toThrow('has tables')

    const restored = await startCore({ MASTER_KEY: masterKey, DATA_DIR: data }, target)
    try {
      const addresses = [...documents, ...kept]
      for (const document of addresses) expect((await download(restored, document)).statusCode).toBe(200)
      const rows = await restored.app.db.selectFrom('files').select('id').execute()
      for (const { id } of rows) expect(await restored.app.fileStore.openStored(id)).toBeDefined()
      const message = restored.app.db.selectFrom('outbox_messages').selectAll().where('id', '=', id)
      const held = { state: 'dead', error: 'restored', unconfirmed: 1, encrypted_message: null }
      expect(await message.executeTakeFirst()).toMatchObject(held)
      expect(await verifyTrail(restored.app.trailSource, undefined)).toMatchObject({ valid: true })
    } finally {
      await restored.close()
    }
  })

  it('given a restore that was killed before it gave up the messages, when started, then it is refused; restored again, they are given up @full', async () => {
    const id = await queueForLater()
    await makeBackup(order())
    const target = await createEmptyDatabase()
    onTestFinished(target.drop)
    const data = mkdtempSync(join(place, 'interrupted-'))
    const url = 'url' in target.target ? target.target.url : expect.fail('There is no server')
    const config = { ...core.config, DATABASE_URL: url, dataDirectory: data, filesDirectory: join(data, 'files') }
    const settings = { MASTER_KEY: masterKey, DATA_DIR: data }
    const backup = await verify()
    await restoreToServer(config, url, backup, identity)
    const { db, close } = await openDatabase({ url })
    onTestFinished(close)
    const waiting = { state: 'queued', error: null, unconfirmed: 0 } as const
    await db.updateTable('outbox_messages').set(waiting).where('id', '=', id).execute()
    const mark = join(config.filesDirectory, 'restoring-backup')
    expect(readFileSync(mark, 'utf8')).toBe('')
    writeFileSync(mark, backup.manifest.name)

    await expect(startCore(settings, target)).rejects.toThrow(`interrupted. Run it again: npm run restore`)
    expect(await restoreToServer(config, url, backup, identity)).toBe(1)
    const message = db.selectFrom('outbox_messages').selectAll().where('id', '=', id)
    expect(await message.executeTakeFirst()).toMatchObject({ state: 'dead', error: 'restored', unconfirmed: 1 })
    const restored = await startCore(settings, target)
    await restored.close()
  })

  it('given an interrupted restore, when repeated to the database of another installation, then it is refused, and nothing is changed @full', async () => {
    await makeBackup(order())
    const other = await createTestDatabase()
    onTestFinished(other.drop)
    const url = 'url' in other.target ? other.target.url : expect.fail('There is no server')
    const data = mkdtempSync(join(place, 'mistaken-'))
    const config = { ...core.config, DATABASE_URL: url, dataDirectory: data, filesDirectory: join(data, 'files') }
    const backup = await verify()
    mkdirSync(config.filesDirectory)
    writeFileSync(join(config.filesDirectory, 'restoring-backup'), backup.manifest.name)
    await expect(restoreToServer(config, url, backup, identity)).rejects.toThrow('has tables')
    expect(readdirSync(config.filesDirectory)).toEqual(['restoring-backup'])
  })

  it('given no pg_dump, when made, then it says what to install, and nothing is left that looks complete', async () => {
    vi.stubEnv('PATH', place)
    onTestFinished(() => void vi.unstubAllEnvs())
    await expect(makeBackup(order())).rejects.toThrow('pg_dump is not installed')
    expect(new BackupDirectory(directory).names()).toEqual([])
  })
})

describe('scheduled backups', () => {
  const health = (of: Core) => of.app.healthChecks.find(({ id }) => id === 'backup')?.run()
  const settings = (to: string) => ({ MASTER_KEY: masterKey, BACKUP_TO: to, BACKUP_RECIPIENT: recipient })

  it('given no directory, when asked, then health says that none are set up', async () => {
    expect(await health(core)).toEqual({
      state: 'warning',
      message: expect.stringMatching(/^Nothing is backed up.*the setting BACKUP_TO/),
    })
  })

  it('given a directory that is gone, when due, then health and the trail say so; once it is there, it is made @full', async () => {
    const lasting = await createLastingDatabase()
    onTestFinished(lasting.drop)
    const gone = await startCore(settings(join(place, 'gone')), lasting)
    await vi.waitFor(async () => expect(await health(gone)).toMatchObject({ state: 'failing' }), { timeout: 60_000 })
    const failures = auditEvents(gone.app.db).selectAll().where('action', '=', 'backup.failed')
    expect(await failures.execute()).toMatchObject([{ actor_kind: 'system', detail: 'Error' }])
    // Another data directory, with the files of the first: the mark of its installation, and its anchors.
    const DATA_DIR = mkdtempSync(join(place, 'data-'))
    await whenAnchored(gone)
    cpSync(gone.config.filesDirectory, join(DATA_DIR, 'files'), { recursive: true })
    await gone.app.db.deleteFrom('recurring_jobs').where('kind', '=', 'backup').execute()
    await gone.close()

    const there = await startCore({ ...settings(directory), DATA_DIR }, lasting)
    onTestFinished(there.close)
    await vi.waitFor(async () => expect(await health(there)).toMatchObject({ state: 'ok' }), { timeout: 60_000 })
    expect(new BackupDirectory(directory).names()).toHaveLength(1)
    const made = auditEvents(there.app.db).selectAll().where('action', '=', 'backup.made')
    expect(await made.execute()).toMatchObject([{ actor_kind: 'system', detail: expect.stringContaining('files: 0') }])
  })

  it('given one failure again and again, when recorded, then the trail has it once, until another or a backup @full', async () => {
    const { db } = core.app
    const failed = () =>
      db.selectFrom('audit_events').select('detail').where('action', '=', 'backup.failed').orderBy('id').execute()
    const manifest = await makeBackup(order())
    const [lost, late] = [new Error('the disk is gone'), new RangeError('another kind')]
    for (const error of [lost, lost, late, late, lost]) await recordFailure(db, error)
    await recordBackup(db, manifest)
    for (const error of [lost, lost]) await recordFailure(db, error)
    expect((await failed()).map(({ detail }) => detail)).toEqual(['Error', 'RangeError', 'Error', 'Error'])
  })

  it('given a recipient with a wrong letter, when started, then it is refused @full', async () => {
    const wrong = {
      ...settings(directory),
      BACKUP_RECIPIENT: `${recipient.slice(0, -1)}${recipient.endsWith('q') ? 'p' : 'q'}`,
    }
    const fresh = await createTestDatabase()
    onTestFinished(fresh.drop)
    await expect(startCore(wrong, fresh)).rejects.toThrow('BACKUP_RECIPIENT')
  })

  it('given a time of day, when the next is asked for, then it is today or tomorrow', () => {
    expect(secondsUntil('02:30', new Date(2026, 0, 10, 2, 0))).toBe(1_800)
    expect(secondsUntil('02:30', new Date(2026, 0, 10, 2, 30))).toBe(86_400)
  })
})

describe('retention', () => {
  const now = Date.UTC(2026, 5, 17, 12)
  const made = (...days: number[]) => new Map(days.map((ago) => [`${ago}`, new Date(now - ago * day)]))

  it('given daily backups of a hundred days, when thinned, then two weeks of days and eight weeks stay', () => {
    const all = made(...Array.from({ length: 100 }, (_, ago) => ago))
    const gone = new Set(expired(all, { days: 14, weeks: 8 }, now))
    const kept = [...all.keys()].filter((name) => !gone.has(name)).map(Number)
    expect(kept.slice(0, 14)).toEqual(Array.from({ length: 14 }, (_, ago) => ago))
    expect(kept.slice(14)).toEqual([17, 24, 31, 38, 45])
  })

  it('given an old one alone, when thinned, then it stays', () => {
    expect(expired(made(400), { days: 1, weeks: 0 }, now)).toEqual([])
  })

  it('given a backup that goes, when removed, then the copies go that no other names @full', async () => {
    const [short] = await seedDocuments([Buffer.from('short')])
    const first = await makeBackup(order())
    const { file_id: id } = await core.app.db
      .selectFrom('documents')
      .select('file_id')
      .where('id', '=', short?.id ?? '')
      .executeTakeFirstOrThrow()
    await core.app.db.deleteFrom('documents').where('file_id', '=', id).execute()
    await core.app.db.deleteFrom('files').where('id', '=', id).execute()
    const manifest = join(directory, 'backups', first.name, 'backup.json')
    const old = new Date(Date.now() - 400 * day).toISOString()
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(first.made_at, old))
    expect(copies().some((path) => path.endsWith(id))).toBe(true)
    const second = await makeBackup(order({ retention: { days: 1, weeks: 1 } }))
    expect(new BackupDirectory(directory).names()).toEqual([second.name])
    expect(copies().some((path) => path.endsWith(id))).toBe(false)
    expect(await verifyFiles()).toHaveLength(second.file_count)
  })
})
