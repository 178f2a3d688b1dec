import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPdfWorker } from '@agency/pdf-signing/pdf-worker-pool'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { createEmptyDatabase } from '../../../test/test-database.ts'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'

// The embedded engine belongs to one process.
it.skipIf(!process.env.TEST_DATABASE_URL)(
  'given an empty database, when two services start on it at once, then migrations ran once and there is one first admin',
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
