import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPdfWorker } from '@agency/pdf-signing/pdf-worker-pool'
import { type Kysely, sql } from 'kysely'
import semver from 'semver'
import { expect, it, onTestFinished } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { openMigratedDatabase } from '../../../test/migrated-database.ts'
import { createEmptyDatabase } from '../../../test/test-database.ts'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { migrate, readMigrations } from './migrate.ts'

/** A database that the next release has migrated, by a new column. */
async function openNewerDatabase(readableFrom: string) {
  const { db, close } = await openMigratedDatabase()
  onTestFinished(close)
  const up = async (newer: Kysely<unknown>) => {
    await sql`ALTER TABLE clients ADD COLUMN pronoun text`.execute(newer)
  }
  const migrations = readMigrations().then((own) => ({ ...own, '999-pronoun': { up, readableFrom } }))
  expect(await migrate(db, { migrations, version: '99.0.0' })).toBeUndefined()
  return db
}

it('[OP-05] given a schema with a migration more, which this release can work on, when it starts, then it leaves the schema and says what is newer', async () => {
  const db = await openNewerDatabase(manifest.version)
  const newer = { names: ['999-pronoun'], readableFrom: manifest.version }
  expect(await migrate(db)).toEqual(newer)
  expect(await migrate(db)).toEqual(newer)
})

it('[OP-05] given a schema that needs a newer release, when an older one starts, then it refuses in words with both versions', async () => {
  const db = await openNewerDatabase('98.10.0')
  await expect(migrate(db, { version: '98.9.0' })).rejects.toThrow(
    'core-api 98.9.0 is too old for this database: 999-pronoun needs core-api 98.10.0 or newer.',
  )
  expect(await migrate(db, { version: '98.10.0' })).toMatchObject({ readableFrom: '98.10.0' })
})

/** A migration's text without the columns that it drops and adds again by the same name. */
function withoutReplaced(text: string): string {
  const added = [...text.matchAll(/ADD COLUMN (\w+)/g)].map(([, column]) => column)
  return text.replace(/DROP COLUMN (\w+)/g, (drop, column) => (added.includes(column) ? '' : drop))
}

it('each migration names a released core-api that reads its schema; one that takes something away names a newer one than those before it', async () => {
  const text = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
  const released = [...text('CHANGELOG.md').matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(([, version]) => version)
  const takesAway =
    /\b(?:DROP (?:COLUMN|TABLE)|RENAME|SET NOT NULL|ALTER COLUMN \w+ TYPE)\b|\.(?:drop|rename)(?:Column|Table|To)\(|setNotNull\(/i
  let oldest = '0.0.0'
  for (const [name, { readableFrom = '' }] of Object.entries(await readMigrations())) {
    expect(released, name).toContain(readableFrom)
    const isContracting = takesAway.test(withoutReplaced(text(`migrations/${name}.ts`)))
    expect(isContracting ? semver.gt(readableFrom, oldest) : semver.gte(readableFrom, oldest), name).toBe(true)
    oldest = readableFrom
  }
})

// The embedded engine belongs to one process.
it.skipIf(!process.env.TEST_DATABASE_URL)(
  'given an empty database, when two services start on it at once, then migrations ran once and there is one first admin @full',
  async () => {
    const made = await createEmptyDatabase()
    onTestFinished(made.drop)
    const directory = mkdtempSync(join(tmpdir(), 'replicas-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const config = readConfig({
      DATA_DIR: directory,
      PRINCIPAL_SECRET: 'p'.repeat(32),
      ADMIN_PASSWORD: 'correct horse battery staple',
      LOG_LEVEL: 'silent',
    })
    const pdfWorker = createPdfWorker()
    const dependencies = { target: made.target, pdfWorker }
    const apps = await Promise.all([buildApp(config, dependencies), buildApp(config, dependencies)])
    await Promise.all(apps.map((app) => app.ready()))
    for (const app of apps) expect((await app.inject({ method: 'GET', url: '/readyz' })).statusCode).toBe(200)
    const [first] = apps
    const names = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(first.db)
    expect(new Set(names.rows).size).toBe(names.rows.length)
    const admins = await first.db.selectFrom('admins').select('username').execute()
    expect(admins).toEqual([{ username: 'admin' }])
    await Promise.all(apps.map((app) => app.close()))
    await pdfWorker.close()
  },
)
