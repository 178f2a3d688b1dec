import type { Policy } from '@agency/contract/policies'
import type { PrincipalStatement } from '@agency/contract/principal'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, startCore } from '../../../../test/core.ts'
import { ImportSteps } from '../../../../test/import-steps.ts'
import { seedCarrier, seedPolicy } from '../../../../test/policy-fixtures.ts'
import { seedClient } from '../../../../test/session-fixtures.ts'
import { seedColleague } from '../../../../test/staff-fixtures.ts'
import { readPolicies } from '../../policies/policy-service.ts'
import { readPolicyChoice } from './policy-choices.ts'
import { policyColumns } from './policy-columns.ts'

let core: Core
let admin: PrincipalStatement
let imports: ImportSteps
beforeAll(async () => {
  core = await startCore({ RECORD_READS_LIMIT: '100000', RECORD_READS_ALERT: '100000' })
  admin = await core.admin()
  imports = new ImportSteps(core, admin)
})
afterAll(() => core.close())

let people = 0
/** A last name that nobody else has. */
const newName = () => `Insured${letter(people / 26)}${letter(people++ % 26)}`
const letter = (n: number) => String.fromCharCode(65 + n)
const policiesOf = async (id: string): Promise<Policy[]> =>
  (await core.ask(admin, { method: 'GET', url: `/clients/${id}/policies` })).json().policies
const idsOf = async (last: string): Promise<string[]> =>
  (await core.ask(admin, { method: 'GET', url: `/clients?q=${last}` })).json().map(({ id }: { id: string }) => id)
const carriersNamed = async (name: string) => {
  const { carriers } = (await core.ask(admin, { method: 'GET', url: '/carriers' })).json()
  return carriers.filter((carrier: { name: string }) => carrier.name.toLowerCase().includes(name.toLowerCase()))
}
const head = 'First Name,Last Name,DOB,Carrier,LOB,Plan Name,Policy Number,Policy Status,Eff Date,Term Date,Premium'
describe('columns', () => {
  it('[BK-38] given a policy’s numbers, when the file is uploaded, then its samples are masked @full', async () => {
    const { columns } = await imports.upload(
      'First Name,Last Name,Policy Number,Member ID,Carrier\nAnn,Lee,A7-1234,77,Oscar\n',
    )
    expect(columns.map(({ samples }) => samples)).toEqual([['Ann'], ['Lee'], ['••••34'], ['••••'], ['Oscar']])
  })

  const mapped = (headings: string[], ...rows: string[][]) =>
    policyColumns(headings.map((heading, at) => ({ heading, values: rows.map((row) => row[at] ?? '') })))

  it.each<[string[], string, (string | null)[]]>([
    [['Policy Number', 'Plan Name', 'Monthly Premium'], '', ['number', 'product', 'premium']],
    [['PolicyID', 'Policy Number', 'Carrier'], '1,DN7,Oscar', [null, 'number', 'carrier']],
    [['Policy ID', 'Carrier'], 'DN7,Oscar', ['number', 'carrier']],
    [['Member ID', 'Eff Date', 'Term Date'], '', ['member_id', 'effective_date', 'term_date']],
    [['Issuer', 'LOB', 'Policy Status'], 'Ambetter,MAPD,Effectuated', ['carrier', 'line', 'status']],
    [
      ['Carrier', 'Coverage Start', 'Status', 'Status'],
      'Oscar,1/1/2026,Termed,A',
      ['carrier', 'effective_date', 'status', null],
    ],
    [['Carrier', 'Plan', 'Status', 'Monthly Prem'], 'Oscar,Gold,Unpaid,$1', ['carrier', 'product', null, 'premium']],
    [['Subscriber ID', 'APTC', 'Member Responsibility'], '', ['member_id', 'subsidy', 'net_premium']],
    [
      ['POLICY_EFF_DT', 'TERM_RSN', 'PLAN_NM', 'MBR_ID'],
      '',
      ['effective_date', 'status_reason', 'product', 'member_id'],
    ],
    [['Umid', 'Product', 'Plan'], 'H7,MAPD,Gold', ['member_id', 'line', 'product']],
    [['Humana ID', 'Member Status', 'Inactive Date'], 'H7,Active,1/1/2026', ['member_id', 'status', 'term_date']],
    [
      ['Company', 'Policy #', 'Plan', 'Eff.'],
      'Oscar,7,Gold,1/1/2026',
      ['carrier', 'number', 'product', 'effective_date'],
    ],
    [
      ['Contract No', 'Coverage End', 'State', 'Binder Paid'],
      '7,2026-12-31,IN FORCE,Y',
      ['number', 'term_date', 'status', null],
    ],
    [
      ['Policy #', 'Carrier', 'Status'],
      '7,Oscar,Paid\n8,Oscar,Issued\n9,Oscar,Active',
      ['number', 'carrier', 'status'],
    ],
    [['Policy #', 'State', 'Binder Paid'], '7,FL,1/5/2026', ['number', null, 'binder_paid_date']],
    [['Policy #', 'Policy State', 'Eff. Date'], '7,FL,1/1/2026', ['number', null, 'effective_date']],
    [['Policy ID', 'Policy Effective'], 'A7,1/1/2026', ['number', 'effective_date']],
    [
      ['Policy #', 'Carrier', 'Status'],
      ['7,Oscar,Withdrawn', ...Array.from({ length: 6 }, (_, n) => `${n},Oscar,Active`)].join('\n'),
      ['number', 'carrier', 'status'],
    ],
    [
      ['Policy #', 'LOB', 'Company', 'Eff', 'Exp', 'Written Premium'],
      ['PA1,PAUTO,Progressive,1/1/26,7/1/26,1200', ...Array(3).fill('HO1,HOME,Progressive,2/1/26,2/1/27,3400')].join(
        '\n',
      ),
      ['number', null, 'carrier', 'effective_date', 'term_date', 'premium'],
    ],
    [['Núm. Póliza', 'Efectividad', 'Pago mensual'], 'A7,1/1/2026,85', ['number', 'effective_date', 'premium']],
    [['Contract Number', 'Contract Status', 'Monthly Rate'], 'H7,In Force,85', ['number', 'status', 'premium']],
    [['Policy ID', 'Policy Plan'], '0198b2a0-0000-7000-8000-000000000001,Gold', ['id', 'product']],
    // Nothing names a policy, or nothing else is of one: the columns are those of clients.
    [['Name', 'Plan Name', 'Premium', 'Status'], '', [null, null, null, null]],
    [['Name', 'Member ID', 'Status'], 'Ann,7,Active', [null, null, null]],
    [['Name', 'Effective Date', 'Agent'], '', [null, null, null]],
  ])(
    '[BK-38] given the headings %s, when mapped, then policies have those that evidently are theirs',
    (headings, row, fields) => {
      const targets = fields.map((name) => name && `policy.${name}`)
      const rows = row === '' ? [] : row.split('\n').map((each) => each.split(','))
      expect(mapped(headings, ...rows)).toEqual(targets)
    },
  )

  it.each([
    ['status', 'Effectuated', 'active'],
    ['status', 'CANCELED', 'terminated'],
    ['status', 'Non-Payment', 'lapsed'],
    ['status', 'Future Active', undefined],
    ['status', 'Active Policy', 'active'],
    ['status', 'Grace Period', 'active'],
    ['status', 'Grace Period - Month 2', 'active'],
    ['status', 'Passive Renewal', 'active'],
    ['status', 'Canc. 6/30/26', 'terminated'],
    ['status', 'Terminated - Non-Payment', 'lapsed'],
    ['status', '', undefined],
    ['line', 'Med Supp', 'medicare_supplement'],
    ['line', 'Health / ACA', 'health'],
    ['line', 'medicare_advantage', 'medicare_advantage'],
    ['line', '', undefined],
    ['line', 'D-SNP', 'medicare_advantage'],
    ['line', 'Fixed Indexed Annuity', 'other'],
    ['line', 'IUL', 'life'],
    ['mode', 'Yearly', 'annual'],
  ] as const)('[BK-38] given the %s %s, when read, then it is %s', (name, text, word) => {
    expect(readPolicyChoice(`policy.${name}`, text)).toBe(word)
  })

  it('[BK-38] given a premium of a year by its heading, when imported, then it is paid yearly, unless the row says how', async () => {
    const head = 'First Name,Last Name,DOB,Carrier,LOB,Policy Number,Policy Status,Annual Premium,Mode'
    const rows = [
      'Yo,Yearly,1/2/1980,Aetna,Life,Y-10001,Active,1200,',
      'Mo,Yearly,1/2/1981,Aetna,Life,Y-10002,Active,1200,Monthly',
    ]
    const { id } = await imports.check([head, ...rows].join('\n'))
    const modes = (await imports.rows(id)).map(
      ({ values }) => values.find(({ field }) => field === 'policy.mode')?.value,
    )
    expect(modes).toEqual(['annual', 'monthly'])
  })

  it('given a premium of a month beside another way to pay, and an end before the first day, when imported, then the rows say so', async () => {
    const file =
      'First Name,Last Name,DOB,Carrier,LOB,Policy Number,Policy Status,Monthly Premium,Mode,Effective Date,Term Date\n' +
      'Mo,Monthly,1/2/1980,Aetna,Life,M-1,Active,100,Annual,1/1/2026,1/1/2025\n'
    const { id } = await imports.import(file)
    const [row] = await imports.rows(id)
    expect(row?.reasons.map(({ field }) => field)).toEqual(expect.arrayContaining(['policy.mode', 'policy.term_date']))
    const [policy] = await readPolicies(core.app, 'client_id', [row?.client?.id ?? ''])
    expect(policy).toMatchObject({ premium: '100.00', mode: 'monthly' })
  })

  it('given statuses with a day and premiums with what they are paid for, when imported, then each goes to its field', async () => {
    const lines = [
      'A1,cancelled 1.6.2026,"$1,200/yr"',
      'A2,Active,"300,00 quarterly"',
      'A3,Active,"85,00 p.m."',
      'A4,Active,"1.234,56 $"',
      'A5,1035 Exchanged,"$1,234"',
      'A6,Active,"$600,50 semi-annual"',
    ].map((line, n) => `Pia${n},Paid,${n + 13}.2.1980,Aetna,Dental,${line}`)
    const file = ['First Name,Last Name,DOB,Carrier,Type,Policy Number,Policy Status,Premium', ...lines].join('\n')
    const { id, plan, unknown_statuses } = await imports.check(file, { leave_out_faults: true })
    expect([plan.mapping[4], plan.settings.decimals]).toEqual(['policy.line', 'comma'])
    expect(unknown_statuses).toEqual(['1035 Exchanged'])
    await imports.step(id, 'run', 'done')
    const ids = (await imports.rows(id)).flatMap(({ client }) => client?.id ?? [])
    const policies = (await readPolicies(core.app, 'client_id', ids)).toSorted((one, other) =>
      (one.number ?? '').localeCompare(other.number ?? ''),
    )
    expect(policies.map(({ status, status_date, premium, mode }) => [status, status_date, premium, mode])).toEqual([
      ['terminated', '2026-06-01', '1200.00', 'annual'],
      ['active', expect.anything(), '300.00', 'quarterly'],
      ['active', expect.anything(), '85.00', 'monthly'],
      ['active', expect.anything(), '1234.56', null],
      ['active', expect.anything(), '600.50', 'semiannual'],
    ])
  })
})

