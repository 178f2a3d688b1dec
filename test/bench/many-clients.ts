import type pg from 'pg'
import { seedClients } from '../../core-api/src/cli/seed/seed-clients.ts'
import { openDatabase } from '../../core-api/src/platform/database/database.ts'
import { migrate } from '../../core-api/src/platform/database/migrate.ts'
import { FieldCipher } from '../../core-api/src/platform/encryption/field-cipher.ts'
import { keyringOf } from '../../core-api/src/platform/encryption/keyring.ts'
import { fillWithoutIndexes } from './bulk-fill.ts'
import { type Dataset, digestOfSources, masterKey, prepareKept } from './dataset.ts'
import { say } from './table.ts'

/** For one client that is made as the product makes it, so many are made by SQL. */
const copiesOfSeeded = 100

/** A made-up version 7 id: the order of the rows is that of their ids. */
const newId = (n: string) => `(lpad(to_hex(1577836800000 + ${n} * 100::bigint), 12, '0') || '7'
  || substr(md5(${n}::text), 1, 3) || 'a' || substr(md5(${n}::text), 4, 15))::uuid`

/** Columns that a copy of a client takes from the client it is copied from; the ciphertexts can't be decrypted there. */
const copied = `dob, next_f_u_date, current_health_plan_name, encrypted_identity, encrypted_payment, encrypted_logins,
  encrypted_family, encrypted_profile, search_keys, search_key_id, search_keys_version, version`

/** First and last name, e-mail address and phone number are those of several seeded clients, so that most are new together. */
const copyClients = (copies: string) => `
  WITH seeded AS MATERIALIZED (SELECT row_number() OVER (ORDER BY id) - 1 AS n, c.* FROM clients c
    WHERE id IN (SELECT id FROM bench_seeded)), many AS (SELECT count(*) AS count FROM seeded)
  INSERT INTO clients (id, client_first_name, client_last_name, primary_email, primary_phone, status, created_at, updated_at,
    ${copied})
  SELECT ${newId('(copy * many.count + a.n)')}, a.client_first_name, b.client_last_name,
    lower(left(a.client_first_name, 1)) || copy || '.' || b.primary_email,
    '(' || (200 + (a.n * 31 + copy * 17) % 700) || ') ' || (200 + (b.n * 13 + copy) % 700) || '-'
      || lpad(((a.n * 7 + copy * 101) % 10000)::text, 4, '0'),
    CASE WHEN (a.n + copy) % 20 = 0 THEN 'cancelled' WHEN (a.n + copy) % 9 = 0 THEN 'inactive' ELSE a.status END,
    now() - (a.n + copy) % 700 * interval '1 day', now(), ${copied.replaceAll(/(\w+)/g, 'a.$1')}
  FROM ${copies} AS copy CROSS JOIN many CROSS JOIN seeded a JOIN seeded b ON b.n = (a.n * 7919 + copy * 131) % (SELECT count FROM many)`

/** One of a hundred sessions is unfinished and not expired, nine are unfinished, and the others are completed. */
const addSessions = `
  WITH client AS MATERIALIZED (SELECT row_number() OVER () - 1 AS n, id FROM clients),
    many AS (SELECT count(*) AS count FROM client)
  INSERT INTO sessions (id, client_id, session_type, session_code, encrypted_passcode, status, created_at, sent_at, expires_at, submitted_at)
  SELECT ${newId('(5e9 + s)::bigint')}, client.id, (ARRAY['onboarding', 'review', 'renewal'])[s % 3 + 1],
    upper(substr(md5('code' || s), 1, 12)), '\\x00',
    CASE WHEN s % 100 < 5 THEN 'not_started' WHEN s % 100 < 10 THEN 'in_progress' WHEN s % 100 < 13 THEN 'declined'
      ELSE 'completed' END,
    now() - s % 1500 * interval '1 day', now() - s % 1500 * interval '1 day',
    now() + CASE WHEN s % 100 = 0 THEN 30 ELSE -(s % 1000 + 1) END * interval '1 day',
    CASE WHEN s % 100 >= 13 THEN now() - s % 1500 * interval '1 day' END
  FROM generate_series($1::bigint, $2::bigint) AS s CROSS JOIN many JOIN client ON client.n = s * 48271 % many.count`

const addForms = `
  INSERT INTO session_forms (id, session_id, title, type, status, completed_at)
  SELECT ${newId('(6e9 + row_number() OVER ())::bigint')}, id, 'Enrollment form', 'PDF',
    CASE status WHEN 'completed' THEN 'completed' WHEN 'declined' THEN 'declined' ELSE 'sent' END, submitted_at
  FROM sessions WHERE id NOT IN (SELECT session_id FROM session_forms)`

/** A copy of a kept database with so many clients, and half as many sessions. */
export const prepareManyClients = (clients: number): Promise<Dataset> =>
  prepareKept(`many_${clients}_${digestOfSources(import.meta.filename)}`, async ({ url }) => {
    say(`Making ${clients} clients; the next run uses them again …`)
    const { db, pool, close } = await openDatabase({ url })
    await migrate(db)
    const seeded = Math.ceil(clients / copiesOfSeeded)
    await seedClients({ db, cipher: new FieldCipher(keyringOf(masterKey)), clients: seeded, seed: 1, add: false })
    await multiplyClients(pool, clients, clients / 2)
    await close()
  })

/**
 * Copies the seeded clients until there are as many as wanted, and adds sessions with a document each.
 * @param pool of a database with seeded clients
 */
async function multiplyClients(pool: pg.Pool, clients: number, sessions: number): Promise<void> {
  const { rows } = await pool
    .query('CREATE TABLE bench_seeded AS SELECT id FROM clients')
    .then(() => pool.query('SELECT count(*)::int AS count FROM bench_seeded'))
  const copies = Math.ceil(clients / rows[0].count) - 1
  const tables = ['clients', 'sessions', 'session_forms']
  await fillWithoutIndexes(pool, tables, async () => {
    const atOnce = 10
    for (let from = 1; from <= copies; from += atOnce) {
      await pool.query(copyClients(`generate_series(${from}, ${Math.min(from + atOnce - 1, copies)})`))
    }
    await pool.query(addSessions, [1, sessions])
    await pool.query(addForms)
  })
  await pool.query('DROP TABLE bench_seeded')
}
