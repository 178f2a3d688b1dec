import pg from 'pg'
import { openDatabase } from '../../core-api/src/platform/database/database.ts'
import { migrate } from '../../core-api/src/platform/database/migrate.ts'
import { startPostgresServer } from '../../scripts/postgres-server.ts'
import { type Dataset, databaseOf, fill, postponeDailyWork } from './dataset.ts'
import { median } from './table.ts'

export const clientsOfAgency = 300

/** A PostgreSQL server with a database for each agency. */
export interface AgencyServer {
  pid: number
  /** Seconds for an agency's database: the median of all. */
  secondsOfAgency: number
  /** Its megabytes on disk: without clients, with 300, and those of PostgreSQL's own empty database. */
  megabytes: { schema: number; filled: number; bare: number }
  /** @returns the address of a database */
  urlOf(name: string): string
  remove(): Promise<void>
}

/** The database of an agency, counted from 0. */
export const agencyName = (n: number): string => `agency_${n}`
/** The database that all others are copies of. */
export const templateName = 'agency'

async function megabytesOf(client: pg.Client, database: string): Promise<number> {
  const { rows } = await client.query('SELECT pg_database_size($1) / 1e6 AS megabytes', [database])
  return Number(rows[0].megabytes)
}

async function migrateAlone(target: { url: string }): Promise<void> {
  const { db, close } = await openDatabase(target)
  await migrate(db)
  await close()
}

/**
 * Starts a server and makes the databases, as copies of one with the product's tables and 300 made-up clients.
 * @param agencies how many
 * @param more statements for the template, such as further tables
 */
export async function startAgencyServer(agencies: number, more: string[] = []): Promise<AgencyServer> {
  const settings = { shared_buffers: '512MB', max_wal_size: '4GB', max_connections: '1200' }
  const server = await startPostgresServer(settings)
  const client = new pg.Client({ connectionString: server.url })
  try {
    await client.connect()
    // It would take CPU time from whatever is measured at the moment. What it costs is measured by itself.
    await client.query('ALTER SYSTEM SET autovacuum = off')
    await client.query('SELECT pg_reload_conf()')
    const bare = await megabytesOf(client, 'template1')
    await client.query(`CREATE DATABASE ${templateName}`)
    const template = { url: databaseOf(server, templateName) }
    await migrateAlone(template)
    const schema = await megabytesOf(client, templateName)
    await fill(template, clientsOfAgency)
    await postponeDailyWork(template)
    const { pool, close } = await openDatabase(template)
    await pool.query('VACUUM (ANALYZE)')
    const filled = await megabytesOf(client, templateName)
    for (const statement of more) await pool.query(statement)
    await close()
    const times: number[] = []
    for (let n = 0; n < agencies; n++) {
      const began = performance.now()
      await client.query(`CREATE DATABASE ${agencyName(n)} TEMPLATE ${templateName}`)
      times.push((performance.now() - began) / 1000)
    }
    await client.query('CHECKPOINT')
    const { rows } = await client.query(`SELECT pg_read_file('postmaster.pid', 0, 20, false) AS file`)
    return {
      pid: Number(rows[0].file.split('\n')[0]),
      secondsOfAgency: median(times),
      megabytes: { schema, filled, bare },
      urlOf: (name) => databaseOf(server, name),
      remove: async () => server.remove(),
    }
  } catch (error) {
    server.remove()
    throw error
  } finally {
    await client.end()
  }
}

/** One of these databases, for `Services`. */
export const datasetOf = (server: AgencyServer, n: number): Dataset => ({
  target: { url: server.urlOf(agencyName(n)) },
  serverPid: server.pid,
  remove: async () => undefined,
})
