import type { Policy } from '@agency/contract/policies'
import type { PrincipalStatement } from '@agency/contract/principal'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Core, startCore } from '../../../../test/core.ts'
import { ImportSteps } from '../../../../test/import-steps.ts'
import { seedClient } from '../../../../test/session-fixtures.ts'
import { kinReader } from './kin.ts'

let core: Core
let admin: PrincipalStatement
let imports: ImportSteps
beforeAll(async () => {
  core = await startCore()
  admin = await core.admin()
  imports = new ImportSteps(core, admin)
})
afterAll(() => core.close())

const get = async (url: string) => (await core.ask(admin, { method: 'GET', url })).json()
const clientsNamed = async (last: string) => {
  const found: { id: string }[] = await get(`/clients?q=${last}`)
  return Promise.all(found.map(({ id }) => get(`/clients/${id}`)))
}
const policiesOf = async (id: string): Promise<Policy[]> => (await get(`/clients/${id}/policies`)).policies
const head = 'Subscriber ID,Relationship,First Name,Last Name,DOB,SSN,Phone,Carrier,LOB,Policy Status,Premium'
const row = (id: string, kin: string, first: string, last: string, dob: string, ssn = '', premium = '0.00') =>
  `${id},${kin},${first},${last},${dob},${ssn},305-555-0100,Oscar,Health,Active,${premium}`

it('[BK-41] given a spouse whose cover has ended, when checked, then it is asked who that is, and the next spouse has the place', async () => {
  const spouse = (first: string) => row('S-3003', 'Spouse', first, 'Newhome', '3/4/1981')
  const file = [
    head,
    row('S-3003', 'Self', 'Al', 'Newhome', '1/2/1980'),
    spouse('Linda').replace('Active', 'Terminated'),
    spouse('Carol'),
  ]
  const [, former, present] = await imports.rows((await imports.check(file.join('\n'))).id)
  expect(former?.outcome).toBe('ambiguous')
  expect(former?.reasons).toMatchObject([{ message: expect.stringContaining('whose cover has ended') }])
  expect(present?.values).toMatchObject([{ field: 'spouse_name', value: 'Carol Newhome' }, { field: 'spouse_dob' }])
})

it('[BK-41] given rows of a family, when imported, then the spouse and dependents are on the record and policy of the subscriber; the same again changes nothing, and a revert takes all back', async () => {
  const last = 'Familia'
  const before = [await get('/clients?q=Familia'), await get('/clients?q=Knownfamily')]
  const known = await seedClient(core, admin, {
    ...{ client_first_name: 'Otto', client_last_name: 'Knownfamily', dob: '1970-05-05' },
    ...{ dep1_name: 'Mia Knownfamily', dep1_dob: '2012-06-06' },
  })
  const file = [
    head,
    row('S-1001', 'Self', 'Ana', last, '1/2/1980', '123-45-6701', '410.50'),
    row('S-1001', 'Spouse', 'Bo', last, '3/4/1981', '123-45-6702'),
    ...['Cy', 'Di', 'Ed', 'Fay', 'Gus'].map((first, n) => row('S-1001', 'Child', first, last, `1/${n + 1}/2015`)),
    row('S-2002-01', 'SUBSCRIBER', 'Otto', 'Knownfamily', '5/5/1970'),
    row('S-2002-02', 'Daughter', 'Mia', 'Knownfamily', '6/6/2012'),
    row('S-2002-03', 'Son', 'Leo', 'Knownfamily', '7/7/2014'),
    row('S-9999', 'Child', 'Ida', 'Alonechild', '8/8/2016'),
  ].join('\n')
  const { id, plan, counts } = await imports.check(file)
  expect(plan.mapping.slice(0, 2)).toEqual(['policy.member_id', 'relationship'])
  expect(counts).toMatchObject({ create: 1, ambiguous: 1, update: 9 })
  const rows = await imports.rows(id)
  expect(rows[1]).toMatchObject({
    outcome: 'update',
    policy: 'policy_update',
    reasons: [{ message: 'is the spouse of row 2: goes to that record, and its policy covers them' }],
    values: [
      { field: 'spouse_name', value: `Bo ${last}` },
      { field: 'spouse_dob', value: '1981-03-04' },
      { field: 'spouse_ssn', value: '***-**-6702' },
    ],
  })
  expect(rows.at(-1)?.reasons).toMatchObject([{ message: expect.stringContaining('without a known subscriber') }])
  await imports.ask('PUT', `${id}/decisions`, { decision: 'skip' })
  expect((await imports.step(id, 'run', 'done')).counts).not.toHaveProperty('failed')

  const family = await clientsNamed(last)
  expect(family).toMatchObject([
    {
      ...{ client_first_name: 'Ana', spouse_name: `Bo ${last}`, spouse_dob: '1981-03-04' },
      ...{ dep1_name: `Cy ${last}`, dep4_name: `Fay ${last}`, dep4_dob: '2015-01-04' },
    },
  ])
  const named = (...people: string[]) => people.map((who) => ({ who, name: null, dob: null }))
  const other = { who: 'other', name: `Gus ${last}`, dob: '2015-01-05' }
  expect(await policiesOf(family[0]?.id)).toMatchObject([
    { premium: '410.50', covered: [...named('client', 'spouse', 'dep1', 'dep2', 'dep3', 'dep4'), other] },
  ])
  expect(await clientsNamed('Knownfamily')).toMatchObject([
    { id: known, dep1_name: 'Mia Knownfamily', dep2_name: 'Leo Knownfamily', dep2_dob: '2014-07-07' },
  ])
  expect(await policiesOf(known)).toMatchObject([{ covered: named('client', 'dep1', 'dep2') }])

  expect((await imports.check(file)).counts).toMatchObject({ skip: 10, ambiguous: 1 })
  await imports.step(id, 'revert', 'reverted')
  expect([await get('/clients?q=Familia'), (await clientsNamed('Knownfamily')).map((each) => each.dep2_name)]).toEqual([
    before[0],
    [null],
  ])
  expect(await policiesOf(known)).toEqual([])
}, 120_000)

