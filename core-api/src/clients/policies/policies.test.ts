import type { Carrier } from '@agency/contract/carriers'
import { newIdempotencyKey } from '@agency/contract/idempotency'
import type { PrincipalStatement } from '@agency/contract/principal'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { seedCarrier, seedPolicy } from '../../../test/policy-fixtures.ts'
import { seedClient, uploadFile } from '../../../test/session-fixtures.ts'
import { type Colleague, seedColleague } from '../../../test/staff-fixtures.ts'

let core: Core
let admin: PrincipalStatement
let assistant: Colleague
let carrier: Carrier
let clientId: string
beforeAll(async () => {
  core = await startCore()
  admin = await core.admin()
  assistant = await seedColleague(core, 'assistant')
  carrier = await seedCarrier(core, 'Ambetter', { lines: ['health'], portal: 'https://agents.example.com/' })
  clientId = await seedClient(core, admin)
})
afterAll(() => core.close())

const urlOf = (client: string) => `/clients/${client}/policies`
const seed = (values: object = {}, client = clientId) => seedPolicy(core, { client, carrier: carrier.id }, values)
const add = (payload: object, { as = admin, client = clientId } = {}) =>
  core.ask(as, {
    method: 'POST',
    url: urlOf(client),
    payload: { carrier_id: carrier.id, line: 'health', status: 'active', ...payload },
  })
const change = (id: string, payload: object, { as = admin, client = clientId, headers = {} } = {}) =>
  core.ask(as, { method: 'PATCH', url: `${urlOf(client)}/${id}`, payload, headers })
const remove = (id: string, { as = admin, client = clientId } = {}) =>
  core.ask(as, { method: 'DELETE', url: `${urlOf(client)}/${id}` })
const reveal = (id: string, fields: string[], { as = admin, client = clientId } = {}) =>
  core.ask(as, { method: 'POST', url: `${urlOf(client)}/${id}/reveals`, payload: { fields } })
const list = async (client = clientId) => (await core.ask(admin, { method: 'GET', url: urlOf(client) })).json().policies
const eventsOf = async (id: string) =>
  (await core.ask(admin, { method: 'GET', url: `/audit?subject_id=${id}` }))
    .json()
    .events.map(({ action, fields }: { action: string; fields: string[] }) => [action, fields])

const whole = {
  product: ' Balanced Care 12 ',
  number: 'AMB-0048-1207',
  member_id: 'U 7781 4093',
  application_id: 'APP-1',
  status_date: '2026-01-02',
  status_reason: 'Effectuated',
  submitted_date: '2025-12-01',
  effective_date: '2026-01-01T00:00:00.000Z',
  term_date: '2026-12-31',
  renewal_date: '2027-01-01',
  premium: 1412.5,
  subsidy: '900',
  net_premium: '512.50',
  mode: 'Monthly',
  binder_paid_date: '2025-12-20',
  covered: [
    { who: 'client', name: null, dob: null },
    { who: 'dep1', name: 'ignored', dob: null },
    { who: 'dep1', name: null, dob: null },
    { who: 'other', name: ' Rosa Lima ', dob: '1950-02-03' },
  ],
  writing_agent: 'Ana Lima',
  agent_of_record: 'Rui Melo',
  notes: 'Calls in the morning',
}

