import { setTimeout as delay } from 'node:timers/promises'
import { answered, type Method } from '@agency/test-kit/api/send'
import { logInHeader } from '@agency/test-kit/api/staff-api'
import { type MailServer, startMailServer } from '@agency/test-kit/product/mail-server'
import { prepareReplicasOnServer } from '@agency/test-kit/product/replicas'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { freePort, type Service } from '../../scripts/product.ts'
import { killService } from '../faults/kill-core.ts'
import { addForm } from '../faults/kill-writers.ts'

const kills = 20
const longest = 900_000

let mails: MailServer
let replicas: Awaited<ReturnType<typeof prepareReplicasOnServer>>
let db: pg.Client
let core: Service
let port: string
let bffUrl: string
let headers: Awaited<ReturnType<typeof logInHeader>>

beforeAll(async () => {
  mails = await startMailServer()
  replicas = await prepareReplicasOnServer({
    LOG_LEVEL: 'error',
    ...{ RECORD_READS_ALERT: '0', RECORD_READS_LIMIT: '0' },
    ...{ SMTP_URL: mails.url, MAIL_FROM: 'Sunrise <office@agency.example>' },
  })
  db = new pg.Client({ connectionString: replicas.databaseUrl })
  await db.connect()
  port = String(await freePort())
  core = await replicas.startCore({ PORT: port })
  bffUrl = (await replicas.startBff(core.address)).address
  headers = await logInHeader(bffUrl)
})
afterAll(async () => {
  await db.end()
  await replicas.stop()
  await mails.close()
})

