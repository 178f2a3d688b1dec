import type { Carrier } from '@agency/contract/carriers'
import { newIdempotencyKey } from '@agency/contract/idempotency'
import type { PolicyProposal } from '@agency/contract/policy-proposals'
import type { PrincipalStatement } from '@agency/contract/principal'
import type { Session } from '@agency/contract/sessions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '../../../test/audit-events.ts'
import { type Core, startCore } from '../../../test/core.ts'
import { field, placeFields, readFilled, seedFilling, sign } from '../../../test/form-field-fixtures.ts'
import { addForm } from '../../../test/library-fixtures.ts'
import { seedCarrier } from '../../../test/policy-fixtures.ts'
import { openAsClient, passcode, type SeededSession, seedClient, seedForm } from '../../../test/session-fixtures.ts'
import { type Colleague, seedColleague } from '../../../test/staff-fixtures.ts'
import type { WrittenPolicy } from '../../library/form-fields/record-field.ts'
import { requireSessionForm } from '../../sessions/session-forms/session-form-service.ts'
import { proposePolicy } from './policy-proposal-service.ts'

let core: Core
let admin: PrincipalStatement
let assistant: Colleague
let carrier: Carrier
const address = '198.51.100.7'
beforeAll(async () => {
  core = await startCore()
  admin = await core.admin()
  assistant = await seedColleague(core, 'assistant')
  carrier = await seedCarrier(core, 'Florida Blue')
  const old = await seedCarrier(core, 'Old Life')
  await core.ask(admin, { method: 'PATCH', url: `/carriers/${old.id}`, payload: { archived: true } })
})
afterAll(() => core.close())

const whole = {
  carrier_id: [' FLORIDA  blue, Inc.'],
  product: ['BlueCare'],
  number: ['H-0048 1207'],
  premium: ['$1,412.5'],
}

/** A client with a document that says this of a policy, as signing proposes it. */
async function seedProposed(written: WrittenPolicy = whole) {
  const clientId = await seedClient(core, admin)
  const payload = { client_id: clientId, session_type: 'onboarding', passcode }
  const session: Session = (await core.ask(admin, { method: 'POST', url: '/session', payload })).json()
  const form = await seedForm(core, { admin, clientId, session })
  const { db, cipher } = core.app
  const principal = { kind: 'session', portalSessionId: session.id, sessionId: session.id, clientId, address } as const
  await proposePolicy({ db, cipher, principal }, await requireSessionForm(db, form.id), written)
  return { admin, clientId, session }
}

const urlOf = ({ clientId }: Pick<SeededSession, 'clientId'>) => `/clients/${clientId}/policy-proposals`
const ask = async (of: SeededSession, as = admin): Promise<PolicyProposal[]> =>
  (await core.ask(as, { method: 'GET', url: urlOf(of) })).json().proposals
const policies = async (clientId: string) =>
  (await core.ask(admin, { method: 'GET', url: `/clients/${clientId}/policies` })).json().policies
const decide = (of: SeededSession, how: string, { payload = {}, as = admin, headers = {} } = {}) =>
  core.ask(as, { method: 'POST', url: `${urlOf(of)}/${how}`, payload, headers })
const body = (values: object = {}) => ({ carrier_id: carrier.id, line: 'health', status: 'submitted', ...values })
const eventsOf = async ({ clientId }: SeededSession) => {
  const { events } = (await core.ask(admin, { method: 'GET', url: `/audit?client_id=${clientId}` })).json()
  return events.filter(({ action }: { action: string }) => action.startsWith('policy.'))
}
const numberOf = async (clientId: string, id: string) => {
  const url = `/clients/${clientId}/policies/${id}/reveals`
  return (await core.ask(admin, { method: 'POST', url, payload: { fields: ['number'] } })).json().values.number
}