describe('[PY-01] a policy of a client', () => {
  it('given all of its fields, when added, then it is listed with exact amounts, plain dates, people and masks', async () => {
    const client = await seedClient(core, admin)
    const document = await uploadFile(core, client)
    const answer = await add({ ...whole, document_ids: [document.id] }, { client })
    expect(answer.statusCode).toBe(201)
    const policy = answer.json()
    expect(answer.headers.etag).toBe('"1"')
    expect(policy).toMatchObject({
      carrier_name: 'Ambetter',
      product: 'Balanced Care 12',
      number: '••••1207',
      member_id: '••••4093',
      effective_date: '2026-01-01',
      premium: '1412.50',
      subsidy: '900.00',
      net_premium: '512.50',
      mode: 'monthly',
      covered: [
        { who: 'client', name: null, dob: null },
        { who: 'dep1', name: null, dob: null },
        { who: 'other', name: 'Rosa Lima', dob: '1950-02-03' },
      ],
      document_ids: [document.id],
      notes: 'Calls in the morning',
      history: [{ status: 'active', date: '2026-01-02', reason: 'Effectuated', recorded_by_name: expect.any(String) }],
      version: 1,
    })
    expect(await list(client)).toEqual([policy])
  })

  it('given several, when listed, then active ones are first, and each part is newest first @full', async () => {
    const client = await seedClient(core, admin)
    for (const [product, status, effective_date] of [
      ['old', 'terminated', '2025-01-01'],
      ['now', 'active', '2026-01-01'],
      ['next', 'pending', '2027-01-01'],
      ['dental', 'active', '2026-03-01'],
      ['undated', 'active', null],
    ])
      await seed({ product, status, effective_date }, client)
    const products = (await list(client)).map(({ product }: { product: string }) => product)
    expect(products).toEqual(['dental', 'now', 'undated', 'next', 'old'])
  })

  it.each([
    ['a premium in thousandths', { premium: '12.345' }, 'premium'],
    ['a negative premium', { premium: '-1' }, 'premium'],
    ['another line', { line: 'pet' }, 'line'],
    ['a day that does not exist', { effective_date: '2026-02-30' }, 'effective_date'],
    ['a mask as the number', { number: '••••1207' }, 'number'],
    ['somebody without a name', { covered: [{ who: 'other', name: ' ', dob: null }] }, 'covered'],
    ['no carrier of that id', { carrier_id: crypto.randomUUID() }, 'carrier_id'],
    ['a document of nobody', { document_ids: [crypto.randomUUID()] }, 'document_ids'],
    ['an unknown field', { premiums: '1' }, 'premiums'],
  ])('given %s, when added, then 400 names the field, and nothing is stored', async (_, payload, field) => {
    const client = await seedClient(core, admin)
    const answer = await add(payload, { client })
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining(field)])
    expect(await list(client)).toEqual([])
  })

  it('given one idempotency key, when added twice, then there is one', async () => {
    const client = await seedClient(core, admin)
    const payload = { carrier_id: carrier.id, line: 'dental', status: 'quoted' }
    const headers = { 'idempotency-key': newIdempotencyKey() }
    const ask = () => core.ask(admin, { method: 'POST', url: urlOf(client), payload, headers })
    const [first, second] = [await ask(), await ask()]
    expect(second.json()).toEqual(first.json())
    expect(await list(client)).toHaveLength(1)
  })
})

describe('[PY-02] the statuses of a policy', () => {
  it('given another status, when saved, then it is added to the history, and its date may not be before the present one', async () => {
    const { id } = await seed({ status: 'submitted', status_date: '2026-01-10', status_reason: 'By portal' })
    const early = await change(id, { status: 'pending', status_date: '2026-01-09' })
    expect([early.statusCode, early.body]).toEqual([400, expect.stringContaining('before 01/10/2026')])
    const now = (await change(id, { status: 'pending', status_date: '2026-01-12' })).json()
    expect(now).toMatchObject({ status: 'pending', status_date: '2026-01-12', status_reason: null })
    expect(now.history).toMatchObject([
      { status: 'pending', date: '2026-01-12', reason: null },
      { status: 'submitted', date: '2026-01-10', reason: 'By portal' },
    ])
  })

  it('given a wrong date or reason, when corrected, then the last entry changes and none is added', async () => {
    const { id } = await seed({ status: 'submitted', status_date: '2026-01-10' })
    await change(id, { status: 'declined', status_date: '2026-02-10' })
    const corrected = (await change(id, { status_date: '2026-02-11', status_reason: 'Income' })).json()
    expect(corrected.history).toMatchObject([
      { status: 'declined', date: '2026-02-11', reason: 'Income' },
      { status: 'submitted', date: '2026-01-10' },
    ])
    expect((await change(id, { status_date: '2026-01-01' })).statusCode).toBe(400)
  })

  it('given another status without a date, when saved, then it begins today', async () => {
    const { id } = await seed({ status: 'submitted', status_date: '2026-01-10' })
    const today = new Date().toISOString().slice(0, 10)
    expect((await change(id, { status: 'active' })).json().status_date).toBe(today)
  })
})

