import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { AuditKey, bindAuditKey } from '../../core-api/src/platform/audit-trail/audit-key.ts'
import { appendAuditEvent } from '../../core-api/src/platform/audit-trail/audit-repository.ts'
import { openDatabase } from '../../core-api/src/platform/database/database.ts'
import { migrate } from '../../core-api/src/platform/database/migrate.ts'
import { startPostgresServer } from '../../scripts/postgres-server.ts'
import { clientIdOf, fillTrail } from './audit-trail.ts'
import { type BenchOptions, measure } from './core-bench.ts'
import { databaseOf, pidOfServer } from './dataset.ts'
import { cpuOfFamily } from './process-figures.ts'
import { logInAtCore, Services } from './services.ts'
import { median, quantile, say, showTable } from './table.ts'
import { anyOf } from './terms.ts'

/** So many events has each client, one a week for two years. */
const eventsOfClient = 100

/** One trail, and the process of the server that keeps it. */
interface Trail {
  name: string
  url: string
  serverPid: number
}

interface Appended {
  rate: number
  p50: number
  p99: number
  service: number
  database: number
  logBytes: number
}

async function readClientIds(url: string, clients: number): Promise<string[]> {
  const { pool, close } = await openDatabase({ url })
  const { rows } = await pool.query(`SELECT ${clientIdOf('n')} AS id FROM generate_series(0, ${clients - 1}) AS n`)
  await close()
  return rows.map(({ id }) => id)
}

/** So many callers open records at random, each again as soon as its event is stored. */
async function appendEvents(trail: Trail, ids: string[], callers: number, seconds: number): Promise<Appended> {
  const { db, pool, close } = await openDatabase({ url: trail.url })
  // Nobody verifies what is written here.
  bindAuditKey(db, new AuditKey(Buffer.alloc(32), { madeAt: new Date() }))
  const who = { actorKind: 'admin', actorId: randomUUID(), address: '203.0.113.7' } as const
  const times: number[] = []
  const appendFor = async (milliseconds: number) => {
    const end = performance.now() + milliseconds
    const call = async () => {
      while (performance.now() < end) {
        const id = anyOf(ids)
        const began = performance.now()
        await appendAuditEvent(db, { ...who, action: 'client.opened', clientId: id, subjectId: id, fields: ['ssn'] })
        times.push(performance.now() - began)
      }
    }
    await Promise.all(Array.from({ length: callers }, call))
  }
  try {
    await appendFor(500)
    times.length = 0
    // From here on the first change of each page writes all of it to the log, in both trails.
    await pool.query('CHECKPOINT')
    const written = async () => Number((await pool.query("SELECT pg_current_wal_insert_lsn() - '0/0' AS n")).rows[0].n)
    const before = { log: await written(), cpu: process.cpuUsage(), database: cpuOfFamily(trail.serverPid) }
    await appendFor(seconds * 1000)
    const database = cpuOfFamily(trail.serverPid) - before.database
    const { user, system } = process.cpuUsage(before.cpu)
    return {
      rate: times.length / seconds,
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      service: (user + system) / 1000 / times.length,
      database: database / times.length,
      logBytes: ((await written()) - before.log) / times.length,
    }
  } finally {
    await close()
  }
}

const figures: [keyof Appended, string, number][] = [
  ['rate', 'events/s', 0],
  ['p50', 'p50 ms', 2],
  ['p99', 'p99 ms', 1],
  ['service', 'CPU ms service', 3],
  ['database', 'CPU ms database', 3],
  ['logBytes', 'bytes of WAL', 0],
]