describe('[PY-13] a policy that a signed document names', () => {
  it('given fields of a policy, when signed, then one waits as a policy would hold it, and nothing else is stored @full', async () => {
    const of = (name: string, changes: object = {}) => field({ binding: `policy_${name}`, ...changes })
    const [name, plan, again, number, premium] = [
      of('carrier'),
      of('product'),
      of('product'),
      of('number'),
      of('premium'),
    ]
    const begins = of('effective_date', { kind: 'date' })
    const agent = of('writing_agent', { for: 'agent', preset: 'Ana Lima' })
    const fields = [name, plan, again, number, premium, begins, agent, of('member_id')]
    const filling = await seedFilling(core, fields, { current_health_plan_name: 'Record Plan' })
    const shown = (await readFilled(core, filling)).map(({ value }) => value)
    expect(new Set(shown)).toEqual(new Set([null, 'Ana Lima']))
    const texts = {
      [name.id]: 'florida  BLUE ',
      [plan.id]: 'BlueCare',
      [again.id]: ' BlueCare',
      [number.id]: 'H-0048 1207',
    }
    const values = { ...texts, [premium.id]: '$1,412.5', [begins.id]: '2026-01-01' }
    expect((await sign(core, filling, { values })).statusCode).toBe(200)
    const [proposal, ...others] = await ask(filling)
    expect([proposal, others]).toMatchObject([
      { session_form_id: filling.form.id, session_id: filling.session.id, document: 'Application' },
      [],
    ])
    expect(Object.fromEntries((proposal?.fields ?? []).map((of) => [of.field, of.value]))).toEqual({
      carrier_id: carrier.id,
      product: 'BlueCare',
      number: '••••1207',
      effective_date: '2026-01-01',
      premium: '1412.50',
      writing_agent: 'Ana Lima',
    })
    expect(await policies(filling.clientId)).toEqual([])
    const url = `/clients/${filling.clientId}/proposals`
    expect((await core.ask(admin, { method: 'GET', url })).json().proposals).toEqual([])
    const said = ['carrier_id', 'product', 'number', 'premium', 'effective_date', 'writing_agent']
    const [event, ...more] = await eventsOf(filling)
    expect(more).toEqual([])
    expect(event).toMatchObject({ action: 'policy.proposed', fields: said, subject_id: filling.form.id })
  })

  it.each<[string, WrittenPolicy, WrittenPolicy?]>([
    ['a carrier that is not known', { carrier_id: ['Florida Red'] }],
    ['an archived carrier', { carrier_id: ['old life'] }],
    ['an amount in words', { premium: ['about 400'] }],
    ['a plan that is too long', { product: ['x'.repeat(201)] }],
    ['two different texts', { product: ['Gold', 'Silver'] }],
    ['two numbers', { number: ['H-0048 1207', 'H-0048 9999'] }, { number: ['••••1207', '••••9999'] }],
    ['a mask', { member_id: ['••••9999'] }],
  ])(
    'given %s, when it waits, then it is shown as written, and no value is guessed',
    async (_, written, shown = written) => {
      const [proposal] = await ask(await seedProposed(written))
      const [entry] = Object.entries(shown)
      expect(proposal?.fields).toEqual([{ field: entry?.[0], written: entry?.[1], value: null }])
    },
  )

  it('given one that waits, when the clients with proposals are listed and counted, then its client is among them until it is decided @full', async () => {
    const ask = async (url: string) => (await core.ask(admin, { method: 'GET', url })).json()
    const listed = async () => (await ask('/clients?proposals=open')).map(({ id }: { id: string }) => id)
    const count = async () => (await ask('/clients/today?date=2026-01-31')).proposals
    const before = await count()
    const filling = await seedProposed()
    expect([await count(), (await listed()).includes(filling.clientId)]).toEqual([before + 1, true])
    const [proposal] = (await ask(urlOf(filling))).proposals
    await decide(filling, `${proposal.id}/dismiss`)
    expect([await count(), (await listed()).includes(filling.clientId)]).toEqual([before, false])
  })

  it('given a document that says nothing of a policy, when signed, then nothing waits', async () => {
    const silent = await seedProposed({})
    expect([await ask(silent), await eventsOf(silent)]).toEqual([[], []])
  })

  it.each([
    [{ binding: 'policy_effective_date' }, 'must not be a date, since this field is a text'],
    [{ kind: 'date', binding: 'policy_premium' }, expect.stringMatching(/^must be a date/)],
    [{ kind: 'checkbox', binding: 'policy_carrier' }, 'cannot be set for a checkbox field'],
    [{ binding: 'policy_notes' }, 'is not a field of the client record or of a policy'],
  ] as const)('given %j, when placed, then 400 says why', async (changes, message) => {
    const { id } = await addForm(core)
    const answer = await placeFields(core, id, [field(changes)])
    expect([answer.statusCode, answer.json().details]).toEqual([400, [{ field: 'fields.0.binding', message }]])
  })
})

