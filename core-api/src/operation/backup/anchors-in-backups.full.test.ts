import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { seedClient } from '../../../test/session-fixtures.ts'
import { createEmptyDatabase, createLastingDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { anchorNow } from '../../../test/trail-attacks.ts'
import { verifyTrail } from '../../audit/verification/verify-trail.ts'
import { restore } from '../../cli/restore.ts'
import { BackupDirectory } from './backup-directory.ts'
import { storedIdOf } from './backup-manifest.ts'
import { applyRetention } from './backup-retention.ts'
import { hashStream } from './hashed-file.ts'
import { makeBackup } from './make-backup.ts'
import { verifyBackup } from './restore-backup.ts'

const MASTER_KEY = randomBytes(32).toString('base64')

interface Product {
  core: Core
  database: TestDatabase
}

/** A directory with an empty one for backups in it. */
function makePlace(): { place: string; directory: string } {
  const place = mkdtempSync(join(tmpdir(), 'anchors-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
  const directory = join(place, 'backups')
  mkdirSync(directory)
  return { place, directory }
}

async function start(database: TestDatabase, environment: Record<string, string> = {}): Promise<Product> {
  onTestFinished(database.drop)
  const core = await startCore({ MASTER_KEY, ...environment }, database)
  onTestFinished(core.close)
  return { core, database }
}

/** Adds to the trail and anchors it. */
async function addAnchor({ core }: Product): Promise<void> {
  await seedClient(core, await core.admin())
  await anchorNow(core)
}

function backUp({ core, database }: Product, directory: string) {
  const { db, fileStore: store } = core.app
  const { signal } = new AbortController()
  return makeBackup({ db, target: database.target, store, directory, recipients: [], keyIds: [], signal })
}

/** Restores the newest backup into a new directory, or a new database, and starts the product on it. */
async function startRestored(from: string, data: string): Promise<Product> {
  const made = await createEmptyDatabase()
  const { target } = made
  const isServer = 'url' in target
  await restore(
    { DATA_DIR: data, ...(isServer ? { DATABASE_URL: target.url } : {}) },
    ['--from', from],
    () => undefined,
  )
  const database = isServer ? made : { ...made, target: { directory: join(data, 'database') } }
  return start(database, { DATA_DIR: data })
}

const verify = ({ core }: Product) => verifyTrail(core.app.trailSource, undefined)
const anchorsIn = (directory: string) =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((path) => basename(path).startsWith('anchor-'))

it('given anchors of the audit trail, when restored, then the trail holds with all of them', {
  timeout: 180_000,
}, async () => {
  const { place, directory } = makePlace()
  const product = await start(await createLastingDatabase())
  for (let n = 0; n < 2; n++) await addAnchor(product)
  const { anchors } = await verify(product)
  expect(anchors.checked).toBeGreaterThanOrEqual(2)
  expect(await backUp(product, directory)).toMatchObject({ anchor_count: anchors.checked, missing_files: 0 })

  const restored = await startRestored(directory, join(place, 'restored'))
  expect(await verify(restored)).toMatchObject({ valid: true, anchors: { checked: anchors.checked } })

  // Both go on, so that one number is that of two anchors. A backup of each has its own.
  for (const either of [product, restored]) {
    await addAnchor(either)
    await backUp(either, directory)
    const { filesDirectory } = either.core.config
    expect(anchorsIn(filesDirectory)).toHaveLength(anchors.checked + 1)
    const { fileStore } = either.core.app
    for (const { id, sha256 } of (await verifyBackup(new BackupDirectory(directory))).copies) {
      const stored = (await fileStore.openStored(storedIdOf(id))) ?? expect.fail(`The store has no ${storedIdOf(id)}`)
      expect(await hashStream(stored.content)).toMatchObject({ sha256 })
    }
  }

  // There are two anchors of the newest number. When only the backup of the second stays, so does its anchor alone.
  const copies = () => anchorsIn(join(directory, 'files'))
  expect(copies()).toHaveLength(anchors.checked + 2)
  await applyRetention(new BackupDirectory(directory), { days: 0, weeks: 0 })
  expect(copies()).toHaveLength(anchors.checked + 1)
  expect((await verifyBackup(new BackupDirectory(directory))).copies).toHaveLength(copies().length)

  writeFileSync(join(directory, 'files', copies()[0] ?? ''), 'altered')
  await expect(verifyBackup(new BackupDirectory(directory))).rejects.toThrow(/the file \S+anchor-\S+ was altered/)
})
