import type { PolicyListItem } from '@agency/contract/policies'
import type { PrincipalStatement } from '@agency/contract/principal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { seedCarrier, seedPolicy } from '../../../test/policy-fixtures.ts'
import { seedClient } from '../../../test/session-fixtures.ts'
import { type Colleague, seedColleague } from '../../../test/staff-fixtures.ts'
import { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { keyringOf } from '../../platform/encryption/keyring.ts'
import { searchKeysOf } from './policy-values.ts'
import { countPolicyKeysLeft, renewPolicyKeys } from './renew-policy-keys.ts'

let core: Core
let admin: PrincipalStatement
let owner: Colleague
let assistant: Colleague
/** Ids of clients and carriers by name. */
const ids: Record<string, string> = {}
const today = '2026-06-15'

beforeAll(async () => {
  core = await startCore({ STANDARD_SCOPE: 'own' })
  admin = await core.admin()
  owner = await seedColleague(core, 'standard')
  assistant = await seedColleague(core, 'assistant')
  for (const name of ['Ambetter', 'Florida Blue']) ids[name] = (await seedCarrier(core, name)).id
  for (const [first, last, plan] of [
    ['Ana', 'Zamora', 'Ambetter Balanced Care'],
    ['Bruno', 'Araújo', null],
    ['Carla', 'Mendes', null],
  ] as const) {
    const names = { client_first_name: first, client_last_name: last }
    ids[first] = await seedClient(core, admin, { ...names, current_health_plan_name: plan })
  }
  const payload = { owner_id: owner.admin.id }
  await core.ask(admin, { method: 'PUT', url: `/clients/${ids.Bruno}/owner`, payload })
  const add = (client: string, carrier: string, values: object) =>
    seedPolicy(core, { client: ids[client] ?? '', carrier: ids[carrier] ?? '' }, values)
  await add('Ana', 'Ambetter', {
    ...{ product: 'Balanced Care', number: 'AMB-0048-1207', effective_date: '2026-01-01', renewal_date: '2026-07-01' },
    ...{ premium: '400', binder_paid_date: '2026-01-02' },
  })
  await add('Ana', 'Florida Blue', {
    ...{ product: 'BlueDental', line: 'dental', effective_date: '2025-01-01', term_date: '2026-08-20', premium: '30' },
    binder_paid_date: '2025-01-01',
  })
  await add('Bruno', 'Florida Blue', {
    ...{
      product: 'Silver 70',
      status: 'pending',
      status_date: '2026-05-20',
      effective_date: '2026-06-01',
      premium: '99.5',
    },
    member_id: 'XJ77124093',
  })
  await add('Carla', 'Ambetter', {
    ...{ product: 'Free Care', status: 'submitted', status_date: '2026-06-14', premium: '300', subsidy: '300' },
    renewal_date: null,
  })
})
afterAll(() => core.close())

const list = (query: string, as = admin) => core.ask(as, { method: 'GET', url: `/policies?date=${today}&${query}` })
const productsOf = async (query: string, as = admin) =>
  (await list(query, as)).json().map(({ product }: PolicyListItem) => product)

describe('[PY-07] the list of policies', () => {
  it.each([
    ['', ['Silver 70', 'Balanced Care', 'BlueDental', 'Free Care']],
    ['sort=effective_date&order=asc', ['BlueDental', 'Balanced Care', 'Silver 70', 'Free Care']],
    ['sort=premium&order=desc', ['Balanced Care', 'Free Care', 'Silver 70', 'BlueDental']],
    ['sort=renewal_date&order=asc&limit=1', ['Balanced Care']],
    ['status=pending', ['Silver 70']],
    ['line=dental', ['BlueDental']],
    ['effective_from=2025-12-31&effective_to=2026-01-31', ['Balanced Care']],
    ['renewal_from=2026-06-01&renewal_to=2026-07-01', ['Balanced Care']],
    ['limit=2&offset=2', ['BlueDental', 'Free Care']],
  ])('given the query %s, when listed, then these in this order', async (query, products) => {
    expect(await productsOf(query)).toEqual(products)
  })

  it('given clients, when sorted by them, then by last name; a carrier is a filter, and the total is that of all pages', async () => {
    const clients = (await list('sort=client&limit=3')).json().map((row: PolicyListItem) => row.client_last_name)
    expect(clients).toEqual(['Araújo', 'Mendes', 'Zamora'])
    const answer = await list(`carrier_id=${ids.Ambetter}&limit=1`)
    expect([answer.json().length, answer.headers['x-total-count']]).toEqual([1, '2'])
    expect((await list('offset=10000')).statusCode).toBe(400)
  })

  it.each([
    ['ambetter', ['Balanced Care', 'Free Care']],
    ['araujo', ['Silver 70']],
    ['ANA florida', ['BlueDental']],
    ['ambetter zamora', ['Balanced Care']],
    ['zamora ana ambetter balanced', ['Balanced Care']],
    ['ambetter araujo', []],
    ['mendes care ambetter free', ['Free Care']],
    ['blue den', ['BlueDental']],
    ['silver', ['Silver 70']],
    ['a', ['Silver 70', 'Balanced Care', 'BlueDental', 'Free Care']],
    ['amb 0048-1207', ['Balanced Care']],
    ['1207', ['Balanced Care']],
    ['4093', ['Silver 70']],
    ['xj77124093', ['Silver 70']],
    ['0048', []],
    ['nobody', []],
    ['%', []],
    ['zamora 1207', ['Balanced Care']],
    ['1207 ambetter ana', ['Balanced Care']],
    ['zamora 4093', []],
  ])('[PY-07] given the search “%s”, when listed, then these', async (q, products) => {
    expect(await productsOf(`q=${encodeURIComponent(q)}`)).toEqual(products)
  })

  it('given a row, when listed, then its number is a mask', async () => {
    expect((await list('q=balanced')).json()[0]).toMatchObject({ number: '••••1207', client_first_name: 'Ana' })
  })
})

describe('[PY-08] the views that are there from the start', () => {
  it.each([
    ['due_30', ['Balanced Care']],
    ['due_60', ['Balanced Care']],
    ['due_90', ['Balanced Care', 'BlueDental']],
    // Nothing is owed for Free Care, and the others are paid.
    ['binder_unpaid', ['Silver 70']],
    ['pending_long', ['Silver 70']],
  ])('given the view %s, when listed, then these', async (view, products) => {
    expect(await productsOf(`view=${view}`)).toEqual(products)
  })

  it('given a policy that is due, when the client has that of its next term, then it is due no longer, unless that one ended', async () => {
    const next = { product: 'Next', status: 'pending', effective_date: '2026-07-01' }
    const policy = await seedPolicy(core, { client: ids.Ana ?? '', carrier: ids['Florida Blue'] ?? '' }, next)
    expect(await productsOf('view=due_60')).toEqual([])
    const set = (values: { status: 'declined' } | { deleted_at: string }) =>
      core.app.db.updateTable('policies').set(values).where('id', '=', policy.id).execute()
    await set({ status: 'declined' })
    expect(await productsOf('view=due_60')).toEqual(['Balanced Care'])
    await set({ deleted_at: new Date().toISOString() })
  })

  it('given a policy that is pending for 14 days, when the day after comes, then it is in the view', async () => {
    const on = async (date: string) =>
      (await core.ask(admin, { method: 'GET', url: `/policies?view=pending_long&date=${date}` })).json().length
    expect([await on('2026-06-03'), await on('2026-06-04')]).toEqual([0, 1])
  })
})

describe('[BK-24] conditions on policies', () => {
  type Sent = [field: string, operator: string, ...values: string[]]
  const whereOf = (conditions: Sent[], match = 'all') => ({
    match,
    conditions: conditions.map(([field, operator, ...values]) => ({ field, operator, values })),
  })
  const productsWhere = (conditions: Sent[], match?: string, more = '') =>
    productsOf(`where=${encodeURIComponent(JSON.stringify(whereOf(conditions, match)))}${more}`)
  const find = (conditions: Sent[], as = admin) =>
    core.ask(as, { method: 'POST', url: '/policies/find', payload: { where: whereOf(conditions) } })

  it.each<[Sent, string[]]>([
    [['renewal_date', 'within_next', '30'], ['Balanced Care']],
    [
      ['renewal_date', 'empty'],
      ['Silver 70', 'BlueDental', 'Free Care'],
    ],
    [
      ['premium', 'between', '99.50', '300'],
      ['Silver 70', 'Free Care'],
    ],
    [['subsidy', 'at_least', '1'], ['Free Care']],
    [
      ['product', 'contains', 'CARE'],
      ['Balanced Care', 'Free Care'],
    ],
    [['product', 'is', 'bluedental'], ['BlueDental']],
    [['line', 'is_not', 'health'], ['BlueDental']],
    [
      ['status', 'is', 'pending', 'submitted'],
      ['Silver 70', 'Free Care'],
    ],
    [['status_date', 'before', '2026-05-21'], ['Silver 70']],
    [['writing_agent', 'not_empty'], []],
  ])('[BK-24] given the condition %j, when listed, then %j', async (condition, products) => {
    expect(await productsWhere([condition])).toEqual(products)
  })

  it('[BK-24] given conditions, a carrier and a search, when listed, then all of them hold; a wrong one is named', async () => {
    const carrier: Sent = ['carrier_id', 'is', ids.Ambetter ?? '']
    expect(await productsWhere([carrier, ['premium', 'at_least', '350']])).toEqual(['Balanced Care'])
    expect(await productsWhere([carrier, ['premium', 'at_most', '30']], 'any')).toEqual([
      ...['Balanced Care', 'BlueDental', 'Free Care'],
    ])
    expect(await productsWhere([carrier], 'all', '&q=zamora')).toEqual(['Balanced Care'])
    const where = encodeURIComponent(JSON.stringify(whereOf([['premium', 'at_least', 'much']])))
    const answer = await list(`where=${where}`)
    expect([answer.statusCode, answer.json().details[0].field]).toEqual([400, 'premium'])
  })

  it('[BK-24] given a whole number, when it is posted, then its own field alone finds it, on the trail, for who may see it', async () => {
    const products = async (condition: Sent) =>
      (await find([condition])).json().map(({ product }: PolicyListItem) => product)
    expect(await products(['member_id', 'is', 'xj-7712 4093'])).toEqual(['Silver 70'])
    expect(await products(['number', 'is', 'XJ77124093'])).toEqual([])
    const { events } = (
      await core.ask(admin, { method: 'GET', url: '/audit?action=policies.searched-by-value' })
    ).json()
    expect(events.map(({ detail }: { detail: string }) => detail)).toEqual(['0 policies', '1 policy'])
    expect((await find([['member_id', 'is', 'XJ77124093']], assistant.as)).statusCode).toBe(403)
    const where = encodeURIComponent(JSON.stringify(whereOf([['member_id', 'is', 'XJ77124093']])))
    expect((await list(`where=${where}`)).statusCode).toBe(400)
  })
})

describe('[PY-09] who sees which policies', () => {
  it('given an owner of one client, when listed and searched, then no other policies are there', async () => {
    expect(await productsOf('', owner.as)).toEqual(['Silver 70'])
    for (const q of ['ambetter', '1207', 'AMB-0048-1207', 'zamora'])
      expect(await productsOf(`q=${q}`, owner.as)).toEqual([])
  })

  it('given a whole number, when searched, then the trail names who was found; without the permission it finds nothing', async () => {
    await list('q=XJ77124093')
    const { events } = (await core.ask(admin, { method: 'GET', url: '/audit?action=policy.found-by-number' })).json()
    expect(events[0]).toMatchObject({ client_id: ids.Bruno, fields: ['number'], detail: null })
    expect(await productsOf('q=XJ77124093', assistant.as)).toEqual([])
    expect(await productsOf('q=4093', assistant.as)).toEqual(['Silver 70'])
  })

  it('given keys of an older master key, when they are renewed, then they are those of the newest', async () => {
    const { db } = core.app
    const [older, newer] = [Buffer.alloc(32, 'old'), Buffer.alloc(32, 'new')]
    const values = { number: null, member_id: null, application_id: 'APP-2026-0001' }
    const keysOf = (key: Buffer) => searchKeysOf(new FieldCipher(keyringOf(key)), values)
    const names = { client: ids.Ana ?? '', carrier: ids.Ambetter ?? '' }
    const { id } = await seedPolicy(core, names, { application_id: values.application_id })
    await db.updateTable('policies').set({ search_key_id: null }).where('id', '<>', id).execute()
    const context = { table: 'policies', id, purpose: 'application-id' }
    const encrypted_application_id = new FieldCipher(keyringOf(older)).encrypt(values.application_id, context)
    const outdated = { ...keysOf(older), encrypted_application_id }
    await db.updateTable('policies').set(outdated).where('id', '=', id).execute()
    const cipher = new FieldCipher(keyringOf(newer, older))
    expect(await countPolicyKeysLeft(db, cipher)).toBe(1)
    const { signal } = new AbortController()
    await renewPolicyKeys({ db, cipher, signal, onDamaged: (error) => expect(error).toBeUndefined() })
    expect(await countPolicyKeysLeft(db, cipher)).toBe(0)
    const stored = await db.selectFrom('policies').select('search_keys').where('id', '=', id).executeTakeFirst()
    expect(stored?.search_keys).toEqual(keysOf(newer).search_keys)
    await db.deleteFrom('policies').where('id', '=', id).execute()
  })

  it('given an archived client, when listed, then its policies are not there until it is restored', async () => {
    const archive = (archived: boolean) =>
      core.ask(admin, { method: 'PUT', url: `/clients/${ids.Carla}/archived`, payload: { archived } })
    await archive(true)
    expect([await productsOf('q=free'), await productsOf('status=submitted')]).toEqual([[], []])
    await archive(false)
    expect(await productsOf('q=free')).toEqual(['Free Care'])
  })
})
