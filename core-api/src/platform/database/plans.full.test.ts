import { randomUUID } from 'node:crypto'
import type { ClientListQuery } from '@agency/contract/clients'
import { clientSortColumns } from '@agency/contract/clients'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { explainDatabase, type PlanNode } from '../../../test/explained-database.ts'
import { openMigratedDatabase } from '../../../test/migrated-database.ts'
import { findAuditEvents } from '../../audit/list/audit-list-repository.ts'
import { listDocuments } from '../../clients/documents/document-repository.ts'
import { findDuplicates } from '../../clients/duplicates/duplicate-repository.ts'
import { listDuplicatesOf, listPairs } from '../../clients/duplicates/pair-repository.ts'
import { ClientDirectory } from '../../clients/list/client-directory.ts'
import { countDashboardFigures } from '../../clients/list/dashboard-figures-repository.ts'
import { findClient, findOverdueCvcs } from '../../clients/record/client-repository.ts'
import { lockOutdated } from '../../clients/record/search-key-repository.ts'
import { listSessionForms } from '../../sessions/session-forms/session-form-repository.ts'
import { countSessions, listAllSessions } from '../../sessions/sessions/session-list-repository.ts'
import { findSessionByCode, listSessions } from '../../sessions/sessions/session-repository.ts'
import { findNewestCode, secondsToResend } from '../../signing/codes/signing-code-repository.ts'
import { listDeclinedDocuments } from '../../signing/envelopes/decline-repository.ts'
import { findSealedByHash } from '../../signing/envelopes/envelope-repository.ts'
import { listOpenProposals } from '../../signing/proposals/proposal-repository.ts'
import { listAuditEvents } from '../audit-trail/audit-repository.ts'
import { findLastChange } from '../audit-trail/newest-event-repository.ts'
import { FieldCipher } from '../encryption/field-cipher.ts'
import { keyringOf } from '../encryption/keyring.ts'
import { claimJob } from '../jobs/job-repository.ts'
import type { Database, OpenDatabase } from './database.ts'

const rows = 4_000
const largestPage = 200
/** Too small for an index to be of use. */
const smallTables = [
  'session_counters',
  'admins',
  'distinct_clients',
  'former_admins',
  'global_forms',
  'pdf_checks',
  'tags',
]

const cipher = new FieldCipher(keyringOf(Buffer.alloc(32, 'test')))

let opened: OpenDatabase
let db: Database
let plans: PlanNode[][]