describe('[PY-03] two people who edit a policy', () => {
  it('given a colleague’s change, when a stale one is saved, then other fields merge, and the same field is 409 with theirs', async () => {
    const { id, version } = await seed({ premium: '400', product: 'Silver' })
    await change(id, { premium: '410.1' }, { as: assistant.as })
    const stale = { headers: { 'if-match': `"${version}"` } }
    const refused = await change(id, { premium: '420' }, stale)
    expect([refused.statusCode, refused.json().current.premium]).toEqual([409, '410.10'])
    expect((await change(id, { product: 'Gold' }, stale)).json()).toMatchObject({ premium: '410.10', product: 'Gold' })
  })

  it('given a conflict, when answered, then no number of the policy is in it', async () => {
    const { id, version } = await seed({ number: 'AMB00481207' })
    await change(id, { number: 'AMB00489999' })
    const refused = await change(id, { number: 'AMB00480000' }, { headers: { 'if-match': `"${version}"` } })
    expect([refused.statusCode, refused.json().current.number]).toEqual([409, null])
    expect(refused.body).not.toContain('AMB0048')
  })

  it('given a status that a colleague changed, when a reason for the former one is saved, then 409', async () => {
    const { id, version } = await seed({ status: 'pending' })
    await change(id, { status: 'active' })
    const stale = { headers: { 'if-match': `"${version}"` } }
    expect((await change(id, { status_reason: 'Waits for income' }, stale)).statusCode).toBe(409)
  })

  it('given a whole policy that is sent back with its masks, when one field differs, then that field alone is changed', async () => {
    const policy = await seed(whole)
    const changed = await change(policy.id, { ...policy, product: 'Other' })
    expect([changed.statusCode, changed.json()]).toMatchObject([
      200,
      { product: 'Other', number: '••••1207', version: 2 },
    ])
    expect((await reveal(policy.id, ['number'])).json()).toEqual({ values: { number: 'AMB-0048-1207' } })
    expect((await eventsOf(policy.id)).at(1)).toEqual(['policy.changed', ['product']])
  })
})

describe('[PY-04] the numbers of a policy', () => {
  it('given numbers, when revealed, then their values are answered, and the trail says which', async () => {
    const { id } = await seed({ number: 'AMB00481207' })
    expect((await reveal(id, ['number', 'member_id'])).json()).toEqual({
      values: { number: 'AMB00481207', member_id: null },
    })
    expect((await eventsOf(id)).at(0)).toEqual(['policy.number-shown', ['number', 'member_id']])
  })

  it('given an assistant, when numbers are revealed or written, then 403 and 400, and other fields are theirs', async () => {
    const { id } = await seed({ number: 'AMB00481207' })
    const { as } = assistant
    expect((await reveal(id, ['number'], { as })).statusCode).toBe(403)
    const refused = await change(id, { number: 'AMB1', product: 'x' }, { as })
    expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining('number')])
    expect((await add({ member_id: 'U1' }, { as })).statusCode).toBe(400)
    expect((await change(id, { product: 'Gold', member_id: null }, { as })).json().product).toBe('Gold')
  })

  it('given policies, when stored, then no table and no trail has a number, a person, a note or a reason of them', async () => {
    const text = {
      number: 'secret-one',
      application_id: 'secret-eight',
      member_id: 'secret-two',
      notes: 'secret-three',
      status_reason: 'secret-four',
    }
    const { id } = await seed({ ...text, covered: [{ who: 'other', name: 'secret-five', dob: null }] })
    await change(id, { number: 'secret-six', status: 'lapsed', status_reason: 'secret-seven' })
    await reveal(id, ['number'])
    const { rows } = await sql<{ text: string }>`SELECT concat(
      (SELECT string_agg(p::text, '') FROM policies p), (SELECT string_agg(s::text, '') FROM policy_statuses s),
      (SELECT string_agg(f::text, '') FROM former_values f), (SELECT string_agg(e::text, '') FROM audit_events e)
    ) AS text`.execute(core.app.db)
    expect(rows[0]?.text).not.toContain('secret')
    expect(rows[0]?.text).not.toContain(Buffer.from('secret').toString('hex'))
  })
})

