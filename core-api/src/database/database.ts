import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { startEmbeddedEngine } from './embedded-engine.ts'
import type { Schema } from './schema.ts'

export type Database = Kysely<Schema>

export interface OpenDatabase {
  db: Database
  pool: pg.Pool
  close(): Promise<void>
}

/** Dates stay `YYYY-MM-DD` and times become RFC 3339 strings: the forms they have on the wire. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === pg.types.builtins.DATE) return (value: string) => value
    if (oid === pg.types.builtins.TIMESTAMPTZ) return (value: string) => new Date(value).toISOString()
    return pg.types.getTypeParser(oid, format)
  },
}

/**
 * Opens the database: a PostgreSQL server where an address is given, else the embedded engine.
 * @param target `{ url }`, or `{ directory }` for the embedded engine (null: in memory)
 */
export async function openDatabase(target: { url: string } | { directory: string | null }): Promise<OpenDatabase> {
  if ('directory' in target) {
    const { pool, close } = await startEmbeddedEngine(target.directory, { types })
    return { db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }), pool, close }
  }
  const pool = new pg.Pool({ connectionString: target.url, max: 16, connectionTimeoutMillis: 5_000, types })
  // An idle connection that breaks is replaced on the next query; without a listener it would end the process.
  pool.on('error', () => undefined)
  return { db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }), pool, close: () => pool.end() }
}
