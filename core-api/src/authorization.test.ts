import { adminRoles } from '@agency/contract/admin-roles'
import { hasPermission } from '@agency/contract/permissions'
import type { PrincipalStatement } from '@agency/contract/principal'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, nobody, startCore } from '../test/core.ts'
import { emptyOutbox } from '../test/empty-outbox.ts'
import { type RouteCall, routeCalls, type SubjectIds } from '../test/route-calls.ts'
import { openAsClient, type SeededSession, seedForm, seedSession, uploadFile } from '../test/session-fixtures.ts'
import { type Colleague, seedColleague } from '../test/staff-fixtures.ts'

/** Calls that end the login of the test. */
const endsLogin = new Set(['POST /admin/logout'])
/** Routes that ask for one more permission: the whole list is an export. */
const asksForMore = new Set(['GET /clients'])
/** Routes without a subject whose path or fields have the name of one, and why. */
const namesNoSubject: Readonly<Record<string, string>> = {
  'POST /api/session/:code/auth': 'checks the passcode of the session',
  'POST /api/session/:code/logout': 'ends the login of the caller, whatever the code',
  'POST /admin/me/authenticator/confirm': 'the code of a second factor',
  'POST /admin/login/complete': 'the code of a second factor',
  'POST /carriers': 'the number that the carrier knows the agency by',
  'PATCH /carriers/:id': 'the number that the carrier knows the agency by',
  'POST /client-selections': 'each client must be in the scope of the caller, now and when the job changes it',
  'GET /audit': 'a filter: events are limited to the scope of the caller',
}

let core: Core
let calls: RouteCall[]
/** Of a client that only power admins see. */
let hidden: SubjectIds
/** Of a client that the standard admin sees. */
let own: SubjectIds
/** Of an archived client, and of an archived session of a client that is not archived. */
let archived: SubjectIds[]
const staff = new Map<string, Colleague>()
let client: PrincipalStatement

const as = (role: string): PrincipalStatement => {
  const colleague = staff.get(role)
  if (!colleague) throw new Error(`nobody is ${role}`)
  return colleague.as
}

beforeAll(async () => {
  core = await startCore({ STANDARD_SCOPE: 'own', ASSISTANT_SCOPE: 'own', AUDITOR_SCOPE: 'own' })
  for (const role of adminRoles) staff.set(role, await seedColleague(core, role))
  hidden = await seedSubject()
  const owned = await seedSession(core)
  own = { ...(await seedSubject(owned)), 'session-form': (await seedForm(core, owned)).id }
  await put(`/clients/${own.client}/owner`, { owner_id: staff.get('standard')?.admin.id })
  client = await openAsClient(core, owned.session)
  const [inClient, inSession] = [await seedSubject(), await seedSubject()]
  await put(`/clients/${inClient.client}/archived`, { archived: true })
  await put(`/session/${inSession['session-code']}/archived`, { archived: true })
  archived = [inClient, inSession]
  calls = routeCalls(core.app.declaredRoutes)
})
afterAll(() => core.close())

const put = async (url: string, payload: object) => {
  const answer = await core.ask(await core.admin(), { method: 'PUT', url, payload })
  expect([url, answer.statusCode]).toEqual([url, 200])
}

async function seedSubject(seeded?: SeededSession): Promise<SubjectIds> {
  const { admin, clientId, session } = seeded ?? (await seedSession(core))
  const payload = { session_id: session.id, title: 'Plan', type: 'Link', source: 'https://example.com/' }
  const form = (await core.ask(admin, { method: 'POST', url: '/sessionforms', payload })).json()
  const document = await uploadFile(core, clientId)
  return {
    client: clientId,
    session: session.id,
    'session-code': session.session_code,
    'session-form': form.id,
    document: document.id,
  }
}

/** All rows of clients. */
async function rows(): Promise<unknown> {
  const tables = [
    'clients',
    'client_notes',
    'policies',
    'carriers',
    'sessions',
    'session_forms',
    'documents',
    'proposals',
    'policy_proposals',
    'envelopes',
    'outbox_messages',
  ]
  const read = tables.map((table) => sql`SELECT * FROM ${sql.table(table)} ORDER BY id`.execute(core.app.db))
  return (await Promise.all(read)).map((result) => result.rows)
}

/** Calls routes about a subject, and compares each answer; no row may change. */
async function expectAnswers(
  routes: readonly RouteCall[],
  { by, about, answer }: { by: PrincipalStatement; about: SubjectIds; answer: [number, string] },
): Promise<void> {
  // A message of an earlier test is still being sent.
  await emptyOutbox(core)
  const before = await rows()
  const answers = []
  for (const route of routes) {
    const { statusCode, body } = await core.ask(by, route.requestFor(about))
    const code = statusCode === 400 ? body : /"code":"(\w+)"/.exec(body)?.[1]
    answers.push(`${route.address} ${statusCode} ${code}`)
  }
  expect(answers).toEqual(routes.map(({ address }) => `${address} ${answer.join(' ')}`))
  expect(await rows()).toEqual(before)
}

/** Nothing is sealed yet that a packet could hold, and no note has the id of the call. */
const answersOfNothing = new Map([
  ['GET /session/:code/packet', 409],
  ['GET /clients/:id/notes/:noteId/history', 404],
  // The other one is no record.
  ['GET /clients/:id/comparison/:otherId', 404],
  // Nobody has consented.
  ['GET /session/:code/consent', 404],
])