describe('[PY-05] whose policy it is', () => {
  it('given the policy of another client, when it is named under this one, then 404 and it stays', async () => {
    const client = await seedClient(core, admin)
    const policy = await seed({}, client)
    for (const answer of [
      await change(policy.id, { product: 'x' }),
      await remove(policy.id),
      await reveal(policy.id, ['number']),
    ])
      expect(answer.statusCode).toBe(404)
    expect(await list(client)).toEqual([policy])
  })

  it('given a document of another client, when a policy names it, then 400', async () => {
    const { id } = await uploadFile(core, await seedClient(core, admin))
    expect((await add({ document_ids: [id] })).statusCode).toBe(400)
  })

  it('given a deleted policy, when it is named, then 404; no list has it, its row stays, and the trail says who', async () => {
    const client = await seedClient(core, admin)
    const { id } = await seed({ product: '', premium: null, covered: [], document_ids: [] }, client)
    expect((await remove(id, { client })).statusCode).toBe(204)
    expect(await list(client)).toEqual([])
    for (const answer of [await change(id, {}, { client }), await remove(id, { client })])
      expect(answer.statusCode).toBe(404)
    const kept = await core.app.db.selectFrom('policies').select('deleted_at').where('id', '=', id).execute()
    expect(kept).toEqual([{ deleted_at: expect.any(String) }])
    expect(await eventsOf(id)).toEqual([
      ['policy.deleted', []],
      ['policy.added', ['carrier_id', 'line', 'status']],
    ])
  })

  it('given a client that is deleted for good, when it is gone, then its policies and their statuses are too', async () => {
    const client = await seedClient(core, admin)
    const { id } = await seed({}, client)
    await core.ask(admin, { method: 'PUT', url: `/clients/${client}/archived`, payload: { archived: true } })
    const payload = { confirmation: 'Inês Gonçalves' }
    expect((await core.ask(admin, { method: 'DELETE', url: `/clients/${client}`, payload })).statusCode).toBe(204)
    const { rows } = await sql`SELECT id FROM policies WHERE client_id = ${client}
      UNION ALL SELECT id FROM policy_statuses WHERE policy_id = ${id}`.execute(core.app.db)
    expect(rows).toEqual([])
  })
})

describe('[PY-06] carriers', () => {
  const put = (id: string, payload: object, headers = {}) =>
    core.ask(admin, { method: 'PATCH', url: `/carriers/${id}`, payload, headers })

  it('given a name that another has in other letters, when added or renamed, then 400 says so', async () => {
    const { id } = await seedCarrier(core, 'Florida Blue')
    for (const name of ['florida  blue', 'FLORIDA-BLUE', ' Flórida Blue', 'FloridaBlue Insurance Co., Inc.']) {
      const answer = await core.ask(admin, { method: 'POST', url: '/carriers', payload: { name } })
      const details = [{ field: 'name', message: 'is that of the carrier Florida Blue' }]
      expect([answer.statusCode, answer.json().details]).toEqual([400, details])
    }
    const other = await seedCarrier(core, 'Oscar')
    expect((await put(other.id, { name: 'florida blue' })).statusCode).toBe(400)
    expect((await put(id, { name: 'FLORIDA BLUE', phone: ' ' })).json()).toMatchObject({
      name: 'FLORIDA BLUE',
      phone: null,
    })
  })

  it('given an archived carrier, when a policy is given it, then 400; policies that name it stay as they are', async () => {
    const molina = await seedCarrier(core, 'Molina')
    const policy = await seedPolicy(core, { client: clientId, carrier: molina.id })
    expect((await put(molina.id, { archived: true })).json().archived).toBe(true)
    const again = await core.ask(admin, { method: 'POST', url: '/carriers', payload: { name: 'Molina, Inc.' } })
    expect(again.json().details[0].message).toBe('is that of the archived carrier Molina; restore it')
    expect((await add({ carrier_id: molina.id })).statusCode).toBe(400)
    expect((await change(policy.id, { carrier_id: molina.id, product: 'Gold' })).json()).toMatchObject({
      product: 'Gold',
      carrier_name: 'Molina',
    })
    const { carriers } = (await core.ask(admin, { method: 'GET', url: '/carriers' })).json()
    expect(carriers.map(({ name }: Carrier) => name)).toContain('Molina')
  })

  it('given a portal that is no web address, when saved, then 400; a stale edit of the same field is 409', async () => {
    const { id, version } = await seedCarrier(core, 'Cigna')
    expect((await put(id, { portal: 'javascript:alert(1)' })).statusCode).toBe(400)
    await put(id, { code: 'A-1' })
    expect((await put(id, { code: 'A-2' }, { 'if-match': `"${version}"` })).statusCode).toBe(409)
    expect(await eventsOf(id)).toEqual([
      ['carrier.changed', ['code']],
      ['carrier.added', ['name']],
    ])
  })
})
