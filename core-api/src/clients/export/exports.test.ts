import type { PrincipalStatement } from '@agency/contract/principal'
import { revealReasonHeader } from '@agency/contract/reveal-reasons'
import { unzip } from '@agency/test-kit/packets/packet-archive'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, startCore, startCoreForTest } from '../../../test/core.ts'
import { ImportSteps } from '../../../test/import-steps.ts'
import { seedCarrier, seedPolicy } from '../../../test/policy-fixtures.ts'
import { seedClient } from '../../../test/session-fixtures.ts'
import { seedColleague } from '../../../test/staff-fixtures.ts'
import { targetOfHeading } from '../import/mapping/column-names.ts'

let core: Core
let admin: PrincipalStatement
let ann: string
const formula = '=HYPERLINK("https://mail.example","x")'
const ssn = '123-45-6789'
const number = 'POL-77-4242-9'

beforeAll(async () => {
  core = await startCore({ RECORD_READS_LIMIT: '100000', RECORD_READS_ALERT: '100000' })
  admin = await core.admin()
  ann = await seedClient(core, admin, {
    client_first_name: formula,
    client_last_name: "'=O'Neil, “Ann”",
    dob: '1980-01-02',
    primary_phone: '+55 11 91234-5678',
    primary_email: 'ann@mail.example; bob@mail.example',
    address: '1 Main St\r\nMiami, FL 01234',
    health_plan_premium: '1.234,50',
    name_of_employer: 'NULL',
    mp_pass: ' -secret_x000D_ ',
    notes: '<p>First &amp; <a href="https://mail.example/">link</a></p><ul><li>one</li><li>two</li></ul>',
    ssn,
    status: 'unpaid',
  })
  const tagging = { url: `/clients/${ann}/tags`, payload: { add: ['VIP', '=Golf'] } }
  expect((await core.ask(admin, { method: 'PUT', ...tagging })).statusCode).toBe(200)
  // Nobody could tell these two apart by their values.
  for (const occupation of ['baker', 'cook']) {
    await seedClient(core, admin, { client_first_name: 'Twin', client_last_name: 'Twin', occupation })
  }
  await seedClient(core, admin, { client_first_name: '-', client_last_name: null, primary_phone: 'ask the sister' })
  const { id: carrier } = await seedCarrier(core, '@Carrier')
  const policy = { number, product: 'Gold', premium: '412.5', effective_date: '2026-01-01', notes: '+note' }
  await seedPolicy(core, { client: ann, carrier }, policy)
})
afterAll(() => core.close())

const ask = (url: string, headers = {}, as = admin) => core.ask(as, { method: 'GET', url, headers })
const rowsOf = (csv: string | Buffer): Record<string, string>[] =>
  parse(csv, { bom: true, columns: true, relax_column_count: false })
const events = async (action: string) => (await ask(`/audit?action=${action}`)).json().events
const columns = 'client_first_name,client_last_name,dob,primary_phone,status,owner_name,sessions_waiting,primary_email'