/** Many of everything that grows, wide as in life. */
async function fill(pool: pg.Pool) {
  const each = `FROM generate_series(1, ${rows}) AS n`
  await pool.query(
    `INSERT INTO admins (id, username, email, first_name, last_name, role, password_hash)
      VALUES ($1, 'ana', 'ana@example.com', 'Ana', 'Lima', 'standard', '')`,
    [owner],
  )
  await pool.query(`INSERT INTO teams (id, name) VALUES ($1, 'Hialeah')`, [team])
  await pool.query(`INSERT INTO clients (id, client_first_name, client_last_name, current_health_plan_name, dob,
      next_f_u_date, status, profile, cvc_stored_at, primary_email, primary_phone, search_keys, search_keys_version,
      owner_id, team_id)
    SELECT gen_random_uuid(), md5('first' || n), md5('last' || n), 'Plan ' || n % 12, date '1940-01-01' + n,
      CASE WHEN n % 2 = 0 THEN current_date + n % 100 END, (ARRAY['active','active','unpaid','cancelled'])[1 + n % 4],
      jsonb_build_object('notes', repeat(md5(n::text), 20)), CASE WHEN n % 50 = 0 THEN now() - n * interval '1 hour' END,
      'u' || md5('mail' || n) || '@example.com', to_char(n, 'FM"(305) 555-"0000'),
      ARRAY[sha256((n % 1000)::text::bytea)], CASE WHEN n % 100 > 0 THEN 1 END,
      CASE WHEN n % 256 = 0 THEN '${owner}'::uuid END, CASE WHEN n % 128 = 1 THEN '${team}'::uuid END
    ${each}`)
  await pool.query(`INSERT INTO tags (id, name) SELECT gen_random_uuid(), 'Tag ' || n FROM generate_series(1, 50) AS n`)
  await pool.query(`INSERT INTO client_tags (client_id, tag_id)
    SELECT c.id, t.id FROM clients c JOIN tags t ON right(c.id::text, 1) = right(md5(t.name), 1)`)
  await pool.query(`INSERT INTO client_match_keys (key, client_id)
    SELECT set_byte(sha256((kind || '-' || CASE WHEN n % 100 = 0 THEN n - 1 ELSE n END)::text::bytea), 0, kind), id
    FROM (SELECT id, row_number() OVER () AS n FROM clients) AS c, generate_series(0, 3) AS kind`)
  await pool.query(`INSERT INTO sessions (id, client_id, session_type, session_code, expires_at)
    SELECT gen_random_uuid(), id, 'review', upper(left(md5(id::text), 12)),
      now() + CASE WHEN row_number() OVER () % 200 = 0 THEN interval '30 days' ELSE interval '-30 days' END FROM clients`)
  await pool.query(`INSERT INTO portal_sessions (id, session_id, expires_at)
    SELECT gen_random_uuid(), id, expires_at FROM sessions`)
  await pool.query(`INSERT INTO signing_codes (id, session_id, portal_session_id, channel, masked_destination,
      code_digest, message_id, expires_at)
    SELECT gen_random_uuid(), session_id, id, 'text', '•••0147', sha256(id::text::bytea), gen_random_uuid(), now()
    FROM portal_sessions`)
  await pool.query(`INSERT INTO outbox_messages (id, kind, channel, language, destination, session_id, state, sent_at)
    SELECT gen_random_uuid(), 'invitation', 'email', 'en', '', id,
      CASE WHEN row_number() OVER () % 100 = 0 THEN 'dead' ELSE 'sent' END, now() FROM sessions`)
  await pool.query(`INSERT INTO files (id, sha256, size, mime_type)
    SELECT gen_random_uuid(), sha256(n::text::bytea), n, 'application/pdf' ${each}`)
  await pool.query(`INSERT INTO documents (id, client_id, file_id, file_name)
    SELECT gen_random_uuid(), c.id, f.id, 'a.pdf'
    FROM (SELECT id, row_number() OVER () AS n FROM clients) c JOIN (SELECT id, row_number() OVER () AS n FROM files) f USING (n)`)
  await pool.query(`INSERT INTO jobs (id, kind, subject_id, done_at)
    SELECT gen_random_uuid(), 'seal', gen_random_uuid(), CASE WHEN n % 100 > 0 THEN now() END ${each}`)
  await pool.query(`INSERT INTO audit_events (id, chain, position, at, actor_kind, action, client_id, subject_id, hash)
    SELECT gen_random_uuid(), id::text, 1, now(), 'system', 'client.created', id, id, sha256(id::text::bytea) FROM clients`)
  await pool.query(
    `INSERT INTO reveal_reasons (id, client_id, encrypted_details) SELECT id, client_id, '\\x00' FROM audit_events`,
  )
  await pool.query(`INSERT INTO client_change_values (id, client_id, encrypted_values)
    SELECT id, client_id, '\\x00' FROM audit_events`)
  await pool.query(`INSERT INTO session_forms (id, session_id, type) SELECT gen_random_uuid(), id, 'PDF' FROM sessions`)
  await pool.query(`INSERT INTO envelopes (id, session_form_id, provider, status, sent_at, sealed_file_id)
    SELECT gen_random_uuid(), s.id, 'built-in', 'completed', now(), f.id
    FROM (SELECT id, row_number() OVER () AS n FROM session_forms) s JOIN (SELECT id, row_number() OVER () AS n FROM files) f USING (n)`)
  await pool.query(
    `INSERT INTO declines (id, session_form_id, declined_at) SELECT gen_random_uuid(), id, now() FROM session_forms`,
  )
  await pool.query(`INSERT INTO proposals (id, client_id, session_form_id, field, encrypted_value, decision, decided_at)
    SELECT gen_random_uuid(), s.client_id, f.id, 'height', '\\x00', CASE WHEN n % 100 > 0 THEN 'accepted' END,
      CASE WHEN n % 100 > 0 THEN now() END
    FROM (SELECT *, row_number() OVER () AS n FROM session_forms) f JOIN sessions s ON s.id = f.session_id`)
  await pool.query(`INSERT INTO policy_proposals (id, client_id, session_form_id, encrypted_values, decision, decided_at)
    SELECT id, client_id, session_form_id, encrypted_value, CASE WHEN n % 400 > 0 THEN 'accepted' END,
      CASE WHEN n % 400 > 0 THEN now() END
    FROM (SELECT *, row_number() OVER () AS n FROM proposals) p WHERE n % 4 = 0`)
  await vi.waitFor(() => vacuum(pool), { timeout: 60_000, interval: 500 })
}

