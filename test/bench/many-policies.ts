import type pg from 'pg'
import { fillWithoutIndexes } from './bulk-fill.ts'
import { type Dataset, digestOfSources, preparePostgres } from './dataset.ts'

const addCarriers = `INSERT INTO carriers (id, name) SELECT gen_random_uuid(), 'Carrier ' || n FROM generate_series(1, 12) AS n`

/** Two of three are active. They have no numbers, whose ciphertexts SQL can't make. */
const addPolicies = `
  INSERT INTO policies (id, client_id, carrier_id, line, product, status, status_date, submitted_date, effective_date,
    renewal_date, term_date, premium, binder_paid_date, writing_agent)
  SELECT gen_random_uuid(), c.ids[1 + n * 48271 % c.count], k.ids[1 + n % 12],
    (ARRAY['health', 'health', 'medicare_advantage', 'dental', 'part_d'])[1 + n % 5], 'Plan ' || n % 400,
    (ARRAY['active', 'active', 'terminated', 'active', 'pending', 'active'])[1 + n % 6], current_date - (n % 900)::int,
    current_date - (n % 1000)::int, current_date - (n % 900)::int, current_date + (n % 365)::int,
    CASE WHEN n % 6 = 2 THEN current_date - (n % 500)::int END, n % 900, CASE WHEN n % 40 > 0 THEN current_date END,
    'Agent ' || n % 30
  FROM generate_series(1::bigint, $1::bigint) AS n, (SELECT array_agg(id) AS ids, count(*) AS count FROM clients) AS c,
    (SELECT array_agg(id ORDER BY name) AS ids FROM carriers) AS k`

const addStatuses = `INSERT INTO policy_statuses (id, policy_id, status, date)
  SELECT gen_random_uuid(), id, status, status_date FROM policies`

/** A copy of a kept database with seeded clients and so many policies. */
export const prepareManyPolicies = (clients: number, policies: number): Promise<Dataset> =>
  preparePostgres(clients, `book_${digestOfSources(import.meta.filename)}_${policies}`, async (pool: pg.Pool) => {
    await pool.query(addCarriers)
    await fillWithoutIndexes(pool, ['policies', 'policy_statuses'], async () => {
      await pool.query(addPolicies, [policies])
      await pool.query(addStatuses)
    })
  })
