import { ApiDocument } from '@agency/contract/api-description'
import type { Carrier } from '@agency/contract/carriers'
import type { PrincipalStatement } from '@agency/contract/principal'
import { sql } from 'kysely'
import { Value } from 'typebox/value'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '../../../test/audit-events.ts'
import { adminPassword, type Core, nobody, smallPdf, startCore } from '../../../test/core.ts'
import { addForm } from '../../../test/library-fixtures.ts'
import { seedCarrier } from '../../../test/policy-fixtures.ts'
import {
  multipart,
  passcode,
  type SeededSession,
  seedClient,
  seedForm,
  seedSession,
  signature,
} from '../../../test/session-fixtures.ts'
import { signAsClient, step, whenSealed } from '../../../test/signing-steps.ts'
import { deleteOldKeys } from './idempotency-repository.ts'

let core: Core
let journey: SeededSession
let carrier: Carrier | undefined
beforeAll(async () => {
  core = await startCore()
  journey = await seedSession(core)
})
afterAll(() => core.close())

type Table =
  | 'clients'
  | 'client_notes'
  | 'carriers'
  | 'policies'
  | 'client_imports'
  | 'client_selections'
  | 'client_merges'
  | 'sessions'
  | 'session_forms'
  | 'global_forms'
  | 'form_presets'
  | 'teams'
  | 'documents'
  | 'admins'
  | 'admin_invitations'
  | 'audit_events'
interface Sent {
  url: string
  payload: object | Buffer
  headers?: Record<string, string>
}
interface Creation {
  table: Table
  /** The call; a number makes another one. */
  call: (n: number) => Promise<Sent>
  /** The event of a repeat, if its answer holds sensitive values. */
  opened?: 'client.opened' | 'session.opened'
  /** How many events it writes, 1 without it. */
  events?: number
  /** The id of what the answer says was made. */
  idOf?: (answer: { files: { id: string }[] }) => string | undefined
}

async function uploadOf(n: number): Promise<Sent> {
  const form = new FormData()
  form.set('documents', new Blob([`text ${n}`]), 'note.txt')
  return { url: `/upload/${journey.clientId}`, ...(await formBody(form)) }
}

async function formBody(form: FormData): Promise<Pick<Sent, 'payload' | 'headers'>> {
  const body = new Request('http://localhost', { method: 'POST', body: form })
  const headers = { 'content-type': body.headers.get('content-type') ?? '' }
  return { payload: Buffer.from(await body.arrayBuffer()), headers }
}

const own = { type: 'PDF', folder: 'Own' }
const creations: Record<string, Creation> = {
  createClient: {
    table: 'clients',
    opened: 'client.opened',
    call: async (n) => ({ url: '/clients', payload: { client_last_name: `Lima ${n}`, ssn: '900-12-3456' } }),
  },
  addClientNote: {
    table: 'client_notes',
    call: async (n) => ({ url: `/clients/${journey.clientId}/notes`, payload: { text: `Call ${n}` } }),
  },
  addCarrier: { table: 'carriers', call: async (n) => ({ url: '/carriers', payload: { name: `Carrier ${n}` } }) },
  addPolicy: {
    table: 'policies',
    call: async (n) => {
      carrier ??= await seedCarrier(core, 'Molina')
      const payload = { carrier_id: carrier.id, line: 'health', status: 'active', product: `Plan ${n}` }
      return { url: `/clients/${journey.clientId}/policies`, payload }
    },
  },
  uploadImport: {
    table: 'client_imports',
    call: async (n) => {
      const form = new FormData()
      form.set('file', new Blob([`First name,Last name\nAna,Lima ${n}\n`]), 'clients.csv')
      return { url: '/client-imports', ...(await formBody(form)) }
    },
  },
  planSelection: {
    table: 'client_selections',
    // Nothing is changed before it is started.
    events: 0,
    call: async (n) => ({
      url: '/client-selections',
      payload: { client_ids: [journey.clientId], action: { kind: 'add_tag', value: `Tag ${n}` } },
    }),
  },
  mergeClients: {
    table: 'client_merges',
    events: 2,
    call: async () => {
      const [id, other_id] = [await seedClient(core, journey.admin), await seedClient(core, journey.admin)]
      const payload = { other_id, version: 1, other_version: 1, from_other: [] }
      return { url: `/clients/${id}/merges`, payload }
    },
  },
  startSession: {
    table: 'sessions',
    opened: 'session.opened',
    call: async (n) => ({
      url: '/session',
      payload: { client_id: journey.clientId, session_type: 'review', passcode: `${passcode} ${n}` },
    }),
  },
  attachForm: {
    table: 'session_forms',
    call: async (n) => {
      const fields = { session_id: journey.session.id, title: `Letter ${n}`, ...own }
      return { url: '/sessionforms', ...(await multipart(fields, smallPdf)) }
    },
  },
  createGlobalForm: {
    table: 'global_forms',
    call: async (n) => ({ url: '/global-forms', ...(await multipart({ title: `Form ${n}`, ...own }, smallPdf)) }),
  },
  createFormPreset: {
    table: 'form_presets',
    call: async (n) => {
      const { id } = await addForm(core)
      return { url: '/form-presets', payload: { name: `Preset ${n}`, session_type: null, form_ids: [id] } }
    },
  },
  createTeam: { table: 'teams', call: async (n) => ({ url: '/teams', payload: { name: `Team ${n}`, members: [] } }) },
  uploadDocuments: { table: 'documents', call: uploadOf, idOf: ({ files }) => files[0]?.id },
  inviteAdmin: {
    table: 'admin_invitations',
    call: async (n) => {
      const name = { first_name: 'Eva', last_name: 'Reis', email: `eva-${n}@example.com`, role: 'standard' }
      return { url: '/admin/invitations', payload: { ...name, username: `eva-${n}` } }
    },
  },
  createAdmin: {
    table: 'admins',
    call: async (n) => {
      const name = { first_name: 'Ana', last_name: 'Lima', email: `ana-${n}@example.com`, role: 'power' }
      return { url: '/admin/create', payload: { ...name, username: `ana-${n}`, password: 'secret-swordfish' } }
    },
  },
}