/** During autovacuum the rows of a table cannot be marked as visible to all, and plans avoid index-only scans. */
async function vacuum(pool: pg.Pool) {
  await pool.query('VACUUM (ANALYZE)')
  const { rows: unseen } = await pool.query(
    `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relallvisible < relpages`,
  )
  expect(unseen).toEqual([])
}

beforeAll(async () => {
  opened = await openMigratedDatabase()
  await fill(opened.pool)
  ;({ db, plans } = explainDatabase(opened.pool))
})
afterAll(() => opened.close())
beforeEach(() => {
  plans.length = 0
})

const owner = '01932b6e-1c00-7000-8000-0000000000aa'
const team = '01932b6e-1c00-7000-8000-0000000000bb'
const scopes = [
  { whose: 'an owner', scope: { owner, teams: [] }, found: ['clients_owner'] },
  { whose: 'an owner and a team', scope: { owner, teams: [team] }, found: ['clients_owner', 'clients_team'] },
]
const nodes = () => plans.flat()
const indexes = () => nodes().flatMap((node) => node['Index Name'] ?? [])

/** Neither reads a whole table nor sorts more than a page. */
function expectBounded() {
  const scans = nodes().filter(
    (node) => node['Node Type'] === 'Seq Scan' && !smallTables.includes(node['Relation Name'] ?? ''),
  )
  expect(scans).toEqual([])
  const sorts = nodes().filter((node) => node['Node Type'].includes('Sort') && node['Plan Rows'] > largestPage)
  expect(sorts).toEqual([])
}

describe('duplicates', () => {
  it.each([{ whose: 'all', scope: 'all' as const, found: [] }, ...scopes])(
    '[BK-10] given many clients, when those of $whose are paired, then indexes find the pairs',
    async ({ scope, found }) => {
      await listPairs(db, scope, 0)
      await listDuplicatesOf(db, owner, scope)
      const scans = nodes()
        .filter((node) => node['Node Type'] === 'Seq Scan')
        .map((node) => node['Relation Name'])
      expect(scans.filter((table) => !smallTables.includes(table ?? ''))).toEqual([])
      expect(indexes()).toEqual(expect.arrayContaining(['client_match_keys_pkey', ...found]))
    },
  )
})

