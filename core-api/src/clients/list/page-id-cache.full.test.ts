import type { ClientListQuery } from '@agency/contract/clients'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { explainDatabase, type PlanNode } from '../../../test/explained-database.ts'
import { openMigratedDatabase } from '../../../test/migrated-database.ts'
import type { OpenDatabase } from '../../platform/database/database.ts'
import { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { keyringOf } from '../../platform/encryption/keyring.ts'
import { ClientDirectory } from './client-directory.ts'

const cipher = new FieldCipher(keyringOf(Buffer.alloc(32, 'test')))
const key = cipher.searchKeys('ssn-last-four:6789')[0]

let opened: OpenDatabase
let pool: pg.Pool
/** A plan for each statement of the directory. */
let plans: PlanNode[][]
let directory: ClientDirectory

beforeAll(async () => {
  opened = await openMigratedDatabase()
  pool = opened.pool
})
afterAll(() => opened.close())
beforeEach(async () => {
  await pool.query('TRUNCATE clients CASCADE')
  await pool.query(`INSERT INTO clients (id, client_first_name, client_last_name, status, next_f_u_date)
    SELECT gen_random_uuid(), 'Ann', 'Stone ' || to_char(n, 'FM000'), 'active', date '2030-01-01' + n FROM generate_series(1, 90) AS n`)
  const explained = explainDatabase(pool)
  plans = explained.plans
  directory = new ClientDirectory(explained.db, cipher)
})

const pages: [string, ClientListQuery & { limit: number }][] = [
  ['first page', { limit: 5 }],
  ['page near the end', { limit: 5, offset: 80 }],
  ['page behind the last one', { limit: 5, offset: 300 }],
  ['search', { limit: 5, q: 'stone' }],
  ['search without a match', { limit: 5, q: 'nobody' }],
  ['letter', { limit: 5, q: 't' }],
  ['page of a status', { limit: 5, status: 'active' }],
  ['search by the last four of the SSN', { limit: 5, q: '6789' }],
  ['search in the order of a date', { limit: 5, q: 'stone', sort: 'next_f_u_date' }],
  ['page of those who are due', { limit: 5, follow_up: 'coming', date: '2030-01-01' }],
  ['page by waiting sessions', { limit: 5, sort: 'sessions_waiting', order: 'desc' }],
  ['page by waiting sessions, ascending', { limit: 5, sort: 'sessions_waiting', order: 'asc', offset: 80 }],
  ['search by waiting sessions', { limit: 5, q: 'stone', sort: 'sessions_waiting', order: 'desc' }],
]
const read = async (query: ClientListQuery & { limit: number }) => {
  const { rows, total, foundBySsn } = await directory.page(query, 'all')
  return { ids: rows.map(({ id }) => id), versions: rows.map(({ version }) => version), total, foundBySsn }
}

describe('a page that is asked for again', () => {
  it.each(pages)('given a %s, when nothing has changed, then one statement reads it', async (_name, query) => {
    const first = await read(query)
    plans.length = 0
    expect(await read(query)).toEqual(first)
    expect(plans).toHaveLength(1)
  })

  it.each(pages)(
    'given a %s, when clients were added, renamed or removed, then it is of the list now',
    async (_, query) => {
      const changes = [
        `INSERT INTO clients (id, client_last_name, search_keys) VALUES (gen_random_uuid(), 'Stone 000 Nobody 6789', '{}')`,
        `UPDATE clients SET client_last_name = 'Stone 999 nobody 6789' WHERE client_last_name = 'Stone 002'`,
        `UPDATE clients SET status = 'unpaid' WHERE client_last_name = 'Stone 003'`,
        `UPDATE clients SET next_f_u_date = '2030-01-01' WHERE client_last_name = 'Stone 088'`,
        `UPDATE clients SET archived_at = now() WHERE client_last_name = 'Stone 004'`,
        `UPDATE clients SET search_keys = ARRAY['\\x${key?.toString('hex')}'::bytea] WHERE client_last_name = 'Stone 005'`,
        `UPDATE clients SET search_keys = '{}'`,
        `DELETE FROM clients WHERE client_last_name = 'Stone 001'`,
      ]
      for (const change of changes) {
        await read(query)
        await pool.query(change)
        const fresh = await new ClientDirectory(opened.db, cipher).page(query, 'all')
        const { ids, total, foundBySsn } = await read(query)
        expect({ change, ids, total, foundBySsn }).toEqual({
          change,
          ids: fresh.rows.map(({ id }) => id),
          total: fresh.total,
          foundBySsn: fresh.foundBySsn,
        })
      }
    },
  )

  it('given a search by name, when a status changes, then its page is still valid; that of a status is not', async () => {
    const [byName, byStatus] = [{ limit: 5, q: 'stone' } as const, { limit: 5, status: 'active' } as const]
    for (const query of [byName, byStatus]) await read(query)
    await pool.query(`UPDATE clients SET status = 'unpaid' WHERE client_last_name = 'Stone 003'`)
    plans.length = 0
    expect((await read(byName)).total).toBe(90)
    expect(plans).toHaveLength(1)
    expect((await read(byStatus)).total).toBe(89)
    expect(plans.length).toBeGreaterThan(2)
  })

  it('given the order of waiting sessions, when sessions begin, change or expire, then it is of the sessions now', async () => {
    const query = { limit: 2, sort: 'sessions_waiting', order: 'desc' } as const
    const names = async () => (await directory.page(query, 'all')).rows.map(({ client_last_name: name }) => name)
    // Clients with as many waiting sessions are in the order of their ids, which are random.
    const first = await names()
    expect(first).toHaveLength(2)
    const [one, another] = ['Stone 040', 'Stone 050', 'Stone 060', 'Stone 070'].filter((name) => !first.includes(name))
    const begin = (name: string | undefined, code: string, expires: string) =>
      pool.query(
        `INSERT INTO sessions (id, client_id, session_type, session_code, expires_at)
        SELECT gen_random_uuid(), id, 'review', $2, now() + $3::interval FROM clients WHERE client_last_name = $1`,
        [name, code, expires],
      )
    await begin(one, 'A', '1 hour')
    expect((await names())[0]).toBe(one)
    await begin(another, 'B', '1 hour')
    await begin(another, 'C', '1 hour')
    expect(await names()).toEqual([another, one])
    await pool.query(`UPDATE sessions SET expires_at = now() WHERE session_code = 'C'`)
    await pool.query(`UPDATE sessions SET status = 'completed' WHERE session_code = 'A'`)
    expect((await names())[0]).toBe(another)
    await pool.query(`UPDATE sessions SET expires_at = clock_timestamp() + interval '0.1 s' WHERE session_code = 'B'`)
    await vi.waitFor(async () => expect(await names()).toEqual(first), { timeout: 20_000 })
  })

  it('given a change of a value that the list shows and nothing is found by, when read again, then it is shown', async () => {
    const before = await read({ limit: 5 })
    await pool.query('UPDATE clients SET version = version + 1')
    const after = await read({ limit: 5 })
    expect(after.ids).toEqual(before.ids)
    expect(after.versions).toEqual(before.versions.map((version) => version + 1))
  })

  it('given those whose proposals wait, when a proposal comes, then it is listed', async () => {
    const query = { limit: 5, proposals: 'open' } as const
    expect((await read(query)).total).toBe(0)
    await pool.query(`WITH client AS (SELECT id FROM clients LIMIT 1), session AS (
        INSERT INTO sessions (id, client_id, session_type, session_code, expires_at)
        SELECT gen_random_uuid(), id, 'review', 'CODE', now() FROM client RETURNING id
      ), form AS (INSERT INTO session_forms (id, session_id, type) SELECT gen_random_uuid(), id, 'PDF' FROM session
        RETURNING id)
      INSERT INTO proposals (id, client_id, session_form_id, field, encrypted_value)
      SELECT gen_random_uuid(), client.id, form.id, 'height', '\\x00' FROM client, form`)
    expect((await read(query)).total).toBe(1)
  })
})

describe('callers who ask at the same time', () => {
  it('given many who ask for one page, when answered, then they share two runs at most', async () => {
    await read({ limit: 5 })
    plans.length = 0
    const answers = await Promise.all(Array.from({ length: 16 }, () => read({ limit: 5 })))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(plans).toHaveLength(2)
  })

  it('given a page that is being read, when a client is added, then who asks afterwards sees it', async () => {
    const before = directory.page({ limit: 5 }, 'all')
    await pool.query(`INSERT INTO clients (id, client_last_name) VALUES (gen_random_uuid(), 'A')`)
    const after = await directory.page({ limit: 5 }, 'all')
    expect(after.total).toBe(91)
    expect((await before).rows).toHaveLength(5)
  })

  it('given those who ask for other pages, when answered, then each gets its own', async () => {
    const [all, searched, far] = await Promise.all([
      read({ limit: 5 }),
      read({ limit: 5, q: 'stone 07' }),
      read({ limit: 5, offset: 10 }),
    ])
    expect([all.total, searched.total, far.total]).toEqual([90, 11, 90])
    expect(new Set([...all.ids, ...far.ids]).size).toBe(10)
  })
})
