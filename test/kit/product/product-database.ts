import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** A database of one started product. */
export interface ProductDatabase {
  url: string
  /** Ends its connections and drops it. */
  drop(): Promise<void>
}

/** The PostgreSQL server of the test run: global set-up starts one where `TEST_DATABASE_URL` names none. */
function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('TEST_DATABASE_URL is missing: the set-up of the test run provides it.')
  return url
}

/** Creates a database on the PostgreSQL server of the test run: a copy of `template`, or an empty one. */
export async function createProductDatabase(template?: string): Promise<ProductDatabase> {
  const server = serverUrl()
  const name = `product_${randomBytes(8).toString('hex')}`
  await runStatement(server, `CREATE DATABASE ${name}${template ? ` TEMPLATE ${template} STRATEGY FILE_COPY` : ''}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => runStatement(server, `DROP DATABASE ${name} WITH (FORCE)`) }
}

async function runStatement(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