describe('a page of the client list', () => {
  const page = (query: ClientListQuery) => new ClientDirectory(db, cipher).page({ limit: 50, ...query }, 'all')

  const orders = clientSortColumns.flatMap((sort) => (['asc', 'desc'] as const).map((order) => ({ sort, order })))
  it.each(orders)(
    'given the order $sort $order, when planned, then its index is walked, near and far',
    async (order) => {
      for (const offset of [0, rows - 100]) await page({ ...order, offset })
      expect(indexes()).toContain(`clients_${order.sort}_${order.order}`)
      expectBounded()
    },
  )

  it.each(clientSortColumns)(
    'given a status and the order %s, when planned, then the index tells both',
    async (sort) => {
      await page({ sort, status: 'unpaid', offset: 500 })
      expect(indexes()).toContain(`clients_${sort}_asc`)
      expectBounded()
    },
  )

  it('given a search of three letters and more, when planned, then the trigram index alone finds the matches', async () => {
    await page({ q: 'x ab1' })
    expect(indexes()).toContain('clients_search')
    expect(indexes()).not.toContain('clients_short_terms')
    expectBounded()
  })

  it.each(['7+', '7+ e', 'x'])(
    'given the shorter words %s, when planned, then the index of short terms finds the matches',
    async (q) => {
      await page({ q })
      expect(indexes()).toContain('clients_short_terms')
      expectBounded()
    },
  )

  const identifiers: [string, string, string][] = [
    ['an e-mail address', 'u7f0a@example.com', 'clients_contact'],
    ['the start of an e-mail address', 'u7f0a', 'clients_contact_start'],
    ['a long start of an e-mail address', `u7f0a${'b'.repeat(60)}`, 'clients_contact_start'],
    ['a phone number', '(305) 555-0123', 'clients_phone'],
    ['the last digits of a phone number', '555-0123', 'clients_phone_end'],
    ['a few digits of a phone number', '55501', 'clients_contact'],
    ['the last four digits of an SSN', '6789', 'clients_search_keys'],
    ['a session code', 'ABCD-EFGH-JKMN', 'sessions_session_code_key'],
  ]
  it.each(identifiers)(
    '[OF-05] given a search for %s, when planned, then its index finds the matches',
    async (_what, q, index) => {
      await page({ q })
      expect(indexes()).toContain(index)
      expectBounded()
    },
  )

  it('given those whose proposals wait, when planned, then the index of the undecided ones finds them', async () => {
    await page({ proposals: 'open' })
    await new ClientDirectory(db, cipher).all({ proposals: 'open' }, 'all')
    for (const index of ['proposals_open', 'policy_proposals_open'])
      expect(indexes().filter((name) => name === index).length).toBeGreaterThan(1)
    expectBounded()
  })

  const queries = [{}, { status: 'unpaid' as const }, { sort: 'dob' as const }]
  it.each(scopes.flatMap((of) => queries.map((query) => ({ ...of, query }))))(
    'given the clients of $whose and $query, when planned, then $found finds them',
    async ({ scope, found, query }) => {
      await new ClientDirectory(db, cipher).page({ limit: 50, ...query }, scope)
      expect(indexes()).toEqual(expect.arrayContaining(found))
      expectBounded()
    },
  )

  it.each(scopes)(
    'given the clients of $whose, when they and their sessions are counted, then no table is read as a whole',
    async ({ scope, found }) => {
      await new ClientDirectory(db, cipher).counts(scope)
      expect(indexes()).toEqual(expect.arrayContaining(found))
      await new ClientDirectory(db, cipher).page({ limit: 50, q: 'ab' }, scope)
      await countDashboardFigures(db, { date: '2026-01-01', since: '2026-01-01T00:00:00Z', scope })
      await countSessions(db, scope)
      await listAllSessions(db, { limit: 50 }, undefined, scope)
      expectBounded()
    },
  )

  it('given the counts for the filters, when planned, then the index of the statuses alone is read', async () => {
    await new ClientDirectory(db, cipher).counts('all')
    expect(indexes()).toContain('clients_status')
    expectBounded()
  })
})

describe('the lists of sessions', () => {
  it.each([
    ['waiting', 'sessions_unfinished'],
    ['expiring', 'sessions_unfinished'],
    ['waiting_for_us', 'sessions_without_passcode'],
    ['archived', 'sessions_archived'],
  ] as const)(
    'given the sessions that are %s, when listed, then an index finds page and total',
    async (status, index) => {
      await listAllSessions(db, { status }, undefined, 'all')
      expect(indexes()).toContain(index)
      expect(plans).toHaveLength(1)
      expectBounded()
    },
  )

  it.each(['waiting', 'waiting_long', 'expiring'] as const)(
    'given the sessions that are %s, when the dashboard lists the longest, then the sessions themselves are not read',
    async (status) => {
      await listAllSessions(db, { status, sort: 'waiting', limit: 5 }, undefined, 'all')
      expect(indexes()).toContain('sessions_unfinished')
      expect(plans).toHaveLength(1)
      expectBounded()
    },
  )

  it('given the dashboard and the counts, when counted, then the sessions themselves are not read', async () => {
    await countDashboardFigures(db, { date: '2026-01-01', since: '2026-01-01T00:00:00Z', scope: 'all' })
    await countSessions(db, 'all')
    expect(indexes()).toEqual(expect.arrayContaining(['sessions_unfinished', 'sessions_without_passcode']))
    expectBounded()
  })
})