it.each(['above', 'below'])(
  '[BK-41] given two policies of a family that name the children in other orders, a child %s the second one, which ends before it begins, when imported, then nobody is lost or twice, both cover all, and the same again changes nothing @full',
  async (place) => {
    const last = `Twopolicies${place}`
    const child = (id: string, first: string, ssn = '') => row(id, 'Child', first, last, '5/6/2015', ssn)
    const second = `${row('M-2', 'Self', 'Zoe', last, '1/2/1980', '', '89.00')},11/1/2026,6/30/2026`
    const file = [
      `${head},Eff Date,Term Date`,
      `${row('M-1', 'Self', 'Zoe', last, '1/2/1980', '', '99.00')},1/1/2026,12/31/2026`,
      `${child('M-1', 'Ana')},1/1/2026,`,
      `${child('M-1', 'Bob', '123-45-6781')},1/1/2026,`,
      ...(place === 'below' ? [second] : []),
      `${child('M-2', 'Bob')},11/1/2026,`,
      `${child('M-2', 'Ana', '123-45-6782')},11/1/2026,`,
      ...(place === 'above' ? [second] : []),
    ]
      .join('\n')
      .replaceAll('305-555-0100', place === 'above' ? '305-555-0188' : '305-555-0189')
      .replaceAll('M-', `M${place}-`)
      .replaceAll('45-678', place === 'above' ? '45-678' : '46-678')
    const { id } = await imports.check(file)
    expect((await imports.step(id, 'run', 'done')).counts).not.toHaveProperty('failed')
    const [record, ...others] = await clientsNamed(last)
    expect(others).toEqual([])
    const ssn = (n: number) => `123-${place === 'above' ? '45' : '46'}-678${n}`
    const { dep1_name, dep1_ssn, dep2_name, dep2_ssn, dep3_name } = record
    expect([dep1_name, dep1_ssn, dep2_name, dep2_ssn, dep3_name]).toEqual([
      ...[`Ana ${last}`, ssn(2), `Bob ${last}`, ssn(1), null],
    ])
    const covered = (await policiesOf(record.id)).map((each) => each.covered.map(({ who }) => who).sort())
    expect(covered).toEqual([
      ['client', 'dep1', 'dep2'],
      ['client', 'dep1', 'dep2'],
    ])
    expect((await imports.check(file)).counts).toMatchObject({ skip: 6 })
  },
  120_000,
)