describe('an export', () => {
  it.each([
    ['what the list shows as CSV', `format=csv&columns=${columns}`],
    ['what the list shows as XLSX', `format=xlsx&columns=${columns}`],
    ['whole records as CSV', 'format=csv&sensitive=true'],
    ['whole records with policies as XLSX', 'format=xlsx&policies=true&sensitive=true'],
    ['whole records without sensitive values', 'format=csv'],
  ])(
    '[BK-15] given %s, when imported again as it is proposed, then no client is new, changed, unclear or faulty @full',
    async (_what, query) => {
      const file = await ask(`/clients/export?${query}`)
      expect(file.statusCode, file.body).toBe(200)
      const { counts, rows } = await new ImportSteps(core, admin).check(file.rawPayload)
      expect({ counts, rows }).toEqual({ counts: { skip: 4 }, rows: 4 })
    },
  )

  it('[BK-15] given clients who stopped texts to all or one of their numbers, when exported and imported again, then the day or the number is there, and nothing changes @full', async () => {
    const other = await startCoreForTest()
    const as = await other.admin()
    const [shared, own] = ['305-555-0171', '305-555-0173']
    const all = await seedClient(other, as, { client_last_name: 'Stopped', primary_phone: shared })
    const one = await seedClient(other, as, { client_last_name: 'Partly', primary_phone: own, secondary_phone: shared })
    const payload = { field: 'primary_phone', stopped: true }
    const stop = await other.ask(as, { method: 'PUT', url: `/clients/${all}/texts`, payload })
    expect(stop.statusCode, stop.body).toBe(200)
    const file = await other.ask(as, { method: 'GET', url: '/clients/export?format=csv' })
    const today = stop.json().numbers[0].stopped.at.slice(0, 10)
    const stops = rowsOf(file.body).map((row) => [row['Client ID'], row['No text messages (opt-out)']])
    expect(new Map(stops.map(([id = '', text]) => [id, text]))).toEqual(
      new Map([
        [all, today],
        [one, `305-555-0171 since ${today}`],
      ]),
    )
    const { counts } = await new ImportSteps(other, as).check(file.rawPayload)
    expect(counts).toEqual({ skip: 2 })
  })

  it('[BK-15] given one cell changed in an export, when imported, then that field of that client changes alone @full', async () => {
    const imports = new ImportSteps(core, admin)
    const { body } = await ask('/clients/export?format=csv&sensitive=true')
    const { id, counts } = await imports.check(body.replace('cook', 'chef'))
    expect(counts).toEqual({ skip: 3, update: 1 })
    expect(await imports.rows(id, '?outcome=update')).toMatchObject([
      { values: [{ field: 'occupation', former: 'cook', value: 'chef' }] },
    ])
  })

  it('[BK-16] given values that spreadsheets take for formulas, when exported, then none begins a cell, and each is read back as it was @full', async () => {
    const whole = await ask('/clients/export?format=csv&sensitive=true')
    const [row = {}] = rowsOf(whole.body).filter((each) => each['Client ID'] === ann)
    expect(row).toMatchObject({
      'First Name': `'${formula}`,
      'Last Name': "''=O'Neil, “Ann”",
      'Primary Phone': "'+55 11 91234-5678",
      Notes: 'First & link (https://mail.example/)\n• one\n• two',
      SSN: ssn,
      Tags: "'=Golf, VIP",
    })
    const book = unzip((await ask('/clients/export?format=xlsx&policies=true&sensitive=true')).rawPayload)
    // The schema has no empty fill, and some programs open no workbook with one.
    expect(String(book.get('xl/styles.xml'))).not.toContain('<fill/>')
    for (const name of ['xl/worksheets/sheet1.xml', 'xl/worksheets/sheet2.xml']) {
      const sheet = book.get(name)?.toString() ?? ''
      expect(sheet).not.toMatch(/<f>|<t[^>]*>[=+\-@]/)
      expect(sheet).toContain(ann)
    }
    expect(book.get('xl/worksheets/sheet1.xml')?.toString()).toContain(' -secret_x005F_x000D_ ')
  })

  it('[BK-16] given a search, a filter and an order of the list, when exported, then the file has its clients in its order, and the trail the names of the filters', async () => {
    const { body, headers } = await ask(
      `/clients/export?format=csv&columns=status,client_last_name&q=twin&sort=client_last_name`,
    )
    expect(headers['content-disposition']).toMatch(/^attachment; filename="Clients [\d-]+\.csv"/)
    expect(rowsOf(body).map((row) => Object.keys(row))).toEqual([
      ['Status', 'Last Name', 'Client ID'],
      ['Status', 'Last Name', 'Client ID'],
    ])
    const [{ detail }] = await events('clients.exported')
    expect(detail).toBe('2 clients, columns of the list, CSV; filters: q')
    expect((await ask('/clients/export?format=csv&columns=ssn')).statusCode).toBe(400)
    expect((await ask('/clients/export?format=pdf')).statusCode).toBe(400)
  })

  it('[BK-17] given whole records with their policies as CSV, when exported, then two files name each other by id, numbers are masked, and sensitive columns are left out', async () => {
    const { rawPayload, headers } = await ask('/clients/export?format=csv&policies=true')
    expect(headers['content-type']).toBe('application/zip')
    const files = unzip(rawPayload)
    expect([...files.keys()]).toEqual(['Clients.csv', 'Policies.csv'])
    const [client = {}] = rowsOf(files.get('Clients.csv') ?? '').filter((row) => row['Client ID'] === ann)
    expect(Object.keys(client)).not.toEqual(expect.arrayContaining(['SSN']))
    expect(client).not.toHaveProperty('CVC')
    const policies = rowsOf(files.get('Policies.csv') ?? '')
    expect(policies).toMatchObject([
      { 'Client ID': ann, 'Policy Carrier': "'@Carrier", 'Policy Number': '••••2429', 'Policy Premium': '412.50' },
    ])
    const mapped = Object.keys(policies[0] ?? {}).filter((heading) => targetOfHeading(heading) !== undefined)
    expect(mapped).toEqual(['First Name', 'Last Name', 'Client ID'])
    expect(Buffer.concat([...files.values()]).includes(ssn)).toBe(false)
  })

  it('[BK-17] given the list of policies, when exported with and without whole numbers, then rows and order are its own, and who is shown is on the trail @full', async () => {
    const masked = await ask('/policies/export?format=csv&q=gold')
    expect(rowsOf(masked.body)).toMatchObject([{ 'Policy Plan': 'Gold', 'Policy Number': '••••2429' }])
    expect(masked.body).not.toContain('Policy Notes')
    const whole = await ask('/policies/export?format=csv&whole=true&sensitive=true&status=active')
    expect(rowsOf(whole.body)).toMatchObject([{ 'Policy Number': number, 'Policy Notes': "'+note" }])
    expect((await events('policies.exported')).map(({ detail }: { detail: string }) => detail)).toEqual([
      '1 policy, all fields, CSV, with sensitive values; filters: status',
      '1 policy, columns of the list, CSV; filters: q',
    ])
    const { counts } = await new ImportSteps(core, admin).check(whole.body)
    expect(counts).toEqual({ skip: 1 })
  })

  it('[BK-15] given policies that their values do not tell apart, when their list is exported and imported again, then nothing changes', async () => {
    const own = await seedClient(core, admin, { client_first_name: 'Two', client_last_name: 'Policies' })
    const { id: carrier } = await seedCarrier(core, 'Same Carrier')
    for (const product of ['Plain one', 'Plain two'])
      await seedPolicy(core, { client: own, carrier }, { product, number: null, effective_date: null })
    const { body } = await ask('/policies/export?format=csv&q=plain')
    expect((await new ImportSteps(core, admin).check(body)).counts).toEqual({ skip: 2 })
  })
})