const send = (method: Method, path: string, body?: unknown) =>
  fetch(`${bffUrl}/admin/_api${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
  })
const ask = <T = { id: string }>(method: Method, path: string, body?: unknown) => answered<T>(send(method, path, body))

/** Kills the service and starts it again. What it had claimed is free at once, not only after its lease. */
async function killAndRestart() {
  await killService(core)
  await db.query('UPDATE jobs SET run_at = now() WHERE done_at IS NULL')
  core = await replicas.startCore({ PORT: port })
}

const count = async (statement: string, ...values: unknown[]): Promise<number> =>
  (await db.query<{ n: number }>(`SELECT count(*)::int AS n FROM (${statement}) AS found`, values)).rows[0]?.n ?? 0

async function expectTrail() {
  expect(await ask('GET', '/audit/verification')).toMatchObject({ valid: true })
}

/** Kills at random moments; `check` looks after each. Begins anew when all is done before the last kill. */
async function killWhile(
  begin: () => Promise<string>,
  isDone: (id: string) => Promise<boolean>,
  check: () => Promise<void>,
) {
  let id = await begin()
  for (let n = 0; n < kills; n++) {
    await delay(Math.random() * 1_200)
    await killAndRestart()
    await check()
    if (await isDone(id)) id = await begin()
  }
  await vi.waitFor(async () => expect(await isDone(id)).toBe(true), { timeout: 120_000, interval: 200 })
  await check()
  await expectTrail()
}

let books = 0
/** Uploads and checks a file of new clients, each with a policy of a new carrier. */
async function checkedBook(rows: number): Promise<{ id: string; last: string }> {
  const last = `Book${String.fromCharCode(65 + Math.floor(books / 26), 65 + (books++ % 26))}`
  const head = 'First Name,Last Name,Email,Carrier,LOB,Policy Number,Policy Status'
  const lines = Array.from(
    { length: rows },
    (_, n) => `Ann${n},${last},q${n}@${last}.example,${last},Dental,${last}-${n},Active`,
  )
  const form = new FormData()
  form.append('file', new Blob([[head, ...lines].join('\n')]), 'book.csv')
  const upload = fetch(`${bffUrl}/admin/_api/client-imports`, { method: 'POST', headers, body: form })
  const { id } = await answered<{ id: string }>(upload)
  await ask('POST', `/client-imports/${id}/check`)
  await whenIn('client-imports', id, 'checked')
  return { id, last }
}

type Jobs = 'client-imports' | 'client-selections'
const stateOf = async (kind: Jobs, id: string) => (await ask<{ state: string }>('GET', `/${kind}/${id}`)).state
const whenIn = (kind: Jobs, id: string, state: string) =>
  vi.waitFor(async () => expect(await stateOf(kind, id)).toBe(state), { timeout: 120_000, interval: 100 })

/** Expects the clients of a book to be those that its rows say are created, each with one policy and one event of both. */
async function expectWhole({ id, last }: { id: string; last: string }): Promise<number> {
  const clients = await count('SELECT FROM clients WHERE client_last_name = $1', last)
  expect(await count("SELECT FROM client_import_rows WHERE import_id = $1 AND result = 'created'", id)).toBe(clients)
  const whole = `SELECT FROM clients JOIN policies ON policies.client_id = clients.id
    JOIN client_import_rows AS of ON of.client_id = clients.id AND of.policy_id = policies.id
    JOIN policy_statuses ON policy_statuses.policy_id = policies.id
    JOIN audit_events AS created ON created.chain = clients.id::text AND created.action = 'client.created'
    JOIN audit_events AS added ON added.chain = clients.id::text AND added.action = 'policy.added'
    WHERE client_last_name = $1 AND added.subject_id = policies.id GROUP BY clients.id HAVING count(*) = 1`
  expect(await count(whole, last)).toBe(clients)
  expect(await count('SELECT FROM carriers WHERE name = $1', last)).toBe(clients > 0 ? 1 : 0)
  return clients
}

it(
  '[BK-36] given an import, when the service is killed at random moments, then each row is one client with one policy and one event each, and the rest follows',
  async () => {
    const begun: { id: string; last: string }[] = []
    const begin = async () => {
      const book = await checkedBook(1_500)
      begun.push(book)
      await ask('POST', `/client-imports/${book.id}/run`)
      return book.id
    }
    await killWhile(
      begin,
      async (id) => (await stateOf('client-imports', id)) === 'done',
      async () => {
        for (const book of begun) await expectWhole(book)
      },
    )
    for (const book of begun) expect(await expectWhole(book)).toBe(1_500)
  },
  longest,
)

it(
  '[BK-36] given a revert, when the service is killed at random moments, then each client is there with its policy or gone, and the rest follows',
  async () => {
    const begun: { id: string; last: string }[] = []
    const begin = async () => {
      const book = await checkedBook(1_500)
      await ask('POST', `/client-imports/${book.id}/run`)
      await whenIn('client-imports', book.id, 'done')
      begun.push(book)
      await ask('POST', `/client-imports/${book.id}/revert`)
      return book.id
    }
    await killWhile(
      begin,
      async (id) => (await stateOf('client-imports', id)) === 'reverted',
      async () => {
        for (const book of begun) {
          const clients = await count('SELECT FROM clients WHERE client_last_name = $1', book.last)
          expect(
            await count(
              'SELECT FROM policies JOIN clients ON clients.id = client_id WHERE client_last_name = $1',
              book.last,
            ),
          ).toBe(clients)
          expect(
            await count("SELECT FROM client_import_rows WHERE import_id = $1 AND result = 'reverted'", book.id),
          ).toBe(1_500 - clients)
        }
      },
    )
    for (const { last } of begun) {
      expect(await count('SELECT FROM clients WHERE client_last_name = $1', last)).toBe(0)
      expect(await count('SELECT FROM carriers WHERE name = $1', last)).toBe(0)
    }
  },
  longest,
)

it(
  '[BK-36] given sessions for a selection, when the service is killed at random moments, then each client has one, whole and sent, and nobody two',
  async () => {
    const form = await addForm({ bffUrl, headers })
    await vi.waitFor(async () => expect((await send('GET', `/global-forms/${form}/fields`)).status).toBe(200), {
      timeout: 60_000,
    })
    const other = await ask('POST', '/global-forms', { title: 'Read', type: 'Link', source: 'https://example.com' })
    const preset = await ask('POST', '/form-presets', {
      name: 'Renewal',
      session_type: null,
      form_ids: [form, other.id],
    })
    const lasts: string[] = []
    const begin = async () => {
      const { id: imported, last } = await checkedBook(120)
      await ask('POST', `/client-imports/${imported}/run`)
      await whenIn('client-imports', imported, 'done')
      lasts.push(last)
      const where = { match: 'all', conditions: [{ field: 'client_last_name', operator: 'is', values: [last] }] }
      const action = { kind: 'start_session', value: preset.id, send: { link: 'email', passcode: 'none' } }
      const { id } = await ask('POST', '/client-selections', { filter: { where: JSON.stringify(where) }, action })
      await ask('POST', `/client-selections/${id}/run`)
      return id
    }
    const whole = `SELECT FROM sessions WHERE
    (SELECT count(*) FROM session_forms WHERE session_id = sessions.id) = 2 AND sent_at IS NOT NULL AND
    (SELECT count(*) FROM outbox_messages WHERE session_id = sessions.id AND kind = 'invitation') = 1 AND
    (SELECT count(*) FROM client_selection_rows WHERE former = to_json(sessions.id)::text AND result = 'changed') = 1`
    await killWhile(
      begin,
      async (id) => (await stateOf('client-selections', id)) === 'done',
      async () => {
        expect(await count('SELECT FROM sessions GROUP BY client_id HAVING count(*) > 1')).toBe(0)
        expect(await count(whole)).toBe(await count('SELECT FROM sessions'))
        expect(await count("SELECT FROM client_selection_rows WHERE result = 'changed'")).toBe(
          await count('SELECT FROM sessions'),
        )
      },
    )
    expect(await count('SELECT FROM sessions')).toBe(120 * lasts.length)
  },
  longest,
)

it(
  '[BK-36] given merges, when the service is killed at random moments, then all or nothing of each has moved, and both are there',
  async () => {
    const carrier = await ask('POST', '/carriers', { name: 'Oscar' })
    const add = async () => {
      const { id } = await ask('POST', '/clients', { client_first_name: 'Zoe', client_last_name: 'Nunez' })
      await ask('POST', `/clients/${id}/policies`, { carrier_id: carrier.id, line: 'health', status: 'active' })
      await ask('POST', `/clients/${id}/notes`, { text: '<p>Called back</p>' })
      return id
    }
    let merged = 0
    for (let n = 0; n < kills; n++) {
      const pairs: [string, string][] = []
      for (let pair = 0; pair < 3; pair++) pairs.push([await add(), await add()])
      const merging = pairs.map(([id, other_id]) =>
        send('POST', `/clients/${id}/merges`, { other_id, version: 1, other_version: 1, from_other: [] }).catch(
          () => null,
        ),
      )
      // However slow the machine is, some are done.
      await (n % 2 === 0 ? delay(Math.random() * 120) : Promise.race(merging))
      await killAndRestart()
      await Promise.all(merging)
      for (const [id, other] of pairs) {
        const isMerged = (await count('SELECT FROM clients WHERE id = $1 AND merged_into = $2', other, id)) === 1
        merged += Number(isMerged)
        for (const table of ['policies', 'client_notes']) {
          const of = (client: string) => count(`SELECT FROM ${table} WHERE client_id = $1`, client)
          expect([await of(id), await of(other)]).toEqual(isMerged ? [2, 0] : [1, 1])
        }
        expect(await count('SELECT FROM client_merges WHERE merged_id = $1', other)).toBe(Number(isMerged))
      }
    }
    expect(merged).toBeGreaterThan(0)
    await expectTrail()
  },
  longest,
)