it('[BK-41] given two terms of one number in a file, when imported, then each covers those of its own rows @full', async () => {
  const last = 'Twoterms'
  const term = (kin: string, first: string, day: string, dob = '1/2/1980') =>
    `${row('T-1', kin, first, last, dob, '', kin === 'Self' ? '50.00' : '0.00').replace('0100', '0177')},${day}`
  const rows = [
    term('Self', 'Ana', '9/1/2026'),
    term('Spouse', 'Bob', '9/1/2026', '2/3/1981'),
    term('Self', 'Ana', '1/1/2027'),
    term('Spouse', 'Bob', '1/1/2027', '2/3/1981'),
    term('Child', 'Cy', '1/1/2027', '4/5/2015'),
  ]
  for (const file of [
    [`${head},Eff Date`, ...rows].join('\n'),
    [`${head},Eff Date`, ...rows.toReversed()].join('\n'),
  ]) {
    const { id } = await imports.import(file)
    const [ana] = await clientsNamed(last)
    const covered = (await policiesOf(ana.id)).map((each) => [
      each.effective_date,
      each.covered.map(({ who }) => who).sort(),
    ])
    expect(covered.sort()).toEqual([
      ['2026-09-01', ['client', 'spouse']],
      ['2027-01-01', ['client', 'dep1', 'spouse']],
    ])
    expect((await imports.check(file)).counts).toMatchObject({ skip: 5 })
    await imports.step(id, 'revert', 'reverted')
  }
}, 120_000)

it.each(['create', 'update'])(
  '[BK-41] given a subscriber who may be a known client, when staff decide %s, then the policy covers the family @full',
  async (decision) => {
    const last = `Maybe${decision}`
    await seedClient(core, admin, { client_first_name: 'Eva', client_last_name: last })
    const file = [
      head,
      row('S-77', 'Self', 'Eva', last, '1/2/1980', '', '120.00'),
      row('S-77', 'Spouse', 'Noa', last, '3/4/1981'),
      row('S-77', 'Child', 'Uma', last, '5/6/2015'),
    ]
      .join('\n')
      .replaceAll('305-555-0100', decision === 'create' ? '305-555-0171' : '305-555-0172')
    const { id, counts } = await imports.check(file)
    expect(counts).toMatchObject({ ambiguous: 1, update: 2 })
    await imports.ask('PUT', `${id}/decisions`, { decision })
    await imports.step(id, 'run', 'done')
    const records = await clientsNamed(last)
    expect(records).toHaveLength(decision === 'create' ? 2 : 1)
    const policies = (await Promise.all(records.map((each) => policiesOf(each.id)))).flat()
    expect(policies.map(({ premium, covered }) => [premium, covered.map(({ who }) => who)])).toEqual([
      ['120.00', ['client', 'spouse', 'dep1']],
    ])
  },
)

it('[BK-41] given the column of relationships is left out, or says who a contact is, when imported, then each row is a client @full', async () => {
  const file = [
    head,
    row('S-3', 'Self', 'Kai', 'Eachown', '1/2/1980'),
    row('S-3', 'Child', 'Lea', 'Eachown', '1/2/2012'),
  ]
  const made = await imports.upload(file.join('\n'))
  const { id } = await imports.plan(made, {
    mapping: made.plan.mapping.map((each) => (each === 'relationship' ? null : each)),
  })
  await imports.step(id, 'check', 'checked')
  expect((await imports.rows(id)).map(({ outcome }) => outcome)).toEqual(['create', 'create'])
  const { plan } = await imports.upload('First Name,Last Name,Relationship\nAnn,Lee,Friend\nBo,Lee,Spouse\n')
  expect(plan.mapping[2]).toBeNull()
})