/** Steps of a set-up. A repeat replaces what the call before it began, or is refused since its challenge is used up. */
const secondFactorSteps = [
  'addPasskey',
  'askForOwnPasskey',
  'confirmAccount',
  'renewRecoveryCodes',
  'startAuthenticator',
  'startPasskey',
]

/** Their own tests repeat them: policy-proposals.test.ts. */
const testedApart = ['acceptPolicyProposal']

const newKey = () => `"${uuid()}"`
const count = async (table: Table) =>
  (await core.app.db.selectFrom(table).select(sql<number>`count(*)::int`.as('rows')).executeTakeFirstOrThrow()).rows

async function send({ url, payload, headers }: Sent, key: string, as = journey.admin) {
  return core.ask(as, { method: 'POST', url, payload, headers: { ...headers, 'idempotency-key': key } })
}

async function anotherAdmin(): Promise<PrincipalStatement> {
  const username = uuid()
  const profile = { first_name: 'Eva', last_name: 'Reis', email: `${username}@example.com`, role: 'standard', username }
  await core.ask(journey.admin, {
    method: 'POST',
    url: '/admin/create',
    payload: { ...profile, password: adminPassword },
  })
  const login = { username, password: adminPassword }
  const answer = await core.ask(nobody, { method: 'POST', url: '/admin/login', payload: login })
  return { kind: 'admin', id: answer.json().admin_session.id, address: '192.0.2.9' }
}

it('given the description of the API, when it is read, then each call that makes something is among those tested here', () => {
  const { paths } = Value.Parse(ApiDocument, core.app.swagger())
  const posts = Object.values(paths).flatMap(({ post }) => (post ? [post] : []))
  const making = posts.filter(({ responses }) => responses['201']).map(({ operationId }) => operationId)
  expect(making.sort()).toEqual([...Object.keys(creations), ...secondFactorSteps, ...testedApart].sort())
})

describe.each(Object.entries(creations))(
  '%s with an Idempotency-Key',
  (_name, { table, call, opened, events = 1, idOf }) => {
    const idIn = (answer: { json(): { id: string; files: { id: string }[] } }) =>
      idOf ? idOf(answer.json()) : answer.json().id

    const countOpened = async () => {
      const rows = auditEvents(core.app.db)
        .select('action')
        .where('action', '=', opened ?? '')
      return (await rows.execute()).length
    }

    it('given a call, when repeated, at once or later, then it is made once, each answer is of the same record, and what repeats show is on the trail @full', async () => {
      const key = newKey()
      const sent = await call(1)
      const before = [await count(table), await count('audit_events'), await countOpened()]
      const answers = await Promise.all([1, 2, 3, 4].map(() => send(sent, key)))
      answers.push(await send(sent, key))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201])
      expect(new Set(answers.map(idIn)).size).toBe(1)
      expect(idIn(answers[0] ?? expect.fail())).toMatch(/^[0-9a-f-]{36}$/)
      const shown = opened ? 4 : 0
      const added = [1, events + shown, shown]
      expect([await count(table), await count('audit_events'), await countOpened()]).toEqual(
        before.map((rows, index) => rows + (added[index] ?? 0)),
      )
    })

    it('given a used key with another call, or something that is no key, when sent, then 422 or 400, and nothing is made', async () => {
      const key = newKey()
      await send(await call(2), key)
      const before = await count(table)
      const other = await call(3)
      const answer = await send(other, key)
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
      expect((await send(other, '"short"')).statusCode).toBe(400)
      expect(await count(table)).toBe(before)
    })
  },
)

