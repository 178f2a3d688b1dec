import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

export interface TestDatabase {
  target: { url: string } | { directory: string | null }
  drop(): Promise<void>
}

/**
 * A database of its own for each test file: on the server that `TEST_DATABASE_URL` names, else in the embedded
 * engine, in memory.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) {
    const cluster = process.env.TEST_CLUSTER
    return { target: { directory: null, ...(cluster ? { cluster } : {}) }, drop: async () => undefined }
  }
  const name = `test_${randomBytes(8).toString('hex')}`
  await query(server, `CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { target: { url: url.href }, drop: () => query(server, `DROP DATABASE ${name} WITH (FORCE)`) }
}

/** The same, but it stays when the service that uses it ends, until it is dropped. */
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
