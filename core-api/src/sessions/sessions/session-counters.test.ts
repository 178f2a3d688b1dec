import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openMigratedDatabase } from '../../../test/migrated-database.ts'
import type { OpenDatabase } from '../../platform/database/database.ts'
import { countSessions, listAllSessions } from './session-list-repository.ts'

let opened: OpenDatabase
let pool: pg.Pool

const statuses = ['not_started', 'in_progress', 'completed', 'declined', 'cancelled']

beforeAll(async () => {
  opened = await openMigratedDatabase()
  pool = opened.pool
})
afterAll(() => opened.close())
beforeEach(async () => {
  await pool.query('TRUNCATE clients CASCADE')
  await pool.query(`INSERT INTO clients (id, client_first_name, client_last_name)
    SELECT lpad(n::text, 32, '0')::uuid, 'Ann', 'Stone' FROM generate_series(1, 8) AS n`)
  await pool.query(
    `INSERT INTO sessions (id, client_id, session_type, session_code, encrypted_passcode, status, expires_at, sent_at, archived_at)
    SELECT lpad(n::text, 32, '0')::uuid, lpad((n % 8 + 1)::text, 32, '0')::uuid, 'review', 'CODE' || n, '\\x00', ($1::text[])[1 + n % 5],
      now() + (n % 20 - 5) * interval '1 day', CASE WHEN n % 9 > 0 THEN now() END, CASE WHEN n % 7 = 0 THEN now() END FROM generate_series(1, 80) AS n`,
    [statuses],
  )
  await pool.query(`INSERT INTO session_forms (id, session_id, title, type, status)
    SELECT gen_random_uuid(), id, 'Form', 'PDF', 'pending' FROM sessions WHERE right(session_code, 1) IN ('1', '2', '3', '4', '6')`)
})

/** What is counted, by a look at each session. */
async function countEach() {
  const { rows } = await pool.query(`WITH shown AS (
      SELECT sessions.*, sessions.archived_at IS NOT NULL OR clients.archived_at IS NOT NULL AS gone,
        sessions.status IN ('not_started', 'in_progress') AND expires_at > now() AS open,
        sent_at IS NOT NULL AND EXISTS (SELECT FROM session_forms WHERE session_id = sessions.id) AS ready
      FROM sessions JOIN clients ON clients.id = client_id)
    SELECT (count(*) FILTER (WHERE NOT gone))::int AS all,
      (count(*) FILTER (WHERE NOT gone AND open AND NOT ready))::int AS waiting_for_us,
      (count(*) FILTER (WHERE NOT gone AND open AND ready))::int AS waiting,
      (count(*) FILTER (WHERE NOT gone AND status = 'declined'))::int AS declined,
      (count(*) FILTER (WHERE NOT gone AND open AND ready AND expires_at <= now() + interval '7 days'))::int AS expiring,
      (count(*) FILTER (WHERE NOT gone AND status = 'completed'))::int AS completed,
      (count(*) FILTER (WHERE gone))::int AS archived
    FROM shown`)
  return rows[0]
}

/** The sums of the counters are those of the sessions, and so are the answers. */
async function expectCounted() {
  const { rows: counted } = await pool.query(`SELECT state, sum(sessions)::int AS sessions FROM session_counters
    GROUP BY state HAVING sum(sessions) <> 0 ORDER BY state`)
  const { rows: stored } =
    await pool.query(`SELECT CASE WHEN archived_at IS NULL THEN status ELSE 'archived' END AS state,
    count(*)::int AS sessions FROM sessions GROUP BY 1 ORDER BY 1`)
  expect(counted).toEqual(stored)
  const expected = await countEach()
  expect(await countSessions(opened.db, 'all')).toEqual(expected)
  for (const [status, total] of [
    [undefined, expected.all],
    ['completed', expected.completed],
    ['declined', expected.declined],
  ] as const) {
    expect(await listAllSessions(opened.db, { status, limit: 1 }, undefined, 'all'), status).toMatchObject({ total })
  }
}