/** Rows of policies as the database has them, but for what says when, and for what each encryption makes anew. */
const stored = async (clientId: string) => {
  const { rows } = await sql<{
    text: string
  }>`SELECT (to_jsonb(p) - 'updated_at' - 'version' - 'field_versions' - 'encrypted_number')::text ||
    (SELECT jsonb_agg(to_jsonb(s) ORDER BY id) FROM policy_statuses s WHERE policy_id = p.id)::text AS text
    FROM policies p WHERE client_id = ${clientId} ORDER BY id`.execute(core.app.db)
  return rows
}

describe('the policies of a file', () => {
  it('[BK-38] given a book with new and known clients, when imported, then each has its policies; the same file again changes nothing', async () => {
    const last = newName()
    const ann = await seedClient(core, admin, { client_first_name: 'Ann', client_last_name: last, dob: '1980-01-02' })
    const carrier = await seedCarrier(core, `Carrier ${last}`)
    const file = [
      head,
      `Ann,${last},1/2/1980,carrier ${last.toUpperCase()},ACA,Gold,P-100-1,Effectuated,1/1/2026,12/31/9999,"$1,412.50"`,
      `Ann,${last},1/2/1980,New ${last},Dental,Smile,D-7,Active,2/1/2026,,30`,
      `Bob,${last},1/2/1981,NEW  ${last},dental,Smile,D-8,Termed,2/1/2025,12/31/2025,30`,
      `Bob,${last},1/2/1981,New ${last},dental,Smile,D8,Active,2/1/2025,12/31/2025,35`,
    ].join('\n')
    const checked = await imports.check(file)
    expect(checked.counts).toEqual({ create: 1, update: 3, policy_create: 3, policy_update: 1 })
    expect(await imports.rows(checked.id)).toMatchObject([
      {
        outcome: 'update',
        policy: 'policy_create',
        client: { id: ann },
        values: expect.arrayContaining([
          { field: 'policy.number', former: null, value: expect.stringMatching(/^••••/) },
          { field: 'policy.premium', former: null, value: '1412.50' },
        ]),
      },
      { policy: 'policy_create', reasons: [{ field: 'policy.carrier', message: expect.stringContaining('is new') }] },
      { outcome: 'create', policy: 'policy_create' },
      { outcome: 'update', policy: 'policy_update' },
    ])
    expect((await imports.ask('GET', `${checked.id}/rows.csv`)).body).not.toMatch(/P-100-1|D-7/)
    expect(await policiesOf(ann)).toEqual([])

    const { counts } = await imports.step(checked.id, 'run', 'done')
    expect(counts).toMatchObject({ created: 1, updated: 2, skipped: 1, policy_create: 3 })
    const [health, dental] = (await policiesOf(ann)).toSorted((one, other) => other.line.localeCompare(one.line))
    expect(health).toMatchObject({
      carrier_id: carrier.id,
      line: 'health',
      product: 'Gold',
      status: 'active',
      effective_date: '2026-01-01',
      term_date: null,
      premium: '1412.50',
    })
    expect(dental).toMatchObject({ carrier_name: `New ${last}`, line: 'dental' })
    expect(await carriersNamed(last)).toHaveLength(2)
    const bob = (await idsOf(last)).find((id) => id !== ann) ?? ''
    expect(await policiesOf(bob)).toMatchObject([{ status: 'terminated', premium: '30.00' }])
    const { rows: events } = await sql<{ action: string }>`SELECT action FROM audit_events
      WHERE client_id = ${ann} AND action LIKE 'policy.%'`.execute(core.app.db)
    expect(events).toEqual([{ action: 'policy.added' }, { action: 'policy.added' }])

    const before = [await stored(ann), await stored(bob)]
    const again = await imports.import(file)
    expect(again.counts).toEqual({ skip: 4, skipped: 4, missing: 0 })
    expect([await stored(ann), await stored(bob)]).toEqual(before)
  })

  it('[BK-38] given a carrier’s book that does not name the carrier, when carrier, line and status are chosen for all rows, then known policies change @full', async () => {
    const last = newName()
    const ann = await seedClient(core, admin, { client_first_name: 'Ann', client_last_name: last, dob: '1980-01-02' })
    const carrier = await seedCarrier(core, `Carrier ${last}`)
    const policy = await seedPolicy(
      core,
      { client: ann, carrier: carrier.id },
      { number: 'U123456789', premium: '400', status_date: '2026-01-01' },
    )
    const file = [
      'Member First Name,Member Last Name,Member DOB,Policy #,Plan Name,Monthly Premium,Status',
      `Ann,${last},1/2/1980,U-1234-56789,Silver,,Cancelled`,
      `Bea,${last},1/2/1982,U2,Silver,100.5,`,
      `Cy,${last},1/2/1983,U3,Silver,100,Hot`,
    ].join('\n')
    const bare = await imports.check(file)
    expect(bare.counts).toMatchObject({ create: 2, update: 1, policy_update: 1, policy_fault: 2 })
    expect((await imports.rows(bare.id))[1]).toMatchObject({
      outcome: 'create',
      reasons: [{ field: 'policy.carrier' }, { field: 'policy.line' }, { field: 'policy.status' }, { field: '' }],
    })
    const policies = { carrier: `carrier ${last}`, line: 'health', status: 'pending' } as const
    const { id, counts } = await imports.check(file, { policies })
    expect(counts).toMatchObject({ create: 2, update: 1, policy_create: 1, policy_update: 1, policy_fault: 1 })
    expect(
      (await imports.rows(id)).map(({ values }) => values.filter(({ field }) => field.startsWith('policy.'))),
    ).toEqual([
      [
        { field: 'policy.product', former: null, value: 'Silver' },
        { field: 'policy.status', former: 'active', value: 'terminated' },
      ],
      expect.arrayContaining([{ field: 'policy.number', former: null, value: expect.stringContaining('•') }]),
      [],
    ])
    expect((await imports.rows(id, '?outcome=policy_fault')).map(({ number }) => number)).toEqual([4])
    await imports.step(id, 'run', 'done')
    expect(await policiesOf(ann)).toMatchObject([
      {
        id: policy.id,
        product: 'Silver',
        premium: '400.00',
        status: 'terminated',
        history: [{}, { status: 'active' }],
      },
    ])
    const others = await Promise.all((await idsOf(last)).filter((each) => each !== ann).map(policiesOf))
    expect(others.flat()).toMatchObject([{ status: 'pending', premium: '100.50', carrier_id: carrier.id }])
  })

  it('[BK-38] given a word for a status that is not known, when uploaded, then it is asked for; said what it means, then policies have that @full', async () => {
    const last = newName()
    const row = (name: string, status: string) => `${name},${last},1/2/1980,Acme,ACA,Gold,W-${name},${status},,,`
    const file = [head, row('Ann', 'Active'), row('Bob', 'FUTURE ACTIVE'), row('Cy', 'Future Active'), row('Di', 'N/A')]
    const made = await imports.upload(file.join('\n'))
    expect(made.unknown_statuses).toHaveLength(1)
    expect((await imports.step(made.id, 'check', 'checked')).counts).toMatchObject({
      policy_create: 1,
      policy_fault: 3,
    })
    const words = { [made.unknown_statuses[0] ?? '']: 'pending' } as const
    await imports.plan(made, { policies: { words, status: 'quoted' } })
    await imports.step(made.id, 'check', 'checked')
    await imports.step(made.id, 'run', 'done')
    const policies = await Promise.all((await idsOf(last)).map(policiesOf))
    expect(
      policies
        .flat()
        .map(({ status }) => status)
        .sort(),
    ).toEqual(['active', 'pending', 'pending', 'quoted'])
  })

  it('[BK-38] given more words for a status than a choice has, when checked, then those that are not known are asked for', async () => {
    const last = newName()
    const words = Array.from({ length: 40 }, (_, n) => `Stage ${letter(n / 26)}${letter(n % 26)}`)
    const rows = words.map(
      (word, n) =>
        `Ann${letter(n / 26)}${letter(n % 26)},${last},1/2/${1940 + n},Acme,ACA,Gold,S-${last}-${n},${word},,,`,
    )
    const made = await imports.upload([head, ...rows].join('\n'))
    expect(made.unknown_statuses).toEqual([])
    expect((await imports.step(made.id, 'check', 'checked')).unknown_statuses).toEqual(words)
    await imports.plan(made, { policies: { words: { 'Stage AA': 'pending' } } })
    expect(await imports.step(made.id, 'check', 'checked')).toMatchObject({
      unknown_statuses: words,
      counts: { policy_create: 1, policy_fault: 39 },
    })
  })

  it('[BK-38] given unknown words for line and mode, when a line is chosen for all policies, then theirs is that one, and the mode is left out', async () => {
    const last = newName()
    const made = await imports.upload(
      `First Name,Last Name,DOB,Carrier,LOB,Policy Number,Policy Status,Payment Mode\n` +
        `Ann,${last},1/2/1980,Acme,Medicare,L-1,Active,whenever\nBob,${last},1/2/1981,Acme,Dental,L-2,Active,Monthly\n`,
    )
    const checked = await imports.step(made.id, 'check', 'checked')
    expect(checked.counts).toMatchObject({ policy_create: 1, policy_fault: 1 })
    expect(JSON.stringify(await imports.rows(made.id))).toContain('choose the line of all policies')
    await imports.plan(made, { policies: { line: 'medicare_supplement' } })
    await imports.step(made.id, 'check', 'checked')
    await imports.step(made.id, 'run', 'done')
    const policies = (await Promise.all((await idsOf(last)).map(policiesOf))).flat()
    expect(new Set(policies.map(({ line, mode }) => `${line} ${mode}`))).toEqual(
      new Set(['medicare_supplement null', 'dental monthly']),
    )
  })

  it('[BK-03] given another column taken for the status of policies, when the plan is read, then no value of it is among the words', async () => {
    const file =
      'First Name,Last Name,Marketplace Password,X\nAnn,Word,hunter two,900-55-4444\nBob,Word,open sesame,12345\n'
    const made = await imports.upload(file)
    for (const at of [2, 3]) {
      const mapping = made.plan.mapping.map((target, place) => (place === at ? 'policy.status' : target))
      const planned = await imports.plan(made, { mapping })
      expect([planned.plan.mapping[at], planned.unknown_statuses]).toEqual(['policy.status', []])
    }
  })

  it('[BK-38] given an export with policies, when it is imported again, then nothing changes; one changed cell changes that field @full', async () => {
    const last = newName()
    const ann = await seedClient(core, admin, { client_first_name: 'Ann', client_last_name: last })
    const carrier = await seedCarrier(core, `Carrier ${last}`)
    await seedPolicy(
      core,
      { client: ann, carrier: carrier.id },
      { number: 'A-1-2-3-4-5', premium: '10', notes: 'one\n\ntwo' },
    )
    await seedPolicy(core, { client: ann, carrier: carrier.id }, { line: 'other', status: 'quoted' })
    const answer = await core.ask(admin, { method: 'GET', url: `/policies/export?format=csv&whole=true&q=${last}` })
    expect(answer.statusCode, answer.body).toBe(200)
    const before = await stored(ann)
    const { counts, id } = await imports.import(answer.body)
    expect(counts, JSON.stringify(await imports.rows(id))).toEqual({ skip: 2, skipped: 2 })
    expect(await stored(ann)).toEqual(before)
    await imports.import(answer.body.replace('10.00', '12.5'))
    expect((await policiesOf(ann)).map(({ premium }) => premium)).toEqual(['12.50', null])
  })

  it('[BK-38] given a policy whose successor has the same number, when imported, then the former one stays @full', async () => {
    const last = newName()
    const ann = await seedClient(core, admin, { client_first_name: 'Ann', client_last_name: last, dob: '1980-01-02' })
    const carrier = await seedCarrier(core, `Carrier ${last}`)
    await seedPolicy(core, { client: ann, carrier: carrier.id }, { number: 'N1', term_date: '2025-12-31' })
    await imports.import(`${head}\nAnn,${last},1/2/1980,Carrier ${last},ACA,Gold,N1,Active,1/1/2026,,\n`)
    expect((await policiesOf(ann)).map(({ effective_date }) => effective_date)).toEqual(['2026-01-01', null])
  })

  it('[BK-38] given two terms with one number, in any order, when imported, then each is a policy, with what could be read @full', async () => {
    const last = newName()
    const ann = await seedClient(core, admin, { client_first_name: 'Ann', client_last_name: last, dob: '1980-01-02' })
    const bob = await seedClient(core, admin, { client_first_name: 'Bob', client_last_name: last, dob: '1981-01-02' })
    const row = (name: string, dob: string, rest: string) => `${name},${last},${dob},Acme,ACA,Gold,N-${name},${rest}`
    const [past, present] = ['Termed,1/1/2025,12/31/2025,5.00-,Y', 'Active,Jan 2026,12/31/9999,7/mo,1/5/2026']
    const file = [
      `${head},Binder Paid`,
      row('Ann', '1/2/1980', past),
      row('Ann', '1/2/1980', present),
      row('Bob', '1/2/1981', present),
      row('Bob', '1/2/1981', past),
    ].join('\n')
    const { id } = await imports.import(file)
    const policies = [
      { effective_date: '2025-01-01', term_date: '2025-12-31', premium: null, binder_paid_date: null },
      { effective_date: '2026-01-01', term_date: null, premium: '7.00', binder_paid_date: '2026-01-05' },
    ]
    for (const client of [ann, bob]) {
      const found = (await policiesOf(client)).toSorted((one, other) =>
        String(one.effective_date).localeCompare(String(other.effective_date)),
      )
      expect(found).toMatchObject(policies)
    }
    const reasons = (await imports.rows(id)).flatMap((each) => each.reasons.map(({ message }) => message))
    expect(reasons).toEqual(
      expect.arrayContaining([
        'is negative: it is left out',
        'has no day: it is the first',
        'has no day: it is left out',
      ]),
    )
    expect((await imports.check(file)).counts).toMatchObject({ skip: 4 })
  })

  it.each([
    ['closed', '12/31/2026', 'above', '1'],
    ['closed', '12/31/2026', 'below', '1'],
    ['open', '', 'above', '1'],
    ['open', '', 'below', '1'],
    // A special enrolment, which ends with the year too.
    ['closed', '12/31/2026', 'above', '6'],
    ['open', '', 'below', '12'],
  ])(
    '[BK-38] given a known policy, %s in the file as of %s, and its renewal of the same number %s it, when it began in month %s, then each year is a policy @full',
    async (_what, end, place, month) => {
      const last = newName()
      const ann = await seedClient(core, admin, { client_first_name: 'Ann', client_last_name: last, dob: '1980-01-02' })
      const row = (rest: string) => `Ann,${last},1/2/1980,Acme,ACA,Gold,PENDING,N-${last},${rest}`
      const head =
        'First Name,Last Name,DOB,Carrier,LOB,Plan Name,App ID,Policy Number,Policy Status,Eff Date,Term Date,Premium'
      await imports.import(`${head}\n${row(`Active,${month}/1/2026,,7`)}`)
      const rows = [row('Pending,1/1/2027,,9'), row(`Active,${month}/1/2026,${end},7`)]
      const file = [head, ...(place === 'above' ? rows : rows.reverse())].join('\n')
      await imports.import(file)
      const years = (await policiesOf(ann)).map((policy) => [policy.effective_date, policy.status, policy.premium])
      expect(years.sort()).toEqual([
        [`2026-${month.padStart(2, '0')}-01`, 'active', '7.00'],
        ['2027-01-01', 'pending', '9.00'],
      ])
      expect((await imports.check(file)).counts).toMatchObject({ skip: 2 })
    },
  )

  // Of each row: product, member id, status, first and last day, line and number.
  const [former, ended] = [
    ['Gold', 'M1', 'Active', '5/1/2026', ''],
    ['Gold', 'M1', 'Termed', '5/1/2026', '11/30/2026'],
  ]
  const present = ['Choice', 'M1', 'Active', '12/1/2026', '']
  const both = ['2026-05-01 terminated Gold', '2026-12-01 active Choice']
  it.each<[what: string, before: string[][], file: string[][], policies: string[]]>([
    [
      'terms of three months',
      [],
      [
        ['Gold', 'M1', 'Termed', '1/1/2026', '4/1/2026'],
        ['Gold', 'M1', 'Active', '4/1/2026', '7/1/2026'],
      ],
      ['2026-01-01 terminated Gold', '2026-04-01 active Gold'],
    ],
    ['a known plan that has ended, and the next one', [former], [ended, present], both],
    ['the next plan above the one that has ended', [former], [present, ended], both],
    ['the next plan alone', [former], [present], ['2026-05-01 active Gold', '2026-12-01 active Choice']],
    [
      'another first day of the same plan',
      [former],
      [['Gold', 'M1', 'Active', '5/15/2026', '']],
      ['2026-05-15 active Gold'],
    ],
    [
      'another member id of the same plan and day',
      [former],
      [['Gold', 'X9', 'Active', '5/1/2026', '']],
      ['2026-05-01 active Gold'],
    ],
    [
      'another member id of another plan',
      [former],
      [['Choice', 'X9', 'Active', '5/1/2026', '']],
      ['2026-05-01 active Choice', '2026-05-01 active Gold'],
    ],
  ])(
    '[BK-38] given %s, when imported, then each plan and term is one policy @full',
    async (_what, before, file, policies) => {
      const last = newName()
      const headings =
        'First Name,Last Name,DOB,Carrier,LOB,Plan Name,Member ID,Policy Status,Eff Date,Term Date,Policy Number'
      const rowOf = ([product, member, status, from, to, line = 'MAPD', number = '']: string[]) =>
        `Ann,${last},1/2/1950,Acme,${line},${product},${last}${member},${status},${from},${to},${number && last + number}`
      const book = (rows: string[][]) => [headings, ...rows.map(rowOf)].join('\n')
      if (before.length > 0) await imports.import(book(before))
      await imports.import(book(file))
      const [ann = ''] = await idsOf(last)
      const found = (await policiesOf(ann)).map((each) => `${each.effective_date} ${each.status} ${each.product}`)
      expect(found.sort()).toEqual(policies)
      expect((await imports.check(book(file))).counts).toMatchObject({ skip: file.length })
    },
  )

  // Of each row: first and last name, birth date, Medicare number, member id, phone. A case has letters of its own for @.
  const known = 'Ann,One@,1/2/1950,1E@4TE5MK73,M@401,(904) 223-1001'
  it.each<[what: string, row: string, outcome: string, reason?: string]>([
    ['another last name', 'Ann,Two@,1/2/1950,1E@4-TE5-MK73,,', 'update'],
    ['another first name', 'Zoe,One@,1/2/1950,1E@4-TE5-MK73,,', 'ambiguous', 'same Medicare number, other name'],
    ['another birth date', 'Ann,One@,2/1/1950,1E@4TE5MK73,,', 'ambiguous', 'same Medicare number, other birth date'],
    ['the same name and no birth date', 'Ann,One@,,1E@4TE5MK73,,(904) 223-9999', 'update'],
    [
      'another last name and the same member id',
      'Ann,Two@,1/2/1950,,M-@401,',
      'ambiguous',
      'same policy number, first name and birth date, other last name',
    ],
    [
      'another birth date and the same member id',
      'Ann,One@,2/1/1950,,M@401,',
      'ambiguous',
      'same name, other birth date',
    ],
    ['the same name and member id, and no birth date', 'Ann,One@,,,M@401,(904) 223-9999', 'update'],
    ['the member id of another person', 'Bob,One@,3/4/1951,,M@401,', 'create'],
    [
      'another Medicare number',
      'Ann,One@,1/2/1950,2E@4TE5MK73,M@402,(904) 223-1002',
      'ambiguous',
      'same name, other Medicare number',
    ],
  ])(
    '[BK-38] given a known client and a row with %s, when checked against the file and the book, then it says who that is',
    async (_what, row, outcome, reason) => {
      const own = newName().slice(-2)
      const bookOf = (...rows: string[]) =>
        [
          'First Name,Last Name,DOB,Medicare Number,Member ID,Phone,Carrier,LOB,Plan Name,Policy Status,Eff Date',
          ...rows.map((each) => `${each},Acme,MAPD,Gold,Active,1/1/2026`),
        ]
          .join('\n')
          .replaceAll('@', own)
          .replaceAll('(904) 223', `(904) ${200 + people}`)
      const verdict = (who: string) => ({
        outcome,
        ...(reason && { reasons: [{ message: `${who} has the ${reason}` }] }),
      })
      const inFile = await imports.check(bookOf(known, row))
      expect((await imports.rows(inFile.id))[1]).toMatchObject(verdict('row 2'))
      await imports.import(bookOf(known))
      const inBook = await imports.check(bookOf(row))
      expect(await imports.rows(inBook.id)).toMatchObject([verdict('a client')])
    },
  )

  it('[BK-38] given a policy that ended and is active again without an end, when checked, then the row says that the end stays', async () => {
    const row = (rest: string) => `${head}\nAnn,${last},1/2/1980,Acme,ACA,Gold,R-${last},${rest}`
    const last = newName()
    await imports.import(row('Terminated,1/1/2026,6/30/2026,7'))
    const { id } = await imports.check(row('Active,1/1/2026,,7'))
    expect((await imports.rows(id))[0]?.reasons).toEqual([
      { field: 'policy.term_date', message: expect.stringMatching(/^stays, though the policy has not ended/) },
    ])
  })

  it('[BK-38] given rows of one policy, one without the zeros of its number, when imported, then it is one policy, and each row says what of it is not taken', async () => {
    const last = newName()
    const row = (number: string, rest: string) => `Ann,${last},1/2/1980,Acme ${last},ACA,Gold,${number},${rest}`
    const { id } = await imports.import(
      [head, row('000881', 'Pending,1/1/2026,31-DEC-99,10'), row('881', 'Terminated,1/1/2026,9/30/2026,12')].join('\n'),
    )
    const [ann = ''] = await idsOf(last)
    expect(await policiesOf(ann)).toMatchObject([{ status: 'pending', term_date: null, premium: '10.00' }])
    const [, second] = await imports.rows(id)
    const stays = 'is not that of the row above, which stays'
    expect(second?.reasons).toEqual(
      expect.arrayContaining([
        { field: 'policy.status', message: stays },
        { field: 'policy.premium', message: stays },
      ]),
    )
  })

  it('[BK-38] given an application that gets its number and another first day, and two of one day, when imported, then each application is one policy @full', async () => {
    const last = newName()
    const ann = await seedClient(core, admin, { client_first_name: 'Ann', client_last_name: last, dob: '1980-01-02' })
    const head = 'First Name,Last Name,DOB,Carrier,LOB,Application ID,Policy Number,Policy Status,Eff Date'
    const row = (rest: string) => `Ann,${last},1/2/1980,Acme,ACA,${rest}`
    await imports.import([head, row(`A1${last},,Pending,1/1/2026`), row(`A2${last},,Pending,1/1/2026`)].join('\n'))
    expect(await policiesOf(ann)).toHaveLength(2)
    await imports.import([head, row(`A1${last},U1${last},Active,2/1/2026`)].join('\n'))
    const found = (await policiesOf(ann)).map(({ status, effective_date }) => [status, effective_date])
    expect(found.sort()).toEqual([
      ['active', '2026-02-01'],
      ['pending', '2026-01-01'],
    ])
  })

  it('[BK-38] given a policy without number and first day, when imported again and with them, then it is one policy @full', async () => {
    const last = newName()
    const row = (rest: string) => `${head}\nAnn,${last},1/2/1980,Acme,ACA,Gold,${rest}`
    await imports.import(row(',Active,,,7'))
    expect((await imports.check(row(',Active,,,7'))).counts).toMatchObject({ skip: 1 })
    await imports.import(row(`N9-${last},Active,1/1/2026,,7`))
    await imports.import(row('TBD,Terminated,,,7'))
    const [ann = ''] = await idsOf(last)
    const found = (await policiesOf(ann)).map(({ status, effective_date }) => [status, effective_date])
    expect(found).toEqual([['terminated', '2026-01-01']])
    await imports.import(row(',Active,,,7'))
    expect((await policiesOf(ann)).map(({ status }) => status).sort()).toEqual(['active', 'terminated'])
    expect((await imports.check(row(',Active,,,7'))).counts).toMatchObject({ skip: 1 })
  })

  it.each([
    ['Basic,,Active,,,20', 'Rider,,Active,,,35'],
    ['Basic,,Active,,,20', 'Rider,,Terminated,,,35'],
    [',,Active,,,20', ',,Active,,,35'],
    ['Term,,Terminated,,,21', 'Term,,Active,,,20'],
    ['Own,,Active,1/1/2026,,20', 'Spouse,,Active,1/1/2026,,35'],
  ])(
    '[BK-38] given two policies of one carrier without numbers, %s and %s, when imported at once or in two months, then both are there, and the same again changes nothing @full',
    async (...rests) => {
      for (const files of [[rests], [rests.slice(0, 1), rests], [rests.slice(1), rests.toReversed()]]) {
        const last = newName()
        const file = (some: string[]) =>
          [head, ...some.map((rest) => `Ann,${last},1/2/1980,Acme,Dental,${rest}`)].join('\n')
        for (const some of files) await imports.import(file(some))
        const [ann = ''] = await idsOf(last)
        const found = (await policiesOf(ann)).map(({ product, premium, status }) => [product, premium, status])
        expect(found).toHaveLength(2)
        for (const rest of rests) {
          const [product = '', , status = '', , , premium = ''] = rest.split(',')
          expect(found).toContainEqual([product || null, premium ? `${premium}.00` : null, status.toLowerCase()])
        }
        expect((await imports.check(file(rests))).counts).toMatchObject({ skip: 2 })
      }
    },
  )

  it.each([
    ['A', '', 'B', ''],
    ['', '10', '', '20'],
    ['A', '10', 'B', '20'],
  ])(
    '[BK-38] given two policies without numbers, %s %s and %s %s, when their first day arrives, in any order, then each gets it @full',
    async (...rest) => {
      for (const inOrder of [true, false]) {
        const last = newName()
        const both = [rest.slice(0, 2), rest.slice(2)]
        const file = (day: string, rows: string[][]) =>
          [
            head,
            ...rows.map(
              ([product, premium]) => `Ann,${last},1/2/1980,Acme,Dental,${product},,Active,${day},,${premium}`,
            ),
          ].join('\n')
        await imports.import(file('', both))
        const dated = file('1/1/2026', inOrder ? both : both.toReversed())
        await imports.import(dated)
        const [ann = ''] = await idsOf(last)
        const found = (await policiesOf(ann)).map((each) => [
          each.product ?? '',
          each.premium ?? '',
          each.effective_date,
        ])
        const wanted = both.map(([product, premium]) => [product, premium && `${premium}.00`, '2026-01-01'])
        expect(found.sort()).toEqual(wanted)
        expect((await imports.check(dated)).counts).toMatchObject({ skip: 2 })
      }
    },
  )

  it('[BK-38] given a policy without number, when a row has the same day and another product, then it is another policy @full', async () => {
    const last = newName()
    const row = (product: string) => `${head}\nAnn,${last},1/2/1980,Acme,Dental,${product},,Active,1/1/2026,,9`
    await imports.import(row('A'))
    await imports.import(row('B'))
    const [ann = ''] = await idsOf(last)
    expect((await policiesOf(ann)).map(({ product }) => product).sort()).toEqual(['A', 'B'])
  })

  it('[BK-38] given a policy without number and first day, when two rows with numbers may be it, then both policies are there @full', async () => {
    const last = newName()
    const row = (rest: string) => `Ann,${last},1/2/1980,Acme,Dental,${rest}`
    await imports.import(`${head}\n${row(',,Active,,,10')}`)
    const both = [head, row(`,C-${last},Terminated,1/1/2024,,10`), row(`,D-${last},Active,1/1/2026,,20`)].join('\n')
    await imports.import(both)
    const [ann = ''] = await idsOf(last)
    const found = (await policiesOf(ann)).map(({ status, effective_date }) => [status, effective_date])
    expect(found.sort()).toEqual([
      ['active', '2026-01-01'],
      ['terminated', '2024-01-01'],
    ])
    expect((await imports.check(both)).counts).toMatchObject({ skip: 2 })
  })

  it('[BK-38] given a row without number and first day of a client with two numbered policies, when checked, then neither is changed silently @full', async () => {
    const last = newName()
    const row = (rest: string) => `Ann,${last},1/2/1980,Acme,Dental,${rest}`
    await imports.import(
      [head, row(`A,A-${last},Active,1/1/2026,,10`), row(`B,B-${last},Active,2/1/2026,,11`)].join('\n'),
    )
    const { id } = await imports.check(`${head}\n${row(',,Active,,,12')}`)
    expect((await imports.rows(id))[0]).toMatchObject({ policy: 'policy_fault', reasons: expect.anything() })
    expect((await imports.check(`${head}\n${row('B,,Active,,,11')}`)).counts).toMatchObject({ skip: 1 })
    await imports.import(`${head}\n${row(`A,A-${last},Terminated,1/1/2026,,10`)}`)
    const ended = await imports.check(`${head}\n${row(',,Terminated,,,')}`)
    expect((await imports.rows(ended.id))[0]).toMatchObject({ policy: 'policy_fault' })
  })

  it.each([
    ['a row without product above two products', [',,', 'A,,10', 'B,,20'], 2],
    ['a row without product between two products', ['A,,10', ',,', 'B,,20'], 2],
    ['two products above a row without one', ['A,,10', 'B,,20', ',,'], 2],
    ['a known policy, a row without product, and another product', [',,', 'B,,20'], 2, ['A,,10']],
    ['a day above two products of it', [',,,1/1/2026', 'A,,10,1/1/2026', 'B,,20,1/1/2026'], 2],
    ['a premium above two products', [',,10', 'A,,10', 'B,,20'], 2],
    ['a known policy without product above one with', [',,,,Pending', 'B,,133'], 2, [',,,,Pending']],
    ['a pending and an active policy of one product', ['A,,10,,Pending', 'A,,10'], 2],
    [
      'a number and another premium above a known one of its day',
      [',N2-,26,1/1/2026', ',N1-,29,1/1/2026'],
      2,
      [',,23,1/1/2026', ',,29,1/1/2026'],
    ],
    ['two numbers for one known policy', [',N1-,', ',N2-,'], 2, [',,']],
    ['an unknown premium above two known ones', [',,141', ',,38', ',,46'], 3, [',,38', ',,46']],
    ['a number and another premium above a known one', [',N2-,25', ',N1-,10'], 2, [',,10', ',,20']],
    ['a product above the row of the known policy without one', ['B,,133', ',,,,Pending'], 2, [',,,,Pending']],
    [
      'the first days of an ended and a running policy',
      ['A,,10,1/1/2025,Terminated', 'A,,10,1/1/2026'],
      2,
      ['A,,10,,Terminated', 'A,,10'],
    ],
    ['a product whose number has come, of the day of another', ['B,N2-,20,1/1/2026'], 2, ['A,,10,1/1/2026']],
    [
      'an ended and a running policy of one product',
      ['A,N1-,10,,Terminated', 'A,N2-,10,,Active'],
      2,
      ['A,,10,,Terminated', 'A,,10,,Active'],
    ],
  ])(
    '[BK-38] given %s, when checked and run, then both say the same, and a second time nothing changes',
    async (_, rows, count, before: string[] = []) => {
      const last = newName()
      const fileOf = (some: readonly string[]) => {
        const lines = some.map((each) => {
          const [product, number, premium, day = '', status = 'Active'] = each.split(',')
          const code = number ? `${number}${last}` : ''
          return `Ann,${last},1/2/1980,Acme,Vision,${product},${code},${status},${day},,${premium}`
        })
        return [head, ...lines].join('\n')
      }
      if (before.length > 0) await imports.import(fileOf(before))
      const file = fileOf(rows)
      const { id } = await imports.check(file)
      const left = async () => (await imports.rows(id)).map(({ policy }) => policy === 'policy_fault')
      const told = await left()
      await imports.step(id, 'run', 'done')
      expect(await left()).toEqual(told)
      const [ann = ''] = await idsOf(last)
      const after = await policiesOf(ann)
      expect(after).toHaveLength(count)
      await imports.import(file)
      expect(await policiesOf(ann)).toEqual(after)
    },
  )

  it('[BK-38] given rows of one person with others between, when imported, then each is of the policy that is left @full', async () => {
    const last = newName()
    const row = (name: string, rest: string) => `${name},${last},1/2/1980,Acme,Vision,,${rest}`
    const others = Array.from({ length: 60 }, (_, n) => row(`Other${n} ${newName()}`, ',Active,,,5'))
    await imports.import([head, row('Ann', ',Active,,,10'), row('Ann', ',Active,,,20')].join('\n'))
    const file = [head, row('Ann', `N2${last},Active,,,25`), ...others, row('Ann', `N1${last},Active,,,10`)].join('\n')
    const { counts } = await imports.import(file)
    expect(counts).toMatchObject({ policy_update: 2, policy_create: 60 })
    const [ann = ''] = (await idsOf(last)).slice(0, 1)
    const after = await policiesOf(ann)
    expect(after.map(({ premium }) => premium).sort()).toEqual(['10.00', '25.00'])
    await imports.import(file)
    expect(await policiesOf(ann)).toEqual(after)
  })

  it.each([
    ['a premium', ',Active,,,139', ',Active,,,40', ['139.00', '40.00']],
    ['a status', ',Active,,,', ',Pending,,,', [null, null]],
  ])(
    '[BK-38] given %s far above the row of the known policy, when imported, then neither is lost @full',
    async (_, first, second, premiums) => {
      const last = newName()
      const row = (name: string, rest: string) => `${name},${last},1/2/1980,Acme,Vision,,${rest}`
      const others = Array.from({ length: 60 }, (_each, n) => row(`Other${n} ${newName()}`, ',Active,,,5'))
      await imports.import([head, row('Ann', second)].join('\n'))
      const file = [head, row('Ann', first), ...others, row('Ann', second)].join('\n')
      await imports.import(file)
      const [ann = ''] = await idsOf(last)
      expect((await policiesOf(ann)).map(({ premium }) => premium).sort()).toEqual(premiums)
    },
  )

  it('[BK-38] given next year’s row alone, when imported, then it is a policy of its own, and the row says so @full', async () => {
    const last = newName()
    const row = (rest: string) => `${head}\nAnn,${last},1/2/1980,Acme,ACA,Gold,N1-${last},${rest}`
    await imports.import(row('Active,1/1/2026,,7'))
    const { id } = await imports.import(row('Pending,1/1/2027,,9'))
    expect((await imports.rows(id))[0]?.reasons).toMatchObject([{ message: expect.stringContaining('another term') }])
    const [ann = ''] = await idsOf(last)
    expect((await policiesOf(ann)).map(({ status }) => status).sort()).toEqual(['active', 'pending'])
  })

  it.each(['update', 'create'])(
    '[BK-38] given a row with a policy alone below a person, when staff decide %s, then it is a further policy of that person @full',
    async (decision) => {
      const last = newName()
      const file = [
        head,
        `Ann,${last},1/2/1980,Acme,ACA,Gold,N1-${last},Active,1/1/2026,,7`,
        `Ann,${last},1/2/1980,Acme,Vision,See,N3-${last},Active,1/1/2026,,5`,
        `,,,Acme,Dental,Smile,N2-${last},Active,1/1/2026,,9`,
        'Total,,,,,,,,,,16',
        ',,,Acme,Life,Term,N4-X,Active,1/1/2026,,3',
        ',,,,,,,,,,16',
      ]
      const { id, counts } = await imports.check(file.join('\n'))
      expect(counts).toMatchObject({ create: 1, update: 1, ambiguous: 2, skip: 2 })
      await imports.ask('PUT', `${id}/decisions`, { decision })
      await imports.step(id, 'run', 'done')
      const [ann = '', ...others] = await idsOf(last)
      expect(others).toEqual([])
      expect((await policiesOf(ann)).map(({ line }) => line).sort()).toEqual(['dental', 'health', 'life', 'vision'])
    },
  )

  it('[BK-38] given the next year of a policy without an end, applied for anew, when imported in any order, then each year is a policy @full', async () => {
    const last = newName()
    const head = 'Full Name,DOB,Carrier,Contract-PBP-Segment,Member ID,Application ID,Member Status,Plan Effective Date'
    const years = (name: string, n: number) => [
      `${name} ${last},1/${n}/1950,Simply,H1234-045-000,M${n}${last},A${n}1,Active,20260101`,
      `${name} ${last},1/${n}/1950,Simply,S4802-012-000,M${n}${last},A${n}2,Active,20270101`,
    ]
    const file = [head, ...years('Ann', 1), ...years('Bob', 2).reverse()].join('\n')
    await imports.import(file)
    const found = await Promise.all((await idsOf(last)).map(policiesOf))
    expect(found).toHaveLength(2)
    for (const policies of found) {
      expect(policies.map(({ effective_date, line }) => [effective_date, line]).sort()).toEqual([
        ['2026-01-01', 'medicare_advantage'],
        ['2027-01-01', 'part_d'],
      ])
    }
    expect((await imports.check(file)).counts).toMatchObject({ skip: 4 })
  })

  it('[BK-38] given values of policies, when looked for in the database, then none is in the clear @full', async () => {
    const last = newName()
    const { id } = await imports.import(`${head}\nAnn,${last},1/2/1980,Acme,ACA,Gold${last},NUM${last},Active,,,\n`)
    const { rows } = await sql<{ text: string }>`SELECT string_agg(r::text, '') AS text FROM client_import_rows r
      WHERE import_id = ${id}`.execute(core.app.db)
    expect(rows[0]?.text).not.toMatch(new RegExp(last))
  })
})