describe('keys', () => {
  const lima = { url: '/clients', payload: { client_last_name: 'Lima', ssn: '900-12-3456' } }

  it('given a key of one staff member, when another sends the same, then it is theirs, and makes a record of its own', async () => {
    const key = newKey()
    const first = (await send(lima, key)).json()
    const other = (await send(lima, key, await anotherAdmin())).json()
    expect(other.id).not.toBe(first.id)
  })

  it('given a call that is refused, when it is sent again put right, then its key is still free', async () => {
    const key = newKey()
    const url = '/session'
    const payload = { client_id: uuid(), session_type: 'review', passcode: null }
    expect((await send({ url, payload }, key)).statusCode).toBe(404)
    expect((await send({ url, payload: { ...payload, client_id: journey.clientId } }, key)).statusCode).toBe(201)
  })

  it('given something that is no key, when sent, then 400 and nothing is made', async () => {
    const before = await count('clients')
    for (const key of ['', 'x', 'not-in-quotes-at-all', `"${'x'.repeat(65)}"`, '"spaces are not allowed"']) {
      expect((await send(lima, key)).statusCode).toBe(400)
    }
    expect(await count('clients')).toBe(before)
  })

  it('given no key, when a call is repeated, then each makes a record', async () => {
    const before = await count('clients')
    await core.ask(journey.admin, { method: 'POST', ...lima })
    await core.ask(journey.admin, { method: 'POST', ...lima })
    expect(await count('clients')).toBe(before + 2)
  })

  it('given keyed calls, when their table is read, then it holds nothing that a person wrote', async () => {
    await send(await (creations.createAdmin ?? expect.fail()).call(9), newKey())
    await send(lima, newKey())
    const rows = await core.app.db.selectFrom('idempotency_keys').selectAll().execute()
    expect(rows.length).toBeGreaterThan(1)
    expect(JSON.stringify(rows)).not.toMatch(/swordfish|Lima|900-12/)
  })

  it('given keys of yesterday and of now, when swept, then those older than a day are gone', async () => {
    const key = newKey()
    await core.app.db.updateTable('idempotency_keys').set({ created_at: sql`now() - interval '25 hours'` }).execute()
    await send(lima, key)
    expect(await deleteOldKeys(core.app.db, 24)).toBeGreaterThan(0)
    expect((await core.app.db.selectFrom('idempotency_keys').select('key').execute()).map((row) => row.key)).toEqual([
      key,
    ])
  })
})

describe('calls that make no record', () => {
  it('given a revealed value, when the call is repeated, then the trail has it once', async () => {
    const call = { url: `/clients/${journey.clientId}/opened`, payload: { field: 'ssn' } }
    const key = newKey()
    const before = await count('audit_events')
    expect([(await send(call, key)).statusCode, (await send(call, key)).statusCode]).toEqual([204, 204])
    expect(await count('audit_events')).toBe(before + 1)
  })

  it('given a reminder, when the call is repeated, then it answers the same instead of 409, and the client is reminded once', async () => {
    const form = await seedForm(core, journey)
    const call = { url: `/sessionforms/${form.id}/remind`, payload: Buffer.alloc(0) }
    const key = newKey()
    const first = await send(call, key)
    const before = await count('audit_events')
    expect((await send(call, key)).json()).toEqual(first.json())
    expect(first.json().text).toContain(journey.session.session_code)
    expect(await count('audit_events')).toBe(before)
    expect((await send(call, newKey())).statusCode).toBe(409)
  })

  it('given a document signed, and then voided, when each call is repeated, then it answers as the first and nothing is done twice @full', async () => {
    const other = await seedSession(core)
    const { id } = await seedForm(core, other)
    const client = await signAsClient(core, other, id)
    await whenSealed(core, other, id)
    const signed = await count('audit_events')
    const again = await step(core, client, id, 'sign', signature)
    expect([again.statusCode, again.json().status, await count('audit_events')]).toEqual([200, 'completed', signed])
    const reason = { reason: 'A mistake' }
    const first = await step(core, other.admin, id, 'void', reason)
    const before = await count('audit_events')
    const second = await step(core, other.admin, id, 'void', reason)
    expect([second.statusCode, second.json()]).toEqual([200, first.json()])
    expect(await count('audit_events')).toBe(before)
  })
})
