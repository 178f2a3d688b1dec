import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { seedClients } from '../../core-api/src/cli/seed/seed-clients.ts'
import { type DatabaseTarget, openDatabase } from '../../core-api/src/platform/database/database.ts'
import { migrate } from '../../core-api/src/platform/database/migrate.ts'
import { FieldCipher } from '../../core-api/src/platform/encryption/field-cipher.ts'
import { keyringOf } from '../../core-api/src/platform/encryption/keyring.ts'
import { type PostgresServer, startPostgresServer } from '../../scripts/postgres-server.ts'
import { root } from '../../scripts/repository.ts'
import { say } from './table.ts'

/** Kept from one run to the next: filling it takes minutes. */
const kept = join(tmpdir(), 'agency-portal-bench')
/** Everything in a bench is made up, and so is its key. */
export const masterKey = Buffer.alloc(32, 'bench')

/** A database with made-up clients, for one bench alone. */
export interface Dataset {
  target: { url: string }
  /** The server's process. */
  serverPid: number
  remove(): Promise<void>
}

/** Changes with the tables and with what is put into them. @param others sources beside those of the seed */
export function digestOfSources(...others: string[]): string {
  const hash = createHash('sha256')
  for (const folder of ['migrations', 'src/cli/seed']) {
    const path = join(root, 'core-api', folder)
    for (const name of readdirSync(path).sort()) hash.update(readFileSync(join(path, name)))
  }
  for (const path of others) hash.update(readFileSync(path))
  return hash.digest('hex').slice(0, 8)
}

/** Creates the tables and made-up clients, and what else is wanted. */
async function fill(target: DatabaseTarget, clients: number, add: AddRows): Promise<void> {
  say(`Making ${clients} clients; the next run uses them again …`)
  const { db, pool, close } = await openDatabase(target)
  try {
    await migrate(db)
    await seedClients({ db, cipher: new FieldCipher(keyringOf(masterKey)), clients, seed: 1, add: false })
    await add(pool)
  } finally {
    await close()
  }
}

async function administer(server: PostgresServer, ...statements: string[]): Promise<pg.QueryResult[]> {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const results: pg.QueryResult[] = []
  for (const statement of statements) results.push(await client.query(statement))
  await client.end()
  return results
}

/** The address of another database of a server. */
const databaseOf = (server: PostgresServer, name: string): string => {
  const url = new URL(server.url)
  url.pathname = `/${name}`
  return url.href
}

/** The process of a server whose cluster is kept in a directory. */
const pidOfServer = (keptIn: string): number =>
  Number(readFileSync(join(keptIn, 'cluster/postmaster.pid'), 'utf8').split('\n')[0])

/** What a first start does with all clients, and later once an hour or a day, is no part of what a call costs. */
async function postponeDailyWork(target: DatabaseTarget): Promise<void> {
  const { pool, close } = await openDatabase(target)
  await pool.query(`INSERT INTO recurring_jobs (kind, due_at)
    SELECT kind, now() + interval '1 day' FROM unnest(ARRAY['audit-anchor', 'audit-verification']) AS kind`)
  await close()
}

type AddRows = (pool: pg.Pool) => Promise<void>

/**
 * A copy of the kept database, on a server of our own with the settings of a small production one.
 * @param name of the kept database, which changes with what is added
 */
export const preparePostgres = (clients: number, name = 'seed', add: AddRows = async () => {}): Promise<Dataset> =>
  prepareKept(`${name}_${clients}_${digestOfSources()}`, (target) => fill(target, clients, add))

/**
 * The same with anything else that takes long to make. It is vacuumed and analyzed, as autovacuum would have done in
 * production.
 * @param template its name, which changes with what is put into it
 */
export async function prepareKept(
  template: string,
  fill: (target: { url: string }) => Promise<void>,
): Promise<Dataset> {
  const server = await startPostgresServer({ shared_buffers: '512MB', max_wal_size: '4GB' }, join(kept, 'postgres'))
  const copy = `bench_${process.pid}`
  try {
    const [found] = await administer(server, `SELECT 1 FROM pg_database WHERE datname = '${template}'`)
    if (found?.rowCount === 0) {
      const half = `${template}_unfinished`
      await administer(server, `DROP DATABASE IF EXISTS ${half}`, `CREATE DATABASE ${half}`)
      await fill({ url: databaseOf(server, half) })
      const { pool, close } = await openDatabase({ url: databaseOf(server, half) })
      await pool.query('VACUUM (ANALYZE)')
      await close()
      await administer(server, `ALTER DATABASE ${half} RENAME TO ${template}`)
    }
    await administer(server, `CREATE DATABASE ${copy} TEMPLATE ${template}`, 'CHECKPOINT')
    await postponeDailyWork({ url: databaseOf(server, copy) })
  } catch (error) {
    server.stop()
    throw error
  }
  return {
    target: { url: databaseOf(server, copy) },
    serverPid: pidOfServer(join(kept, 'postgres')),
    async remove() {
      await administer(server, `DROP DATABASE ${copy} WITH (FORCE)`)
      server.stop()
    },
  }
}