describe('other records among many', () => {
  const anyClient = async () => {
    const { id } = await opened.db.selectFrom('clients').select('id').limit(1).executeTakeFirstOrThrow()
    return id
  }
  const anySession = async () => {
    const { id } = await opened.db.selectFrom('sessions').select('id').limit(1).executeTakeFirstOrThrow()
    return id
  }
  const firstPage = { limit: 51, after: undefined }
  const cases: [string, () => Promise<unknown>, string][] = [
    ['a client', async () => findClient(db, await anyClient()), 'clients_pkey'],
    ['the sessions of a client', async () => listSessions(db, await anyClient()), 'sessions_client'],
    ['the documents of a client', async () => listDocuments(db, await anyClient()), 'documents_client'],
    ['a session by its code', () => findSessionByCode(db, 'ABCDEFGHJKMN'), 'sessions_session_code_key'],
    ['the codes of a session', async () => secondsToResend(db, await anySession()), 'signing_codes_session'],
    ['the code of a portal login', () => findNewestCode(db, randomUUID()), 'signing_codes_sitting'],
    ['the trail of a record', () => listAuditEvents(db, [randomUUID()], ['client.created']), 'audit_events_subject_id'],
    ['a due job', () => claimJob(db, 60), 'jobs_due'],
    ['a sealed document by its hash', () => findSealedByHash(db, Buffer.alloc(32)), 'files_sha256'],
    ['the proposals of a client', async () => listOpenProposals(db, await anyClient()), 'proposals_open'],
    [
      'the Activity of a client',
      async () => findAuditEvents(db, { client_id: await anyClient() }, firstPage, 'all'),
      'audit_events_chain_position_key',
    ],
    [
      'the later Activity of a client',
      async () => {
        const after = { at: new Date().toISOString(), id: randomUUID() }
        return findAuditEvents(db, { client_id: await anyClient() }, { limit: 51, after }, 'all')
      },
      'audit_events_chain_position_key',
    ],
    [
      'the Activity of a subject',
      () => findAuditEvents(db, { subject_id: randomUUID() }, firstPage, 'all'),
      'audit_events_subject_id',
    ],
    [
      'the Activity of a subject that is a client',
      async () => findAuditEvents(db, { subject_id: await anyClient() }, firstPage, 'all'),
      'audit_events_chain_position_key',
    ],
    [
      'the last change of a client',
      async () => findLastChange(db, await anyClient(), ['client.created']),
      'audit_events_chain_position_key',
    ],
    ['the documents of a session', async () => listSessionForms(db, await anySession()), 'session_forms_session'],
    ['the declined documents', () => listDeclinedDocuments(db, 20, 'all'), 'sessions_counted'],
    [
      'likely duplicates',
      () =>
        findDuplicates(
          db,
          {
            email: { value: 'u7f0a@example.com', keys: [Buffer.alloc(16)] },
            phone: { value: '3055550123', keys: [Buffer.alloc(16)] },
            name: { first: 'first', last: 'last', spelled: { first: 'first', last: 'last' } },
            dob: '1980-01-02',
          },
          'all',
        ),
      'clients_contact',
    ],
    [
      'clients without search keys',
      () =>
        db
          .transaction()
          .execute((trx) =>
            lockOutdated(trx, { outdated: { kind: 'earlier-release' }, after: randomUUID(), limit: 25 }),
          ),
      'clients_without_search_keys',
    ],
    ['overdue CVCs', () => findOverdueCvcs(db, 100, 100), 'clients_cvc'],
  ]
  it.each(cases)('given many, when %s is looked for, then by an index', async (_what, find, index) => {
    await find()
    expect(indexes()).toContain(index)
    expectBounded()
  })
})
