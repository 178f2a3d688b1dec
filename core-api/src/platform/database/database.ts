import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Kysely, type Transaction as KyselyTransaction, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { startEmbeddedEngine } from './embedded-engine.ts'
import { preparingPool } from './prepared-statements.ts'
import type { Schema } from './schema.ts'

export type Database = Kysely<Schema>

/** What locks rows takes this: a lock outside a transaction does not compile. */
export type Transaction = KyselyTransaction<Schema>

export interface OpenDatabase {
  db: Database
  pool: pg.Pool
  /** How many statements of one kind run at a time, when calls share them: `groupCalls`. */
  lanes: number
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

/** Null: in memory, for tests; a dumped `cluster` makes that start four times as fast. */
export type DatabaseTarget =
  | { url: string; connections?: number }
  | { directory: string }
  | { directory: null; cluster?: string }

export interface DatabaseSettings {
  DATABASE_URL?: string
  DATABASE_CONNECTIONS?: number
  dataDirectory: string
}

export function databaseTarget(settings: DatabaseSettings): DatabaseTarget {
  const { DATABASE_URL: url, DATABASE_CONNECTIONS: connections, dataDirectory } = settings
  if (!url) return { directory: join(dataDirectory, 'database') }
  return connections === undefined ? { url } : { url, connections }
}

export const isNewDatabase = (target: DatabaseTarget): boolean =>
  'directory' in target && target.directory !== null && !existsSync(join(target.directory, 'cluster', 'PG_VERSION'))

/** More do not answer sooner: its processes take turns on the cores. A queue in this service is fairer. */
const defaultConnections = Math.min(16, Math.max(6, 3 * availableParallelism()))

/** Compiling and parallel workers take longer than these statements. Data is in memory or on an SSD. */
const planning = 'SET jit = off; SET max_parallel_workers_per_gather = 0; SET random_page_cost = 1.1'

/** A statement that waits for a locked row blocks one lane only. Other calls use the other lanes. */
const serverLanes = 4

/** A new connection plans its prepared statements again. */
const idleTimeoutMillis = 10 * 60_000

export async function openDatabase(target: DatabaseTarget): Promise<OpenDatabase> {
  const connections = { types, onConnect: async (client: pg.ClientBase) => void (await client.query(planning)) }
  if ('directory' in target) {
    const { pool, failed, close } = await startEmbeddedEngine(target, connections)
    return {
      db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: preparingPool(pool) }) }),
      pool,
      lanes: 1,
      failed,
      close,
    }
  }
  const pool = new pg.Pool({
    ...connections,
    connectionString: target.url,
    max: target.connections ?? defaultConnections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis,
  })
  surviveBrokenConnections(pool)
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: preparingPool(pool) }) })
  return { db, pool, lanes: serverLanes, failed: new Promise(() => undefined), close: () => pool.end() }
}

/** 'error' without a listener would end the process. The pool listens on idle connections only. Queries reconnect. */
function surviveBrokenConnections(pool: pg.Pool) {
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
}

/** @returns milliseconds since the epoch @throws if the database is unavailable */
export async function readDatabaseClock(db: Database): Promise<number> {
  const { rows } = await sql<{ now: string }>`SELECT clock_timestamp() AS now`.execute(db)
  return Date.parse(rows[0]?.now ?? '')
}