describe('a revert', () => {
  it('[BK-39] given policies that were added and changed, when reverted, then all is as before but what was edited since, which is listed', async () => {
    const last = newName()
    const carrier = await seedCarrier(core, `Carrier ${last}`)
    const client = (name: string, dob: string) =>
      seedClient(core, admin, { client_first_name: name, client_last_name: last, dob })
    const [ann, bob, cy] = [
      await client('Ann', '1980-01-02'),
      await client('Bob', '1981-01-02'),
      await client('Cy', '1982-01-02'),
    ]
    const seeded = { number: 'K1', status: 'active', status_date: '2026-01-01', premium: '10' }
    await seedPolicy(core, { client: ann, carrier: carrier.id }, seeded)
    const bobs = await seedPolicy(core, { client: bob, carrier: carrier.id }, { ...seeded, number: 'K2' })
    const before = [await stored(ann), await stored(cy)]
    const row = (name: string, dob: string, rest: string) => `${name},${last},${dob},Carrier ${last},ACA,${rest}`
    const file = [
      head,
      row('Ann', '1/2/1980', 'Gold,K1,Termed,,,20'),
      row('Ann', '1/2/1980', ',K1,,1/1/2026,,'),
      row('Bob', '1/2/1981', 'Gold,K2,Active,,,20'),
      row('Cy', '1/2/1982', 'Gold,K3,Active,,,20'),
      row('Di', '1/2/1983', 'Gold,K4,Active,,,20'),
      row('Di', '1/2/1983', ',K4,,1/1/2026,,'),
      row('Eva', '1/2/1984', 'Gold,K5,Active,,,20'),
    ].join('\n')
    const { id, counts } = await imports.import(file)
    expect(counts).toMatchObject({ created: 2, updated: 5, policy_create: 3, policy_update: 4 })
    const edit = async (clientId: string, policyId: string | undefined) => {
      const url = `/clients/${clientId}/policies/${policyId}`
      expect((await core.ask(admin, { method: 'PATCH', url, payload: { premium: '21' } })).statusCode).toBe(200)
    }
    await edit(bob, bobs.id)
    const eva = (await core.ask(admin, { method: 'GET', url: `/clients?q=Eva ${last}` })).json()[0].id
    await edit(eva, (await policiesOf(eva))[0]?.id)

    await imports.step(id, 'revert', 'reverted')
    expect([await stored(ann), await stored(cy)]).toEqual(before)
    expect(await policiesOf(bob)).toMatchObject([{ product: null, premium: '21.00' }])
    expect((await imports.rows(id, '?outcome=kept')).map(({ number, kept }) => [number, kept])).toEqual([
      [4, ['policy.premium']],
      [8, ['policies', 'policy.premium']],
    ])
    expect((await idsOf(last)).length).toBe(4)
  })
})

describe('who imports', () => {
  it('[BK-38] given a role without the permission, when a file of policies is uploaded, then it is refused', async () => {
    const ben = await seedColleague(core, 'standard')
    const answer = await new ImportSteps(core, ben.as).send(`${head}\n`)
    expect(answer.statusCode).toBe(403)
  })
})
