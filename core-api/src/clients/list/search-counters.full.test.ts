import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { up } from '../../../migrations/076-search-counters.ts'
import { openMigratedDatabase, repeatMigration } from '../../../test/migrated-database.ts'
import type { OpenDatabase } from '../../platform/database/database.ts'
import { countedTerm, readFilter } from './client-filter.ts'
import { countMatches, countTerm } from './client-list-repository.ts'

const noKeys = { searchKeys: () => [] }
const filterOf = (q: string) => readFilter({ q }, noKeys, 'all')

let opened: OpenDatabase
let pool: pg.Pool

beforeAll(async () => {
  opened = await openMigratedDatabase()
  pool = opened.pool
})
afterAll(() => opened.close())
beforeEach(async () => {
  await pool.query('TRUNCATE clients CASCADE')
  await pool.query(`INSERT INTO clients (id, client_first_name, client_last_name, current_health_plan_name, primary_email,
      primary_phone, archived_at)
    SELECT lpad(n::text, 32, '0')::uuid, (ARRAY['Ana Maria', 'Mária', 'Łukasz', 'Bo', 'Ángela', NULL])[1 + n % 6],
      (ARRAY['Marmara', 'O''Mara', 'García Márquez', 'Øre', '李小龙文', 'Wu'])[1 + n % 6],
      (ARRAY['Silver Care', 'CarePlus', NULL])[1 + n % 3],
      (ARRAY['mar' || n || '@example.com', 'omar' || n || '@example.com', NULL, 'x' || n || '@mar.example'])[1 + n % 4],
      CASE WHEN n % 5 > 0 THEN '(305) 555-01' || lpad(n::text, 2, '0') END,
      CASE WHEN n % 9 = 0 THEN now() END FROM generate_series(1, 60) AS n`)
})

/** Every three letters that a client can be found by, and some that find nobody. */
async function terms(): Promise<string[]> {
  const { rows } = await pool.query(
    `SELECT DISTINCT term FROM client_searches, unnest(search_terms(search_text, contact_text)) AS term`,
  )
  return [...rows.map(({ term }) => term), 'mar', 'car', 'zzz'].filter((term) => countedTerm(filterOf(term)))
}

/** The counters tell what a search for the same letters finds. */
async function expectCounted() {
  const found: Record<string, number> = {}
  const counted: Record<string, number> = {}
  for (const term of new Set(await terms())) {
    found[term] = (await countMatches(opened.db, filterOf(term))).total
    counted[term] = (await countTerm(opened.db, term)).total
  }
  expect(counted).toEqual(found)
  return counted
}

describe('the counters of searches', () => {
  it('given clients, when each of their terms is searched, then the counters tell how many are found', async () => {
    const counted = await expectCounted()
    expect(Object.keys(counted).length).toBeGreaterThan(30)
    expect(counted).toMatchObject({ zzz: 0, 李小龙: 10 })
    expect(counted.mar).toBeGreaterThan(20)
    expect(counted.luk).toBeUndefined()
  })

  it.each([
    ['is renamed', `UPDATE clients SET client_last_name = 'Carmar' WHERE id < lpad('9', 32, '0')::uuid`],
    ['has another plan', `UPDATE clients SET current_health_plan_name = 'Marcare' WHERE id < lpad('9', 32, '0')::uuid`],
    [
      'has another e-mail address',
      `UPDATE clients SET primary_email = 'marc@example.com' WHERE primary_email LIKE 'x%'`,
    ],
    ['has no e-mail address any more', 'UPDATE clients SET primary_email = NULL'],
    ['has another status', `UPDATE clients SET status = 'unpaid', next_f_u_date = '2026-01-01'`],
    ['is archived', `UPDATE clients SET archived_at = now() WHERE id < lpad('9', 32, '0')::uuid`],
    ['is archived a day later', `UPDATE clients SET archived_at = now() + interval '1 day'`],
    ['is restored', 'UPDATE clients SET archived_at = NULL'],
    ['is restored and renamed', `UPDATE clients SET archived_at = NULL, client_first_name = 'Marc'`],
    ['is deleted', `DELETE FROM clients WHERE id < lpad('20', 32, '0')::uuid`],
    ['is truncated', 'TRUNCATE clients CASCADE'],
  ])('given clients, when one %s, then the counters tell how many are found', async (_what, statement) => {
    await pool.query(statement)
    await expectCounted()
  })

  it('given a search that is narrowed, or finds by anything else, when read, then no counter tells its number', () => {
    for (const q of ['ma', 'mari', '305', 'm-r', 'má1', 'mar a', 'a@b', ''])
      expect(countedTerm(filterOf(q)), q).toBeUndefined()
    const narrowed = { ...filterOf('mar'), ownerId: randomUUID() }
    expect(countedTerm(narrowed)).toBeUndefined()
    for (const query of [
      { archived: true },
      { status: 'active' },
      { proposals: 'open' },
      { follow_up: 'overdue' },
    ] as const) {
      expect(countedTerm(readFilter({ q: 'mar', ...query }, noKeys, 'all'))).toBeUndefined()
    }
    expect(countedTerm(readFilter({ q: 'mar' }, noKeys, { owner: randomUUID(), teams: [] }))).toBeUndefined()
    expect(countedTerm({ ...filterOf('mar'), archived: 'either' })).toBeUndefined()
    expect(countedTerm(readFilter({ q: 'mar' }, { searchKeys: () => [Buffer.alloc(1)] }, 'all'))).toBe('mar')
    expect(countedTerm(filterOf(' MAR '))).toBe('mar')
    // The e-mail address is searched with the accent, and the names without it.
    expect(countedTerm(filterOf('már'))).toBeUndefined()
  })

  it('given a database of an earlier release, when migrated, then its clients are counted', async () => {
    for (const name of ['added', 'changed', 'removed', 'truncated']) {
      await pool.query(`DROP TRIGGER client_searches_${name} ON client_searches`)
    }
    await pool.query('DROP TABLE search_counters')
    const functions = ['search_terms', 'change_search_counter', 'count_added_terms', 'count_changed_terms']
    for (const name of [...functions, 'count_removed_terms', 'count_no_terms'])
      await pool.query(`DROP FUNCTION ${name}`)
    await repeatMigration(opened.db, { up })
    await expectCounted()
  })

  // The embedded engine has one connection.
  it.skipIf(!process.env.TEST_DATABASE_URL)(
    'given transactions that rename clients with the same letters, when neither has ended, then none waits, and each counts its own',
    async () => {
      // The copy itself: a change of a client can wait for the version of the list, which few connections share.
      const rename = (n: number) =>
        `UPDATE client_searches SET search_text = 'marc mara' WHERE id = lpad('${n}', 32, '0')::uuid`
      const clients = [await pool.connect(), await pool.connect()]
      try {
        for (const client of clients) await client.query("BEGIN; SET LOCAL lock_timeout = '5s'")
        for (const n of [1, 2, 3]) for (const [m, client] of clients.entries()) await client.query(rename(n * 2 + m))
        await clients[1]?.query('COMMIT')
        await expectCounted()
        await clients[0]?.query('COMMIT')
      } finally {
        for (const client of clients) client.release()
      }
      await expectCounted()
    },
  )
})