it('[BK-41] given a subscriber below the family, and values of theirs that have no place, when imported, then all go to one record, and each row says what is left out @full', async () => {
  const head =
    'Member ID,Relationship,First Name,Last Name,DOB,Phone,Email,Notes,Opt Out,Carrier,LOB,Policy Status,Premium'
  const line = (id: string, kin: string, first: string, rest: string) =>
    `${id},${kin},${first},Belowfam,${rest},Oscar,Health,Active`
  const file = [
    head,
    `${line('T-77-03', 'D', 'Uma', '7/7/2014,,,,')},0`,
    `${line('T-77-02', 'S', 'Vic', '3/4/1981,(305) 555-0177,vic@mail.example,Has a dog,Y')},12.50`,
    `${line('T-77-01', 'E', 'Zoe', '1/2/1980,305-555-0178,,,')},410.50`,
    `${line('T-77-05', 'D', 'Yan', '8/8/2016,,,,')},0`,
    `${line('T-77-04', 'X', 'Wes', '1/2/2001,305.555.0178,,,')},`,
  ].join('\n')
  const { id, plan, counts } = await imports.check(file)
  expect(plan.mapping[1]).toBe('relationship')
  expect(counts).toMatchObject({ create: 1, update: 3, ambiguous: 1 })
  const rows = await imports.rows(id)
  expect(rows[1]).toMatchObject({ number: 3, same_as: 4, outcome: 'update', policy: 'policy_update' })
  const left = ['primary_phone', 'primary_email', 'notes', 'no_texts', 'policy.member_id', 'policy.premium']
  expect(rows[1]?.reasons).toEqual([
    { field: '', message: 'is the spouse of row 4: goes to that record, and its policy covers them' },
    ...left.map((field) => ({ field, message: 'has no place there, and is left out' })),
  ])
  const shownLeft = ['(305) 555-0177', 'vic@mail.example', 'Has a dog', 'yes', '••••2', '12.50']
  expect(rows[1]?.values).toEqual([
    { field: 'spouse_name', former: null, value: 'Vic Belowfam' },
    { field: 'spouse_dob', former: null, value: '1981-03-04' },
    ...left.map((field, at) => ({ field, former: null, value: shownLeft[at] })),
  ])
  const { body } = await imports.ask('GET', `${id}/rows.csv`)
  expect(body).toContain('Primary Email has no place there, and is left out')
  expect(body).toContain('Primary Email: vic@mail.example')
  expect(body).not.toContain('T-77')
  expect(rows[4]?.reasons.map(({ message }) => message)).toEqual([
    'is a word that is not known, or that may mean several',
    'may be of the family of row 4: a client, or none',
  ])

  await imports.ask('PUT', `${id}/decisions`, { decision: 'skip' })
  expect((await imports.step(id, 'run', 'done')).counts).toMatchObject({ created: 1, updated: 3, skipped: 1 })
  const [family, ...others] = await clientsNamed('Belowfam')
  expect(others).toEqual([])
  expect(family).toMatchObject({
    ...{ client_first_name: 'Zoe', spouse_name: 'Vic Belowfam', dep1_name: 'Uma Belowfam' },
    ...{ primary_phone: '305-555-0178', primary_email: null },
  })
  expect(await policiesOf(family?.id)).toMatchObject([
    { premium: '410.50', covered: [{ who: 'client' }, { who: 'dep2' }, { who: 'dep1' }, { who: 'spouse' }] },
  ])
  await imports.step(id, 'revert', 'reverted')
  expect(await clientsNamed('Belowfam')).toEqual([])
}, 120_000)

it.each([
  ['Self, Spouse, Child 2, HIJO, Domestic Partner', 'self, spouse, dependent, dependent, spouse'],
  ['S, D, C', 'self, dependent, dependent'],
  ['E, S, D', 'self, spouse, dependent'],
  ['EE, SP, CH', 'self, spouse, dependent'],
  ['Subscriber, S, H', 'self, ?, spouse'],
  ['S, D, ', '?, dependent, ?'],
  ['Member, Spouse', 'self, spouse'],
  ['Subscriber, Member', 'self, ?'],
  ['P, M, S, D', '?, ?, ?, dependent'],
  ['18, 01, 19, 25', 'self, spouse, dependent, ?'],
  ['18 - Self, 19 - Child', 'self, dependent'],
  ['1, 2, 3', 'self, spouse, dependent'],
  ['00, 01, 02', 'self, ?, ?'],
  ['Insured, Primary, Ex-Spouse, Brother', 'self, self, ?, ?'],
])('[BK-41] given the words %s in a column of relationships, when read, then they are %s', (words, kins) => {
  const texts = words.split(', ')
  const readKin = kinReader(texts)
  expect(texts.map((text) => readKin(text) ?? '?').join(', ')).toBe(kins)
})
