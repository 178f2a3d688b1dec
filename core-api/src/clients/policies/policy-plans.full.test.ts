import type { PolicyListQuery } from '@agency/contract/policies'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { explainDatabase, type PlanNode } from '../../../test/explained-database.ts'
import { openMigratedDatabase } from '../../../test/migrated-database.ts'
import type { Database, OpenDatabase } from '../../platform/database/database.ts'
import { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { keyringOf } from '../../platform/encryption/keyring.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { listPoliciesOfAgency, sharedCount } from './policy-list.ts'

const cipher = new FieldCipher(keyringOf(Buffer.alloc(32, 'test')))
const id = '00000000-0000-7000-8000-000000000001'
const principal: AdminPrincipal = {
  ...{ kind: 'admin', adminId: id, adminSessionId: id, role: 'power', scope: 'all', address: '192.0.2.1' },
}

let opened: OpenDatabase
let db: Database
let plans: PlanNode[][]
beforeAll(async () => {
  opened = await openMigratedDatabase()
  const { pool } = opened
  await pool.query(`INSERT INTO clients (id, client_first_name, client_last_name, status)
    SELECT gen_random_uuid(), md5('first' || n), md5('last' || n), 'active' FROM generate_series(1, 4000) AS n`)
  await pool.query(
    `INSERT INTO carriers (id, name) SELECT gen_random_uuid(), 'Carrier ' || n FROM generate_series(1, 9) n`,
  )
  await pool.query(`INSERT INTO policies (id, client_id, carrier_id, line, product, status, status_date, effective_date,
      renewal_date, term_date, premium, binder_paid_date, search_keys)
    SELECT gen_random_uuid(), c.ids[1 + n % 4000], k.ids[1 + n % 9], 'health', md5('plan' || n),
      (ARRAY['active', 'active', 'terminated', 'quoted'])[1 + n % 4], date '2020-01-01' + n % 2000,
      date '2020-01-01' + n % 2500, date '2021-01-01' + n % 2500, CASE WHEN n % 9 = 0 THEN date '2024-01-01' + n % 900 END,
      n % 900, CASE WHEN n % 50 > 0 THEN date '2020-01-01' END, ARRAY[sha256(n::text::bytea)]
    FROM generate_series(1, 20000) AS n, (SELECT array_agg(id) AS ids FROM clients) AS c,
      (SELECT array_agg(id) AS ids FROM carriers) AS k`)
  await pool.query('VACUUM (ANALYZE)')
  const explained = explainDatabase(pool)
  db = explained.db
  plans = explained.plans
}, 180_000)
afterAll(() => opened.close())
beforeEach(() => {
  plans.length = 0
})

const cases: [PolicyListQuery, string][] = [
  [{}, 'policies_effective_date_down'],
  [{ sort: 'renewal_date', order: 'asc' }, 'policies_renewal_date'],
  [{ sort: 'premium' }, 'policies_premium_down'],
  [{ sort: 'client' }, 'clients_client_last_name_asc'],
  [{ sort: 'client' }, 'policies_client'],
  [{ view: 'binder_unpaid', date: '2026-01-01' }, 'policies_binder'],
  [{ view: 'pending_long', date: '2026-01-01' }, 'policies_status'],
  [{ q: 'abc1' }, 'policies_search'],
  [{ q: 'abc1' }, 'clients_search'],
  [{ q: 'z9' }, 'policies_short_terms'],
  [{ q: 'AMB-0048-1207' }, 'policies_search_keys'],
]
it.each(cases)('[PY-07] given many policies, when %o is listed, then %s finds them', async (query, index) => {
  await listPoliciesOfAgency({ db, cipher, principal, count: sharedCount(db) }, query)
  expect(plans.flat().map((node) => node['Index Name'])).toContain(index)
})

it('[PY-07] given words that no carrier has, when policies are searched, then indexes of products, clients and numbers alone are read', async () => {
  await listPoliciesOfAgency({ db, cipher, principal, count: sharedCount(db) }, { q: 'abc1 de2' })
  const read = plans.flatMap((nodes) => nodes.flatMap((node) => node['Index Name'] ?? []))
  expect(read).toContain('policies_search')
  expect(read.filter((index) => /^policies_(?!search|client|pkey)/.test(index))).toEqual([])
})
