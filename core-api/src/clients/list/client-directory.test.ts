import type { ClientListQuery, ClientSortColumn } from '@agency/contract/clients'
import { clientSortColumns, mostCounted } from '@agency/contract/clients'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMigratedDatabase } from '../../../test/migrated-database.ts'
import type { OpenDatabase } from '../../platform/database/database.ts'
import { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { keyringOf } from '../../platform/encryption/keyring.ts'
import { ClientDirectory } from './client-directory.ts'

/** More than a search counts, and than one of a single letter reads in order. */
const all = 1_600
const cipher = new FieldCipher(keyringOf(Buffer.alloc(32, 'test')))

let opened: OpenDatabase
let directory: ClientDirectory

/** Names and plans that repeat, days that are missing: 'common' is in all, 'quarter' in the last quarter of the plans. */
async function fill(pool: pg.Pool) {
  await pool.query(`INSERT INTO admins (id, username, email, role, first_name, last_name, password_hash)
    SELECT gen_random_uuid(), 'staff' || n, 'staff' || n || '@example.com', 'standard',
      CASE WHEN n > 1 THEN 'Ad' || n ELSE '' END, '', '' FROM generate_series(1, 4) AS n`)
  await pool.query(`INSERT INTO clients
      (id, client_first_name, client_last_name, current_health_plan_name, dob, next_f_u_date, status, owner_id)
    SELECT gen_random_uuid(), 'Common ' || n % 37, CASE WHEN n % 11 > 0 THEN md5((n % 900)::text) END,
      CASE WHEN n % 4 = 0 THEN 'Zz Quarter' ELSE 'Aa Plan ' || n % 5 END,
      CASE WHEN n % 3 > 0 THEN date '1940-01-01' + n % 999 END, CASE WHEN n % 2 = 0 THEN current_date + n % 9 END,
      (ARRAY['active', 'inactive', 'unpaid', 'cancelled'])[1 + n % 4],
      (SELECT id FROM admins WHERE username = 'staff' || n % 6)
    FROM generate_series(1, ${all}) AS n`)
  await pool.query(`INSERT INTO sessions (id, client_id, session_type, session_code, encrypted_passcode, sent_at, expires_at)
    SELECT gen_random_uuid(), id, 'review', left(id::text, 10) || n, '\\x00', now(), now() + (n - 2) * interval '1 day'
    FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM clients) AS c, generate_series(1, 5) AS n
    WHERE place % 7 = 0 AND n <= place % 6`)
  await pool.query(`INSERT INTO session_forms (id, session_id, title, type, status)
    SELECT gen_random_uuid(), id, 'Form', 'PDF', 'pending' FROM sessions`)
}

beforeAll(async () => {
  opened = await openMigratedDatabase()
  await fill(opened.pool)
  await opened.pool.query('VACUUM (ANALYZE) clients')
  directory = new ClientDirectory(opened.db, cipher)
})
afterAll(() => opened.close())

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

async function everything(query: ClientListQuery): Promise<string[]> {
  const { batches } = await directory.all(query, 'all')
  const ids: string[] = []
  for await (const rows of batches) ids.push(...idsOf(rows))
  return ids
}

async function addClient(last: string, plan: string | null = null) {
  await opened.pool.query(
    'INSERT INTO clients (id, client_last_name, current_health_plan_name) VALUES (gen_random_uuid(), $1, $2)',
    [last, plan],
  )
}

const orders = clientSortColumns.flatMap((sort) => (['asc', 'desc'] as const).map((order) => ({ sort, order })))
const narrowed: ClientListQuery[] = [{}, { status: 'unpaid' }, { q: 'com' }, { q: 'zz' }, { q: 'z' }]
/** Each order with one of the filters, which take turns: all with all of them would take five times as long as the other tests. */
const filtered = orders.map((order, at) => ({ ...order, filter: narrowed[at % narrowed.length] }))

describe('pages', () => {
  it.each(filtered)(
    'given the order $sort $order, when pages are read anywhere, then they are parts of the whole list',
    async ({ filter, ...order }) => {
      const query = { ...filter, ...order }
      const whole = await everything(query)
      const places = [0, 1, 0.4, 0.6].map((part) => Math.floor(part * (whole.length - 30)))
      const ends = [whole.length - 7, whole.length, whole.length + 40]
      // A search has pages of the clients that it counts.
      const offsets = [...places, ...ends].map((offset) => (query.q ? Math.min(offset, mostCounted - 1) : offset))
      for (const offset of offsets) {
        const { rows, total } = await directory.page({ ...query, limit: 30, offset }, 'all')
        expect({ query, offset, ids: idsOf(rows), total }).toEqual({
          query,
          offset,
          ids: whole.slice(offset, offset + 30),
          total: query.q === undefined ? whole.length : Math.min(whole.length, mostCounted + 1),
        })
      }
    },
  )
})

describe('what a list is sorted by', () => {
  const sorted = async (sort: ClientSortColumn, order: 'asc' | 'desc') =>
    (await directory.page({ sort, order, limit: 200 }, 'all')).rows
  const firstNames = new Intl.Collator('und')

  it.each(orders)(
    'given the order $sort $order, when read, then values are in order, those missing last, and ties by name',
    async ({ sort, order }) => {
      const rows = await sorted(sort, order)
      const compare = (one: string | number | null, other: string | number | null) => {
        if (one === null || other === null) return Number(one === null) - Number(other === null)
        const result = typeof one === 'number' ? one - Number(other) : firstNames.compare(one, String(other))
        return order === 'asc' ? result : -result
      }
      for (const [n, row] of rows.slice(1).entries()) {
        const before = rows[n] ?? row
        const byValue = compare(before[sort], row[sort])
        expect(byValue).toBeLessThanOrEqual(0)
        if (byValue !== 0 || sort === 'client_first_name') continue
        const byName = firstNames.compare(before.client_first_name ?? '', row.client_first_name ?? '')
        expect(byName).toBeLessThanOrEqual(0)
        if (byName === 0) expect(before.id < row.id).toBe(true)
      }
    },
  )

  it('given waiting sessions and an owner who is renamed, when the list is read, then it shows both as they are', async () => {
    const rows = () => sorted('client_first_name', 'asc')
    expect(new Set((await rows()).map(({ sessions_waiting }) => sessions_waiting))).toEqual(new Set([0, 1, 2, 3]))
    const owners = async () => new Set((await rows()).map(({ owner_name }) => owner_name))
    expect(await owners()).toEqual(new Set(['staff1', 'Ad2', 'Ad3', 'Ad4', null]))
    await opened.pool.query("UPDATE admins SET first_name = 'Aa', last_name = 'Zed' WHERE username = 'staff4'")
    expect(await owners()).toEqual(new Set(['staff1', 'Ad2', 'Ad3', 'Aa Zed', null]))
  })
})

describe('ties', () => {
  const names = async (sort: 'client_last_name' | 'client_first_name' | 'dob', order: 'asc' | 'desc') =>
    (await directory.page({ q: 'tie', sort, order, limit: 9 }, 'all')).rows.map(
      ({ client_first_name, client_last_name }) => `${client_first_name} ${client_last_name}`,
    )
  beforeAll(async () => {
    for (const [first, last] of [
      ['Carla', 'Tie'],
      ['Ana', 'Tie'],
      ['Bo', 'Tie'],
      ['Ana', 'Able Tie'],
    ]) {
      await opened.pool.query(
        "INSERT INTO clients (id, client_first_name, client_last_name, dob) VALUES (gen_random_uuid(), $1, $2, '1990-01-02')",
        [first, last],
      )
    }
  })
  afterAll(() => opened.pool.query("DELETE FROM clients WHERE client_last_name LIKE '%Tie'"))

  it('given clients of one last name, when sorted by it in either order, then the first names are in order', async () => {
    expect(await names('client_last_name', 'asc')).toEqual(['Ana Able Tie', 'Ana Tie', 'Bo Tie', 'Carla Tie'])
    expect(await names('client_last_name', 'desc')).toEqual(['Ana Tie', 'Bo Tie', 'Carla Tie', 'Ana Able Tie'])
  })

  it('given clients of one first name, when sorted by it, then the last names are in order', async () => {
    expect(await names('client_first_name', 'desc')).toEqual(['Carla Tie', 'Bo Tie', 'Ana Able Tie', 'Ana Tie'])
  })
})

describe('many matches that all lie far down', () => {
  beforeAll(async () => {
    await opened.pool.query(`INSERT INTO clients (id, current_health_plan_name)
      SELECT gen_random_uuid(), CASE WHEN n % 6 > 0 THEN 'Near' ELSE 'Zzz Far' END FROM generate_series(1, 13000) AS n`)
  })
  afterAll(() => opened.pool.query("DELETE FROM clients WHERE current_health_plan_name IN ('Near', 'Zzz Far')"))

  it.each([
    ['far', 'current_health_plan_name', 0],
    ['far', 'current_health_plan_name', 975],
    ['far', 'dob', 975],
    ['a', 'dob', 999],
  ] as const)(
    'given the search %s by %s, when the page from %d is read, then it is a part of all matches',
    async (q, sort, offset) => {
      const query = { q, sort, order: 'asc' } as const
      const { rows, total } = await directory.page({ ...query, limit: 50, offset }, 'all')
      const page = (await everything(query)).slice(offset, offset + 50)
      expect({ ids: idsOf(rows), total }).toEqual({ ids: page, total: mostCounted + 1 })
    },
  )
})

it('given a search, when a page after the counted clients is read, then it is refused, and why', async () => {
  const page = (query: ClientListQuery) => directory.page({ limit: 1, offset: mostCounted, ...query }, 'all')
  await expect(page({ q: 'common' })).rejects.toThrow('offset: must be less than 1000 with a search')
  expect((await page({})).rows).toHaveLength(1)
})

describe('totals', () => {
  it('given a list that was counted, when someone is added, moved or removed, then every total is right at once', async () => {
    const totals = async () => {
      const { total } = await directory.page({ limit: 1 }, 'all')
      const { rows } = await directory.page({ limit: 50, offset: total - 1 }, 'all')
      const searched = await directory.page({ limit: 1, q: 'newcomer' }, 'all')
      const { all, cancelled } = await directory.counts('all')
      return [total, rows.length, searched.total, all, cancelled]
    }
    const [, , , , cancelled = 0] = await totals()
    await addClient('Newcomer')
    expect(await totals()).toEqual([all + 1, 1, 1, all + 1, cancelled])
    await opened.pool.query("UPDATE clients SET status = 'cancelled' WHERE client_last_name = 'Newcomer'")
    expect(await totals()).toEqual([all + 1, 1, 1, all + 1, cancelled + 1])
    await opened.pool.query("DELETE FROM clients WHERE client_last_name = 'Newcomer'")
    expect(await totals()).toEqual([all, 1, 0, all, cancelled])
  })

  it.each([
    [999, 999],
    [1_000, 1_000],
    [1_001, 1_001],
    [1_002, 1_001],
  ])('given %d matches of a search, when a page is read, then the total is %d @full', async (matches, total) => {
    await opened.pool.query(
      `INSERT INTO clients (id, client_last_name) SELECT gen_random_uuid(), 'Bounded' FROM generate_series(1, ${matches})`,
    )
    for (const q of ['bounded', 'bo']) {
      const page = await directory.page({ q, limit: 20, offset: 990 }, 'all')
      expect([page.total, page.rows.length]).toEqual([total, Math.min(20, matches - 990)])
    }
    await opened.pool.query("DELETE FROM clients WHERE client_last_name = 'Bounded'")
  })
})

describe('what is searched', () => {
  const lastNames = async (q: string) =>
    (await directory.page({ q, limit: 50 }, 'all')).rows.map((row) => row.client_last_name)

  it.each([
    ['goncalves', 'without the accent'],
    ['GONÇALVES', 'in other case'],
    ['gonc\u0327alves', 'with its accent typed apart'],
    ['nuñez gonc', 'with words of several columns'],
    ['ŵK', 'with two letters'],
    ['Ŵ', 'with one letter'],
    ["d'águ", 'with an apostrophe'],
    ['+á', 'with two characters, one of them a sign'],
    ['o gon d', 'with short and long words mixed'],
  ])('given the search %s, when it is %s, then the client is found', async (q) => {
    await addClient(`D'Águeda Gonçalves Ŵkão ${q}`, 'Núñez Ouro')
    expect(await lastNames(q)).toContain(`D'Águeda Gonçalves Ŵkão ${q}`)
    expect(await lastNames(`${q} elsewhere`)).toEqual([])
  })
})
