import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

export interface TestDatabase {
  target: { url: string } | { directory: string | null }
  drop(): Promise<void>
}

/**
 * A database of its own for each test file: on the server that `TEST_DATABASE_URL` names, else in the embedded engine, in
 * memory. A copy of `TEST_TEMPLATE` where that is set (template-database.ts): the tables are up to date, without a row.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL
  const template = process.env.TEST_TEMPLATE
  if (server) return createOn(server, template)
  const cluster = process.env.TEST_CLUSTER
  return { target: { directory: null, ...(cluster ? { cluster } : {}) }, drop: async () => undefined }
}

/** The same, but without tables: for what is restored, or brought up to date, or started by several processes. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL
  return server ? createOn(server) : createTestDatabase()
}

/** A copy of a database that no service uses now. */
export async function copyDatabase({ target }: TestDatabase): Promise<TestDatabase> {
  if ('url' in target) return createOn(target.url, new URL(target.url).pathname.slice(1))
  const copy = mkdtempSync(join(tmpdir(), 'database-'))
  if (target.directory) cpSync(target.directory, copy, { recursive: true })
  return { target: { directory: copy }, drop: async () => rmSync(copy, { recursive: true }) }
}

async function createOn(server: string, template?: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  // Takes half of the processor time that writing each page to the log takes.
  const how = template ? `TEMPLATE ${template} STRATEGY FILE_COPY` : ''
  await query(server, `CREATE DATABASE ${name} ${how}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { target: { url: url.href }, drop: () => query(server, `DROP DATABASE ${name} WITH (FORCE)`) }
}

/** A database as `createTestDatabase` makes it, but it stays when the service that uses it ends, until it is dropped. */
export async function createLastingDatabase(): Promise<TestDatabase> {
  if (process.env.TEST_DATABASE_URL) return createTestDatabase()
  const directory = mkdtempSync(join(tmpdir(), 'database-'))
  return { target: { directory }, drop: async () => rmSync(directory, { recursive: true }) }
}

async function query(server: string, statement: string) {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}