describe('[PY-14] the decision on a proposed policy', () => {
  it('given masks sent back, when added, then the policy has the whole number, once, and nothing waits any more @full', async () => {
    const filling = await seedProposed()
    const id = (await ask(filling))[0]?.id
    const headers = { 'idempotency-key': newIdempotencyKey() }
    const payload = body({ number: '••••1207', premium: '1412.50' })
    const added = await decide(filling, `${id}/accept`, { payload, headers })
    expect([added.statusCode, added.headers.etag]).toEqual([201, '"1"'])
    expect(added.json()).toMatchObject({ carrier_name: 'Florida Blue', number: '••••1207', premium: '1412.50' })
    expect(await numberOf(filling.clientId, added.json().id)).toBe('H-0048 1207')
    expect((await decide(filling, `${id}/accept`, { payload, headers })).json()).toEqual(added.json())
    expect((await decide(filling, `${id}/accept`, { payload })).json().code).toBe('WRONG_STATE')
    expect((await decide(filling, `${id}/dismiss`)).json().code).toBe('WRONG_STATE')
    expect(await policies(filling.clientId)).toHaveLength(1)
    expect(await ask(filling)).toEqual([])
    const actions = (await eventsOf(filling)).map(({ action }: { action: string }) => action)
    for (const action of ['policy.proposal-accepted', 'policy.added'])
      expect(actions.filter((each: string) => each === action)).toHaveLength(1)
    const trail = JSON.stringify(await auditEvents(core.app.db).selectAll().execute())
    for (const value of ['H-0048 1207', '1412.50', 'BlueCare']) expect(trail).not.toContain(value)
  })

  it('given who may not see numbers, when added without them, then they are those of the document; others are refused @full', async () => {
    const filling = await seedProposed()
    const id = (await ask(filling, assistant.as))[0]?.id
    for (const number of ['X-1', null]) {
      const refused = await decide(filling, `${id}/accept`, { payload: body({ number }), as: assistant.as })
      expect([refused.statusCode, refused.json().details[0].field]).toEqual([400, 'number'])
    }
    expect(await ask(filling)).toHaveLength(1)
    const added = await decide(filling, `${id}/accept`, { payload: body(), as: assistant.as })
    expect(await numberOf(filling.clientId, added.json().id)).toBe('H-0048 1207')
  })

  it('given another number, or an emptied one, when added, then that is the policy’s @full', async () => {
    for (const number of ['B-77', null]) {
      const filling = await seedProposed()
      const payload = body({ number })
      const { id } = (await decide(filling, `${(await ask(filling))[0]?.id}/accept`, { payload })).json()
      expect(await numberOf(filling.clientId, id)).toBe(number)
    }
  })

  it('given a policy that is refused, when added, then it waits on @full', async () => {
    const filling = await seedProposed()
    const url = `${(await ask(filling))[0]?.id}/accept`
    const refused = await decide(filling, url, { payload: body({ carrier_id: crypto.randomUUID() }) })
    expect([refused.statusCode, refused.json().details[0].field]).toEqual([400, 'carrier_id'])
    expect([await ask(filling), await policies(filling.clientId)]).toMatchObject([[{}], []])
  })

  it('given one that is dismissed, and again, when added after that, then 409, and no policy is there @full', async () => {
    const filling = await seedProposed()
    const id = (await ask(filling))[0]?.id
    for (let times = 0; times < 2; times++)
      expect((await decide(filling, `${id}/dismiss`)).json()).toEqual({ proposals: [] })
    expect((await decide(filling, `${id}/accept`, { payload: body() })).json().code).toBe('WRONG_STATE')
    expect(await policies(filling.clientId)).toEqual([])
    const actions = (await eventsOf(filling)).map(({ action }: { action: string }) => action)
    expect(actions.toSorted()).toEqual(['policy.proposal-dismissed', 'policy.proposed'])
  })

  it('given another client’s, or none, when decided, then 404, and it waits on; clients may not @full', async () => {
    const filling = await seedProposed()
    const id = (await ask(filling))[0]?.id
    const astray = { ...filling, clientId: await seedClient(core, admin) }
    const as = await openAsClient(core, filling.session)
    for (const how of ['accept', 'dismiss']) {
      const payload = how === 'accept' ? body() : {}
      expect((await decide(astray, `${id}/${how}`, { payload })).statusCode).toBe(404)
      expect((await decide(filling, `${crypto.randomUUID()}/${how}`, { payload })).statusCode).toBe(404)
      expect((await decide(filling, `${id}/${how}`, { payload, as })).statusCode).toBe(404)
    }
    expect([await ask(filling), await ask(astray)]).toMatchObject([[{}], []])
  })
})
