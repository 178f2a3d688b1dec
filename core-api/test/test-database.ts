import { randomBytes } from 'node:crypto'
import pg from 'pg'

export interface TestDatabase {
  target: { url: string } | { directory: null }
  drop(): Promise<void>
}

/**
 * A database of its own for each test file: on the server that `TEST_DATABASE_URL` names, else in the embedded
 * engine, in memory.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return { target: { directory: null }, drop: async () => undefined }
  const name = `test_${randomBytes(8).toString('hex')}`
  await query(server, `CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { target: { url: url.href }, drop: () => query(server, `DROP DATABASE ${name} WITH (FORCE)`) }
}

async function query(server: string, statement: string) {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}
