import type { Condition } from '@agency/contract/conditions'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { explainDatabase, type PlanNode } from '../../../test/explained-database.ts'
import { openMigratedDatabase } from '../../../test/migrated-database.ts'
import type { OpenDatabase } from '../../platform/database/database.ts'
import { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { keyringOf } from '../../platform/encryption/keyring.ts'
import { ClientDirectory } from './client-directory.ts'

const cipher = new FieldCipher(keyringOf(Buffer.alloc(32, 'test')))

let opened: OpenDatabase
let directory: ClientDirectory
let plans: PlanNode[][]
beforeAll(async () => {
  opened = await openMigratedDatabase()
  const { pool } = opened
  const key = (input: string) => `'\\x${cipher.searchKey(input).toString('hex')}'::bytea`
  await pool.query(`INSERT INTO clients (id, client_first_name, client_last_name, status, dob, next_f_u_date, primary_email,
      primary_phone, field_keys)
    SELECT gen_random_uuid(), md5('first' || n), md5('last' || n), (ARRAY['active', 'inactive'])[1 + n % 2],
      date '1940-01-01' + n % 25000, CASE WHEN n % 3 = 0 THEN date '2026-01-01' + n % 700 END, md5('mail' || n) || '@mail.example',
      '305' || lpad(n::text, 7, '0'), ARRAY[${key('filled:pref_lang')}, sha256(n::text::bytea)]
        || CASE WHEN n % 250 = 0 THEN ARRAY[${key('field:part_b_effective:2026-07-01')}] ELSE '{}' END
    FROM generate_series(1, 5000) AS n`)
  await pool.query('VACUUM (ANALYZE)')
  const explained = explainDatabase(pool)
  directory = new ClientDirectory(explained.db, cipher)
  plans = explained.plans
}, 180_000)
afterAll(() => opened.close())
beforeEach(() => {
  plans.length = 0
})

const cases: [Condition, string][] = [
  [{ field: 'dob', operator: 'age_between', values: ['65', '65'] }, 'clients_dob'],
  [{ field: 'next_f_u_date', operator: 'within_next', values: ['7'] }, 'clients_next_f_u_date'],
  [{ field: 'client_last_name', operator: 'is', values: ['abc123'] }, 'clients_search'],
  [{ field: 'primary_phone', operator: 'is', values: ['3050000777'] }, 'clients_contact'],
  [{ field: 'part_b_effective', operator: 'within_next', values: ['30'] }, 'clients_field_keys'],
  [{ field: 'city_of_birth', operator: 'is', values: ['Miami'] }, 'clients_field_keys'],
]
it.each(cases)(
  '[BK-20] given many clients, when %o is asked, then an index of %s finds them',
  async (condition, index) => {
    const where = JSON.stringify({ match: 'all', conditions: [condition] })
    await directory.page({ where, date: '2026-06-15', limit: 25 }, 'all')
    const names = plans.flat().map((node) => node['Index Name'] ?? '')
    expect(names).toContainEqual(expect.stringContaining(index))
  },
)