const forStaff = () => calls.filter(({ permission }) => permission !== undefined)
const withSubject = () => calls.filter(({ subject }) => subject !== 'none')
const mayCall = (role: (typeof adminRoles)[number], { permission }: RouteCall) =>
  permission !== undefined && hasPermission(role, permission, 'power')

describe('who may call each route', () => {
  it('given nobody who is logged in, when each route for others is called, then 401', async () => {
    const routes = calls.filter(({ allow }) => allow !== 'infrastructure' && !allow.includes('nobody'))
    expect(routes.length).toBeGreaterThan(100)
    await expectAnswers(routes, { by: nobody, about: hidden, answer: [401, 'NOT_SIGNED_IN'] })
  })

  it('given a client, when each route that is not for clients is called, also about its own session, then 404', async () => {
    const routes = calls.filter(({ allow }) => allow !== 'infrastructure' && !allow.includes('session'))
    await expectAnswers(routes, { by: client, about: own, answer: [404, 'NOT_FOUND'] })
  })

  it('given staff, when each route that is not for staff is called, then 403', async () => {
    const routes = calls.filter(({ allow }) => allow !== 'infrastructure' && !allow.includes('admin'))
    await expectAnswers(routes, { by: as('power'), about: own, answer: [403, 'FORBIDDEN'] })
  })

  it.each(adminRoles)(
    '[AC-06] given a %s, when each staff route is called, then 403 exactly without its permission',
    async (role) => {
      const refused = forStaff().filter((route) => !mayCall(role, route))
      await expectAnswers(refused, { by: as(role), about: own, answer: [403, 'FORBIDDEN'] })
      for (const route of forStaff().filter((each) => mayCall(role, each))) {
        if (endsLogin.has(route.address)) continue
        const answer = await core.ask(as(role), route.emptyRequest())
        // A change of second factors answers 403 with another code to those who may, until it is confirmed.
        const isForbidden = answer.statusCode === 403 && answer.json().code === 'FORBIDDEN'
        const isExpected = asksForMore.has(route.address) && !hasPermission(role, 'clients.export', 'power')
        expect([route.address, isForbidden]).toEqual([route.address, isExpected])
      }
    },
  )
})

describe('the subject of each route', () => {
  it.each(['standard', 'assistant', 'auditor'] as const)(
    '[AC-07] given a %s of own clients, when another’s client is named, then 404 and no row is changed',
    async (role) => {
      const routes = withSubject().filter((route) => mayCall(role, route))
      expect(routes.length).toBeGreaterThan(8)
      await expectAnswers(routes, { by: as(role), about: hidden, answer: [404, 'NOT_FOUND'] })
    },
  )

  it('given ids of no record, when each route changes anything by them, then 404', async () => {
    const writes = withSubject().filter((route) => route.method !== 'GET' && mayCall('power', route))
    const id = crypto.randomUUID()
    const about = { client: id, session: id, 'session-code': 'ZZZZZZZZZZZZ', 'session-form': id, document: id }
    await expectAnswers(writes, { by: as('power'), about, answer: [404, 'NOT_FOUND'] })
  })

  it('given a client, when the session or record of another is named, then 404 and no row is changed', async () => {
    const routes = withSubject().filter(({ allow }) => allow.includes('session'))
    expect(routes.length).toBeGreaterThan(15)
    await expectAnswers(routes, { by: client, about: hidden, answer: [404, 'NOT_FOUND'] })
  })

  it('given a client in the scope, when it is read by each route, then it is there', async () => {
    const reads = withSubject().filter((route) => route.method === 'GET' && mayCall('standard', route))
    for (const route of reads) {
      const expected = answersOfNothing.get(route.address) ?? 200
      const { statusCode } = await core.ask(as('standard'), route.requestFor(own))
      expect([route.address, statusCode]).toEqual([route.address, expected])
    }
  })

  it('[OF-10] given what is archived, when each route changes anything of it, then 409 says so and no row is changed', async () => {
    const writes = withSubject().filter(
      (route) => route.method !== 'GET' && !route.inArchive && mayCall('power', route),
    )
    expect(writes.length).toBeGreaterThan(20)
    const [ofClient, ofSession] = archived
    if (!ofClient || !ofSession) throw new Error('nothing is archived')
    await expectAnswers(writes, { by: as('power'), about: ofClient, answer: [409, 'WRONG_STATE'] })
    const inSession = writes.filter(({ subject }) => subject !== 'none' && subject.kind.startsWith('session'))
    await expectAnswers(inSession, { by: as('power'), about: ofSession, answer: [409, 'WRONG_STATE'] })
  })

  it('given a route without a subject, when its path, parameters and fields are read, then none names a client or a session', () => {
    const naming = calls.filter(({ address, subject, fields }) => {
      const name = /^(client|session|session_?form|document)_?(id|code)s?$|^code$/i
      const path = /\/(clients?|session|sessionforms|documents)\/(\w+\/)?:/
      return subject === 'none' && (path.test(address) || fields.some((field) => name.test(field)))
    })
    expect(naming.map(({ address }) => address).filter((address) => !(address in namesNoSubject))).toEqual([])
  })
})
