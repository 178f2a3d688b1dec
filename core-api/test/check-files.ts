import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createPdfWorker } from '@agency/pdf-signing/pdf-worker-pool'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { sweepFiles } from '../src/operation/files/file-sweep.ts'
import { databaseTarget } from '../src/platform/database/database.ts'

/**
 * A program for fault tests, run on the data of a service that has stopped: sweeps the file store as it would be swept
 * the day after tomorrow, and writes what is wrong then, as a JSON array: a file without a row, a row without its file.
 */
const twoDays = 2 * 86_400_000
const config = readConfig({ ...process.env, LOG_LEVEL: 'silent' })
const app = await buildApp(config, { target: databaseTarget(config), pdfWorker: createPdfWorker() })
await sweepFiles({ db: app.db, store: app.fileStore, limit: Number.POSITIVE_INFINITY, now: Date.now() + twoDays })
const trash = join(config.filesDirectory, 'trash')
const rows = await app.db.selectFrom('files').select('id').execute()
const named = new Set(rows.map(({ id }) => id))
const entries = readdirSync(config.filesDirectory, { recursive: true, withFileTypes: true })
// Anchors of the audit trail and the installation's id have no row in `files`.
const stored = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes(trash))
const kept = stored.map(({ name }) => name).filter((name) => name !== 'installation-id' && !name.startsWith('anchor-'))
const problems = kept.filter((name) => !named.has(name)).map(() => 'a file is left that no row names')
for (const { id } of rows) await app.files.read(app.db, id).catch(() => problems.push('a row names a missing file'))
await app.close()
process.stdout.write(JSON.stringify(problems))
