import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listeningAddress } from '@agency/test-kit/product/listening-address'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { openDatabase } from './database.ts'

const root = join(import.meta.dirname, '../../..')
const migrations = readdirSync(join(root, 'migrations')).filter((name) => name.endsWith('.ts')).length

/** Replicas need a server: the embedded engine belongs to one process. */
describe.skipIf(!process.env.TEST_DATABASE_URL)('replicas that start at once on an empty database', () => {
  let made: TestDatabase
  let environment: Record<string, string>
  beforeEach(async () => {
    made = await createEmptyDatabase()
    environment = {
      DATA_DIR: mkdtempSync(join(tmpdir(), 'replicas-')),
      DATABASE_URL: 'url' in made.target ? made.target.url : '',
      PRINCIPAL_SECRET: 'p'.repeat(32),
      ADMIN_PASSWORD: 'correct horse battery staple',
      LOG_LEVEL: 'silent',
      PORT: '0',
      DRAIN_SECONDS: '0',
    }
  })
  afterEach(async () => {
    await made.drop()
    rmSync(environment.DATA_DIR ?? '', { recursive: true })
  })

  async function expectOneStart() {
    const { db, close } = await openDatabase(made.target)
    const applied = await sql<{ count: number }>`SELECT count(*)::int AS count FROM kysely_migration`.execute(db)
    const admins = await db.selectFrom('admins').select('username').execute()
    await close()
    expect(applied.rows).toEqual([{ count: migrations }])
    expect(admins).toEqual([{ username: 'admin' }])
  }

  it('given four processes, when all listen, then migrations ran once and there is one first admin', async () => {
    const started = Array.from({ length: 4 }, () =>
      fork(join(root, 'src/main.ts'), {
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      }),
    )
    const addresses = await Promise.all(started.map(listeningAddress))
    await Promise.all(started.map(stop))
    expect(addresses).toEqual(started.map(() => expect.stringMatching(/^http:/)))
    await expectOneStart()
  })
})

async function stop(replica: ChildProcess) {
  if (replica.exitCode !== null) return
  const ended = once(replica, 'exit')
  replica.kill('SIGTERM')
  await ended
}