describe('the counters of sessions', () => {
  it('given sessions in all states, when counted, then as by a look at each', async () => {
    const { rows } = await pool.query('SELECT count(*)::int AS sessions FROM sessions')
    expect(rows).toEqual([{ sessions: 80 }])
    await expectCounted()
  })

  it.each([
    ['is completed', `UPDATE sessions SET status = 'completed' WHERE session_code IN ('CODE1', 'CODE5')`],
    ['is changed and stays as it is', `UPDATE sessions SET status = status, version = version + 1`],
    ['is archived', `UPDATE sessions SET archived_at = now() WHERE session_code = 'CODE1'`],
    ['is restored', 'UPDATE sessions SET archived_at = NULL WHERE archived_at IS NOT NULL'],
    [
      'is archived and has another status',
      `UPDATE sessions SET status = 'declined' WHERE session_code IN ('CODE7', 'CODE14')`,
    ],
    ['is restored with another status', `UPDATE sessions SET archived_at = NULL, status = 'cancelled'`],
    ['is deleted', `DELETE FROM sessions WHERE session_code IN ('CODE1', 'CODE7', 'CODE9')`],
    ['is deleted with its client', `DELETE FROM clients WHERE id = lpad('3', 32, '0')::uuid`],
    ['is of a client that is archived', `UPDATE clients SET archived_at = now() WHERE id < lpad('4', 32, '0')::uuid`],
    ['is truncated', 'TRUNCATE clients CASCADE'],
  ])('given sessions, when one %s, then they are counted as before by a look at each', async (_what, statement) => {
    await pool.query(statement)
    await expectCounted()
  })

  it('given a change that is taken back, when counted, then as before', async () => {
    const before = await countEach()
    await opened.db
      .transaction()
      .execute(async (trx) => {
        await sql`UPDATE sessions SET status = 'cancelled'`.execute(trx)
        throw new Error('taken back')
      })
      .catch(() => undefined)
    expect(await countSessions(opened.db, 'all')).toEqual(before)
    await expectCounted()
  })

  // The embedded engine has one connection.
  it.skipIf(!process.env.TEST_DATABASE_URL)(
    'given transactions that change sessions of one state, in opposite orders, when both run, then none waits or is lost @full',
    async () => {
      const finish = (code: string) => `UPDATE sessions SET status = 'completed' WHERE session_code = '${code}'`
      const clients = [await pool.connect(), await pool.connect()]
      try {
        for (const client of clients) await client.query("BEGIN; SET LOCAL lock_timeout = '5s'")
        const [one, other] = clients
        // All of these are "not_started": without further rows, the second would wait for the counter of the first.
        await one?.query(finish('CODE5'))
        await other?.query(finish('CODE10'))
        await one?.query(finish('CODE15'))
        await other?.query(finish('CODE20'))
        // The first has not ended: its changes are not counted yet, and those of the other are.
        await other?.query('COMMIT')
        await expectCounted()
        await one?.query('COMMIT')
      } finally {
        for (const client of clients) client.release()
      }
      await expectCounted()
      await pool.query(finish('CODE25'))
      const { rows } = await pool.query('SELECT state, count(*)::int AS kept FROM session_counters GROUP BY state')
      expect(Math.max(...rows.map(({ kept }) => kept))).toBe(2)
    },
  )

  it.skipIf(!process.env.TEST_DATABASE_URL)(
    'given many callers who change sessions at once, when all are done, then the sums are right',
    async () => {
      const change = (n: number) =>
        pool.query('UPDATE sessions SET status = $1 WHERE session_code = $2', [statuses[n % 5], `CODE${(n % 80) + 1}`])
      await Promise.all(Array.from({ length: 300 }, (_, n) => change(n * 7)))
      await expectCounted()
    },
  )
})
