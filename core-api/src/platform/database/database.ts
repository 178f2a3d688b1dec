import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { startEmbeddedEngine } from './embedded-engine.ts'
import { preparingPool } from './prepared-statements.ts'
import type { Schema } from './schema.ts'

export type Database = Kysely<Schema>

export interface OpenDatabase {
  db: Database
  pool: pg.Pool
  /** Resolves when the embedded engine has stopped by itself. Never resolves for a server. */
  failed: Promise<Error>
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
 * A PostgreSQL server, or a directory for the embedded engine. Null means in memory, for tests; a dumped `cluster` makes
 * that start four times as fast.
 */
export type DatabaseTarget = { url: string } | { directory: string } | { directory: null; cluster?: string }

/** The settings that choose the database: a server's URL or, without one, a data directory. */
export interface DatabaseSettings {
  DATABASE_URL?: string
  dataDirectory: string
}

/** Chooses the database by the settings. */
export const databaseTarget = ({ DATABASE_URL, dataDirectory }: DatabaseSettings): DatabaseTarget =>
  DATABASE_URL ? { url: DATABASE_URL } : { directory: join(dataDirectory, 'database') }

/**
 * Of each connection. Compiling a statement and starting parallel workers takes longer than running the statements of
 * this service, and many callers share the cores. What is read is in memory or on a disk without a moving head.
 */
const planning = 'SET jit = off; SET max_parallel_workers_per_gather = 0; SET random_page_cost = 1.1'

/** Opens the database: a PostgreSQL server, or the embedded engine. */
export async function openDatabase(target: DatabaseTarget): Promise<OpenDatabase> {
  const connections = { types, onConnect: async (client: pg.ClientBase) => void (await client.query(planning)) }
  if ('directory' in target) {
    const { pool, failed, close } = await startEmbeddedEngine(target, connections)
    return {
      db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: preparingPool(pool) }) }),
      pool,
      failed,
      close,
    }
  }
  const pool = new pg.Pool({ ...connections, connectionString: target.url, max: 16, connectionTimeoutMillis: 5_000 })
  surviveBrokenConnections(pool)
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: preparingPool(pool) }) })
  return { db, pool, failed: new Promise(() => undefined), close: () => pool.end() }
}

/**
 * A lost connection is replaced at the next query. An 'error' event without a listener would end the process. The pool
 * listens on idle connections only, so each connection gets a listener of its own.
 */
function surviveBrokenConnections(pool: pg.Pool) {
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
}

/** Reads the clock of the database server. @returns milliseconds since the epoch @throws if the database is unavailable */
export async function readDatabaseClock(db: Database): Promise<number> {
  const { rows } = await sql<{ now: string }>`SELECT clock_timestamp() AS now`.execute(db)
  return Date.parse(rows[0]?.now ?? '')
}