async function compareAppends(trails: Trail[], ids: string[], { seconds, rounds }: BenchOptions) {
  const rows: string[][] = []
  for (const callers of [1, 16]) {
    const measured = trails.map((): Appended[] => [])
    for (let round = 0; round < rounds; round++) {
      for (const [n, trail] of trails.entries()) {
        measured[n]?.push(await appendEvents(trail, ids, callers, seconds))
      }
    }
    for (const [n, { name }] of trails.entries()) {
      const cells = figures.map(([figure, , digits]) =>
        median((measured[n] ?? []).map((round) => round[figure])).toFixed(digits),
      )
      rows.push([String(callers), name, ...cells])
    }
  }
  return rows
}

const queriesOf = (ids: string[], sessions: string[]): [string, () => string][] => [
  ['of a client', () => `client_id=${anyOf(ids)}`],
  ['of a client, one action', () => `client_id=${anyOf(ids)}&action=client.changed`],
  ['of a client as subject', () => `subject_id=${anyOf(ids)}`],
  ['of a session', () => `session_id=${anyOf(sessions)}`],
  ['of one action', () => 'action=signed'],
  ['of all, of last year', () => 'to=2025-06-01T00:00:00Z'],
]

/** The list over HTTP: by one client, and by what else the trail is narrowed. */
async function measureLists(trail: Trail, ids: string[], { seconds }: BenchOptions): Promise<string[][]> {
  const { pool, close } = await openDatabase({ url: trail.url })
  const { rows: found } = await pool.query(
    'SELECT session_id FROM audit_events TABLESAMPLE system (0.01) WHERE session_id IS NOT NULL LIMIT 500',
  )
  await pool.query(`INSERT INTO recurring_jobs (kind, due_at)
    SELECT kind, now() + interval '1 day' FROM unnest(ARRAY['audit-anchor', 'audit-verification']) AS kind
    ON CONFLICT (kind) DO UPDATE SET due_at = excluded.due_at`)
  await close()
  const services = new Services({
    target: { url: trail.url },
    serverPid: trail.serverPid,
    remove: async () => undefined,
  })
  const rows: string[][] = []
  try {
    const core = await services.startCore()
    const headers = await logInAtCore(core.url)
    for (const [name, query] of queriesOf(
      ids,
      found.map((row) => row.session_id),
    )) {
      for (const callers of [1, 8]) {
        const load = { url: core.url, paths: () => `/audit?${query()}`, headers, callers, seconds }
        const { rate, p50, p99, service, database } = await measure(load, core, trail.serverPid)
        rows.push([name, String(callers), ...[rate, p50, p99, service, database].map((value) => value.toFixed(2))])
      }
    }
  } finally {
    await services.stop()
  }
  return rows
}

/** The audit trail of many clients for years, beside an empty one: appending to it, and listing it. */
export async function benchAudit(options: BenchOptions): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'audit-bench-'))
  const server = await startPostgresServer({ shared_buffers: '512MB', max_wal_size: '4GB' }, directory)
  const serverPid = pidOfServer(directory)
  const trails = ['empty', 'filled'].map((name) => ({ name, url: databaseOf(server, `trail_${name}`), serverPid }))
  const events = options.clients * eventsOfClient
  const admin = new pg.Client({ connectionString: server.url })
  try {
    await admin.connect()
    for (const { name, url } of trails) {
      await admin.query(`CREATE DATABASE trail_${name}`)
      const { db, pool, close } = await openDatabase({ url })
      await migrate(db)
      say(`Making the ${name} trail …`)
      if (name === 'filled') await fillTrail(pool, options.clients, events)
      await close()
    }
    const ids = await readClientIds(server.url, options.clients)
    const columns = ['callers', 'trail', ...figures.map(([, title]) => title)]
    showTable(`Appending an event, ${events} events`, columns, await compareAppends(trails, ids, options))
    const listColumns = ['list', 'callers', 'answers/s', 'p50 ms', 'p99 ms', 'CPU ms service', 'CPU ms database']
    for (const trail of trails.slice(1)) {
      showTable('A page of 50 events', listColumns, await measureLists(trail, ids, options))
    }
  } finally {
    await admin.end()
    server.remove()
  }
}