describe('who may export', () => {
  it('[BK-18] given sensitive values without the required reason, when exported, then 400; with it, each client with such values has an event with the reason @full', async () => {
    const strict = await startCoreForTest({ REVEAL_REASON: 'required' })
    const as = await strict.admin()
    const client = await seedClient(strict, as, { ssn, cvc: '123' })
    await seedClient(strict, as, { client_last_name: 'Nothing' })
    const url = '/clients/export?format=csv&sensitive=true'
    const refused = await strict.ask(as, { method: 'GET', url })
    expect([refused.statusCode, refused.body.includes(ssn)]).toEqual([400, false])
    const reason = { [revealReasonHeader]: 'other: Moving%20out' }
    expect((await strict.ask(as, { method: 'GET', url, headers: reason })).body).toContain(ssn)
    const listed = await strict.ask(as, { method: 'GET', url: '/audit?action=client.exported' })
    expect(listed.json().events).toMatchObject([{ client_id: client, fields: ['ssn'], reason: 'Other: Moving out' }])
  })

  it('[BK-18] given an assistant or an auditor, when they export, then 403, and nothing is recorded as exported', async () => {
    const before = (await events('clients.exported')).length
    for (const role of ['assistant', 'auditor'] as const) {
      const colleague = await seedColleague(core, role)
      for (const url of ['/clients/export?format=csv', '/policies/export?format=csv']) {
        expect((await ask(url, {}, colleague.as)).statusCode).toBe(403)
      }
    }
    expect((await events('clients.exported')).length).toBe(before)
  })

  it('[BK-18] given more rows than may be read in an hour, when exported, then 429 before the first byte @full', async () => {
    const limited = await startCoreForTest({ RECORD_READS_LIMIT: '1', RECORD_READS_LIST_ROWS: '2' })
    const as = await limited.admin()
    for (let n = 0; n < 3; n++) await seedClient(limited, as)
    expect((await limited.ask(as, { method: 'GET', url: '/clients/export?format=xlsx' })).statusCode).toBe(429)
  })
})
