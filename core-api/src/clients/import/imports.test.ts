import type { ImportPlan } from '@agency/contract/client-imports'
import type { PrincipalStatement } from '@agency/contract/principal'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { ImportSteps } from '../../../test/import-steps.ts'
import { seedCarrier, seedPolicy } from '../../../test/policy-fixtures.ts'
import { seedClient } from '../../../test/session-fixtures.ts'
import { seedColleague } from '../../../test/staff-fixtures.ts'
import { xlsxOf } from '../../../test/xlsx.ts'
import { eraseOverdue } from './import-jobs.ts'
import { runImport, runRows, workOff } from './run-import.ts'

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
const newName = () =>
  `Import${String.fromCharCode(65 + (people % 26))}${String.fromCharCode(65 + Math.floor(people++ / 26))}`
const recordOf = async (id: string) => (await core.ask(admin, { method: 'GET', url: `/clients/${id}` })).json()
const named = async (last: string) => {
  const answer = await core.ask(admin, { method: 'GET', url: `/clients?q=${last}&limit=50` })
  return Promise.all(answer.json().map(({ id }: { id: string }) => recordOf(id)))
}
async function countCreated(last: string, db = core.app.db): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`SELECT count(*)::int AS n FROM clients WHERE client_last_name = ${last}`.execute(db)
  return rows[0]?.n ?? 0
}
const change = async (id: string, payload: object) =>
  expect((await core.ask(admin, { method: 'PUT', url: `/clients/${id}`, payload })).statusCode).toBe(200)

describe('a dry run', () => {
  it('[BK-03] given known, new, unclear, unchanged and faulty rows, when checked, then each says what happens and why, masked @full', async () => {
    const last = newName()
    const known = await seedClient(core, admin, {
      client_first_name: 'Ann',
      client_last_name: last,
      dob: '1980-01-02',
      primary_email: `ann@${last}.example`,
      ssn: '123-45-6789',
    })
    const file = [
      'First Name,Last Name,DOB,Email,SSN,City',
      `Ann,${last.toUpperCase()},1/2/1980,,,Miami`,
      `Bob,${last},3/4/1985,bob@${last}.example,987654321,`,
      `Anne,${last},,ANN@${last}.example,,`,
      `Ann,${last},01/02/1980,ann@${last}.example,123456789,`,
      `Dan,${last},13/13/1980,,12345,`,
      ',,,,,',
      ',,,lost@mail.example,,',
    ].join('\r\n')
    const { id, counts, rows } = await imports.check(file)
    expect([rows, counts]).toEqual([6, { create: 1, update: 1, ambiguous: 1, undecided: 1, skip: 1, fault: 2 }])
    expect(await imports.rows(id)).toMatchObject([
      {
        number: 2,
        outcome: 'update',
        client: { id: known },
        values: [{ field: 'address', former: null, value: 'Miami' }],
      },
      {
        number: 3,
        outcome: 'create',
        values: expect.arrayContaining([{ field: 'ssn', former: null, value: '***-**-4321' }]),
      },
      {
        number: 4,
        outcome: 'ambiguous',
        reasons: [{ message: 'a client has the same e-mail address, other name' }],
        candidates: [{ id: known, name: `Ann ${last}` }],
      },
      { number: 5, outcome: 'skip', reasons: [{ message: 'brings nothing new' }] },
      { number: 6, outcome: 'fault', reasons: [{ field: 'dob' }, { field: 'ssn' }] },
      { number: 8, outcome: 'fault', reasons: [{ message: 'has no name' }] },
    ])
    expect((await named(last)).length).toBe(1)
    expect((await imports.rows(id, '?outcome=fault')).map(({ number }) => number)).toEqual([6, 8])
    const csv = await imports.ask('GET', `${id}/rows.csv?outcome=create`)
    expect(csv.body).toContain('***-**-4321')
    expect(csv.body).not.toContain('987654321')
  })

  it('[BK-09] given names that are formulas, when the rows are downloaded, then no spreadsheet takes them for one @full', async () => {
    const last = newName()
    const cmd = '=HYPERLINK("https://mail.example","x")'
    await seedClient(core, admin, {
      client_first_name: cmd,
      client_last_name: last,
      primary_email: `cmd@${last}.example`,
    })
    const { id } = await imports.check(`Email,City\ncmd@${last}.example,Miami\n`)
    const { body } = await imports.ask('GET', `${id}/rows.csv`)
    expect(body).toContain(`"'=HYPERLINK(""https://mail.example""`)
  })

  it('[BK-03] given people of a family, and one twice in the file, when imported, then each is one client @full', async () => {
    const last = newName()
    const file = [
      'Name,DOB,Phone,Plan,City',
      `Ann ${last},1/2/1980,305 555 0101,Gold,`,
      `Bob ${last},1/2/1981,305 555 0101,,`,
      `"${last}, Ann",1/2/1980,,Silver,Miami`,
    ].join('\n')
    const { counts } = await imports.import(file)
    expect(counts).toEqual({ create: 2, update: 1, created: 2, updated: 1 })
    const records = await named(last)
    expect(
      records.map((record) => [record.client_first_name, record.current_health_plan_name, record.address]).sort(),
    ).toEqual([
      ['Ann', 'Gold', 'Miami'],
      ['Bob', null, null],
    ])
    expect((await imports.check(file)).counts).toMatchObject({ skip: 3 })
  })

  it('[BK-03] given a namesake in another list of the same headings, when checked, then they are one only if no address or number differs @full', async () => {
    const last = newName()
    const head = 'Name,Phone,Email\n'
    await imports.import(`${head}Ann ${last},3055557711,ann@${last}.example\nBea ${last},,bea@${last}.example\n`)
    const { id } = await imports.check(`${head}Ann ${last},3055557712,other@${last}.example\nBea ${last},3055557713,\n`)
    const [ann, bea] = await imports.rows(id)
    expect(ann).toMatchObject({
      outcome: 'ambiguous',
      reasons: [{ message: expect.stringContaining('no birth date') }],
    })
    expect(bea?.outcome).toBe('update')
  })

  it('[BK-03] given a known number and the names in the other order, when checked without birth dates, then it is a question', async () => {
    const last = newName()
    await seedClient(core, admin, { client_first_name: 'Kim', client_last_name: last, primary_phone: '3055550133' })
    const { id } = await imports.check(`First Name,Last Name,Phone,City\n${last},Kim,3055550133,Miami\n`)
    const reasons = [{ message: expect.stringContaining('names in the other order') }]
    expect((await imports.rows(id))[0]).toMatchObject({ outcome: 'ambiguous', reasons })
  })

  it('[BK-03] given one e-mail address and no birth dates, when checked, then a like first name is unclear, and another is of the family @full', async () => {
    const last = newName()
    const row = (name: string) => `${name} ${last},ann@${last}.example`
    const names = ['Robert', 'Mary', 'Bob', 'Marie', 'Ángel', 'Robert 😀']
    const { id } = await imports.check(`Name,Email\n${names.map(row).join('\n')}\n`)
    expect((await imports.rows(id)).map(({ outcome, same_as }) => [outcome, same_as])).toEqual([
      ['create', null],
      ['create', null],
      ['ambiguous', 2],
      ['ambiguous', 3],
      ['create', null],
      ['update', 2],
    ])
  })

  it('[BK-27] given a separator that is not in quotes, when checked, then a new client is a question, and the address is whole @full', async () => {
    const last = newName()
    const rows = ['Ann', 'Bob', 'Cy', 'Di', 'Ed'].map((name) => `${name},${last},1/2/1980,5 Elm St,Miami,FL,33101`)
    const file = [
      'First Name,Last Name,DOB,Address,City,State,Zip',
      ...rows,
      `Flo,${last},1/2/1980,5 Elm St, Apt 5,Miami,FL,33101`,
    ].join('\n')
    const { id, counts } = await imports.check(file)
    expect(counts).toMatchObject({ create: 5, ambiguous: 1 })
    await imports.ask('PUT', `${id}/decisions`, { decision: 'create' })
    await imports.step(id, 'run', 'done')
    const addresses = (await named(last)).map(({ client_first_name: name, address }) => [name, address])
    expect(addresses).toContainEqual(['Flo', '5 Elm St, Apt 5\nMiami, FL 33101'])
  })

  it('[BK-41] given a company with a comma in half of the rows, or in all, when checked, then no value stands in another column @full', async () => {
    const last = newName()
    const rowsOf = (carriers: string[]) =>
      carriers.map(
        (carrier, n) => `Ann${'abcdef'[n]},${last},1/${n + 1}/1980,${carrier},Silver ${n},P${n}${last},Active,100.5`,
      )
    const [plain, torn] = ['Oscar', 'Ambetter Health, Inc.']
    const head = 'First Name,Last Name,DOB,Carrier,Plan,Policy Number,Policy Status,Premium'
    for (const carriers of [
      [plain, torn, plain, torn, plain, torn],
      [torn, torn, torn, torn],
    ]) {
      const { id, plan, counts } = await imports.check([head, ...rowsOf(carriers)].join('\n'), {
        policies: { line: 'health' },
      })
      expect(plan.mapping.slice(-2)).toEqual(['policy.status', 'policy.premium'])
      expect(counts.ambiguous).toBe(carriers.filter((carrier) => carrier === torn).length)
      const shown = await imports.rows(id)
      expect(
        shown.map(({ values }) =>
          values.flatMap(({ field, value }) => (/carrier|product|premium/.test(field) ? [value] : [])),
        ),
      ).toEqual(carriers.map((carrier, n) => [carrier, `Silver ${n}`, '100.50']))
    }
    const other = await imports.check([head, ...rowsOf([plain, plain, 'Health, Care'])].join('\n'))
    expect((await imports.rows(other.id)).map(({ outcome }) => outcome)).toEqual(['create', 'create', 'fault'])
  })

  it('[BK-41] given a column without a heading, and a value that does not fit, when checked, then that value alone is the fault @full', async () => {
    const last = newName()
    const days = ['1/2/1980', 'soon', '1/4/1980', '1/5/1980', '1/6/1980', '1/7/1980']
    const file = ['First Name,Last Name,DOB', ...days.map((day, n) => `Ann${'abcdef'[n]},${last},${day},x${n}`)].join(
      '\n',
    )
    const { id, counts } = await imports.check(file)
    expect(counts).toMatchObject({ create: 5, fault: 1 })
    expect((await imports.rows(id))[1]?.reasons).toEqual([{ field: 'dob', message: 'is not a date' }])
    expect((await imports.check(file, { leave_out_faults: true })).counts).toMatchObject({ create: 6 })
  })

  it('[BK-41] given letters of two encodings, when checked, then they are right, and the rows say what to check', async () => {
    const last = newName()
    const rows = [`Zoë,${last},Núñez`, `Jos\xe9,${last},Lima`, `Ren\ufffd,${last},Lima`]
    const bytes = rows.map((row) => Buffer.from(`${row}\n`, row.includes('\xe9') ? 'latin1' : 'utf8'))
    const { id } = await imports.check(Buffer.concat([Buffer.from('First Name,Last Name,City\n'), ...bytes]))
    expect((await imports.rows(id)).map(({ values, reasons }) => [values[0]?.value, reasons[0]?.message])).toEqual([
      ['Zoë', undefined],
      ['José', expect.stringContaining('read as Windows-1252')],
      ['Ren\ufffd', expect.stringContaining('could not read')],
    ])
  })

  it('[BK-04] given a list without some last names, when checked and imported twice, then there are no twins @full', async () => {
    const first = newName()
    const file = ['First Name,Last Name,DOB,City', `${first},,1/2/1980,`, `${first},NULL,1/2/1980,Miami`]
    const { id, counts } = await imports.check([...file, `${first},,1/3/1980,`, `${first},Lima,1/2/1980,`].join('\n'))
    expect(counts).toMatchObject({ create: 2, update: 1, ambiguous: 1 })
    expect((await imports.rows(id)).at(-1)?.reasons[0]?.message).toBe('row 2 has the same name, but for the last name')
    await imports.import(file.join('\n'))
    expect((await imports.check(file.join('\n'))).counts).toMatchObject({ skip: 2 })
  })

  it('[BK-27] given a couple in one cell and three rows of one person, when run, then they are one client each @full', async () => {
    const last = newName()
    const file = [
      'Name,DOB,Phone,Email,City',
      `Ann ${last},1/2/1980,,,`,
      `Ann ${last},1/2/1980,,ann@${last}.example,`,
      `Ann ${last},1/2/1980,,ann@${last}.example,Miami`,
      `Carl & Dora ${last},1/2/1970,,,`,
    ].join('\n')
    const { id, counts } = await imports.check(file)
    expect(counts).toMatchObject({ create: 1, update: 2, ambiguous: 1 })
    await imports.ask('PUT', `${id}/decisions`, { decision: 'create' })
    expect((await imports.step(id, 'run', 'done')).counts).not.toHaveProperty('failed')
    const found = await named(last)
    expect(found.map((each) => [each.client_first_name, each.address, each.spouse_name]).sort()).toEqual([
      ['Ann', 'Miami', null],
      ['Carl', null, `Dora ${last}`],
    ])
  })

  it('[BK-03] given answers, when the file is checked again with other settings, then those to the same questions stay', async () => {
    const last = newName()
    const file = `Name,DOB,City\nCarl & Dora ${last},1/2/1970,Miami\nEd & Flo ${last},1/2/1971,Tampa\n`
    const { id } = await imports.check(file)
    await imports.ask('PUT', `${id}/decisions`, { number: 2, decision: 'skip' })
    await imports.ask('PUT', id, { fill_only: true })
    await imports.step(id, 'check', 'checked')
    expect((await imports.rows(id)).map(({ decision }) => decision)).toEqual(['skip', null])
  })

  it('[BK-03] given the number of a policy and no birth date, when checked, then a name with an initial more is known, and one cut off or misspelt is asked', async () => {
    const last = newName()
    const head = 'Name,DOB,Carrier,LOB,Policy Number,Policy Status\n'
    const row = (name: string, n: number, dob = '') => `"${name}",${dob},Oscar,Health,UQ-${last}-900${n},Active\n`
    const known = ['Daniel', 'Thomas', 'Ann B', 'Robert'].map((name, n) => row(`${last}, ${name}`, n, '1/2/1970'))
    await imports.import(head + known.join(''))
    const names = ['DANIEL A', 'TH', 'ANN', 'MARIA'].map((name, n) => row(`${last.toUpperCase()}, ${name}`, n))
    const { id } = await imports.check(head + names.join(''))
    expect((await imports.rows(id)).map(({ outcome }) => outcome)).toEqual(['update', 'ambiguous', 'skip', 'create'])
    const twice = [row(`Uj${last}, Daniel`, 7), row(`Uj${last}, Daniel J`, 7), row(`Uj${last}, Danny`, 7)]
    const within = await imports.check(head + twice.join(''))
    expect((await imports.rows(within.id)).map(({ outcome }) => outcome)).toEqual(['create', 'update', 'ambiguous'])
  })

  it('[BK-03] given names in other words or letters and the same birth date, when imported, then they are the same people; other names are not @full', async () => {
    const last = newName()
    const known = { client_last_name: last, dob: '1980-01-02' }
    await seedClient(core, admin, { client_first_name: 'Robert', ...known })
    await seedClient(core, admin, { client_first_name: 'Zoë Marie', ...known, dob: '1980-01-03' })
    await seedClient(core, admin, { client_first_name: 'Jürgen', ...known, dob: '1980-01-04' })
    const file = [
      'Name,DOB,City',
      `"${last} JR, ROBERT M",1/2/1980,Miami`,
      `"${last}, ZOE",1/3/1980,Miami`,
      `Juergen ${last},1/4/1980,Miami`,
      `Ana Lima ${last},1/6/1980,Miami`,
      `"Lima ${last}, Ana",1/6/1980,Miami`,
      `Ann M ${last},1/5/1980,Miami`,
      `Ann Maria ${last} III,1/5/1980,Miami`,
      `Ann Beth ${last},1/5/1980,Miami`,
      `Roberta ${last},1/2/1980,Miami`,
    ].join('\n')
    const { counts } = await imports.import(file)
    expect(counts).toMatchObject({ update: 5, create: 4 })
    const names = (await named(last)).map((record) => `${record.client_first_name} ${record.client_last_name}`)
    expect(names).toEqual(expect.arrayContaining([`ROBERT M ${last} JR`, `Zoë Marie ${last}`]))
  })

  it('[BK-03] given SSNs, when checked, then the whole number tells who is known, however it is written', async () => {
    const last = newName()
    const ann = await seedClient(core, admin, { client_first_name: 'Ann', client_last_name: last, ssn: '219-45-6701' })
    const eve = await seedClient(core, admin, { client_first_name: 'Eve', client_last_name: last, ssn: '219-45-6702' })
    const file = [
      'First Name,Last Name,SSN,City',
      `,,219456701,Miami`,
      `Bob,${last},219-45-6702,`,
      `Cy,${last},319-45-6701,`,
    ].join('\n')
    const { id } = await imports.check(file)
    expect(await imports.rows(id)).toMatchObject([
      { outcome: 'update', client: { id: ann } },
      {
        outcome: 'ambiguous',
        reasons: [{ message: 'a client has the same SSN, other name' }],
        candidates: [{ id: eve }],
      },
      { outcome: 'create' },
    ])
  })

  it('[BK-27] given headings that come again and a row of one cell, when checked, then neither is a client unless so decided @full', async () => {
    const last = newName()
    const head = 'First Name,Last Name,DOB,Policy Number,Carrier,LOB,City'
    const { id, counts } = await imports.check(
      `${head}\nAnn,${last},1/2/1980,,,,Miami\n${head}\n${last} page,,,,,,\nBob,${last},,,,,\n`,
    )
    expect(counts).toEqual({ create: 2, skip: 1, ambiguous: 1, undecided: 1 })
    expect(await imports.rows(id, '?outcome=ambiguous')).toMatchObject([
      { number: 4, reasons: [{ message: expect.stringContaining('one cell alone') }] },
    ])
    expect((await imports.ask('PUT', `${id}/decisions`, { decision: 'skip' })).statusCode).toBe(200)
    await imports.step(id, 'run', 'done')
    expect((await named(last)).map((record) => record.client_first_name).sort()).toEqual(['Ann', 'Bob'])
  })

  it.each([
    ['the e-mail address and the number', 'ann@mail.example', 'skip'],
    ['the number', 'other@mail.example', 'ambiguous'],
  ])(
    '[BK-03] given a client with an initial more, who has %s of a row, when checked, then it is that one: %s',
    async (_what, primary_email, outcome) => {
      const last = newName()
      const primary_phone = outcome === 'skip' ? '3055550181' : '3055550182'
      const record = { client_first_name: 'Ann N', client_last_name: last, primary_phone, primary_email }
      await seedClient(core, admin, record)
      const { id } = await imports.check(
        `First Name,Last Name,Phone,Email\nAnn,${last},${primary_phone},ann@mail.example\n`,
      )
      expect((await imports.rows(id)).map((row) => row.outcome)).toEqual([outcome])
    },
  )

  it('[BK-03] given an unclear row, when it is run undecided, then it waits; decided, then it does that @full', async () => {
    const last = newName()
    const ann = await seedClient(core, admin, {
      client_first_name: 'Ann',
      client_last_name: last,
      primary_phone: '3055550111',
    })
    const file = `First Name,Last Name,Phone,City\nAnne,${last},(305) 555-0111,Miami\nNancy,${last},305.555.0111,Tampa\n`
    const { id, counts } = await imports.check(file)
    expect(counts).toMatchObject({ ambiguous: 2, undecided: 2 })
    expect((await imports.ask('POST', `${id}/run`)).json()).toMatchObject({
      code: 'WRONG_STATE',
      message: 'Decide 2 rows first.',
    })
    const other = await seedClient(core, admin)
    const decide = (payload: object) => imports.ask('PUT', `${id}/decisions`, payload)
    expect((await decide({ number: 2, decision: 'update', candidate: other })).statusCode).toBe(400)
    expect((await decide({ number: 2, decision: 'update', candidate: ann })).json().counts.undecided).toBe(1)
    expect((await decide({ decision: 'create' })).json().counts.undecided).toBeUndefined()
    await imports.step(id, 'run', 'done')
    expect(await recordOf(ann)).toMatchObject({ client_first_name: 'Anne', address: 'Miami' })
    expect((await named(last)).map((record) => record.client_first_name).sort()).toEqual(['Anne', 'Nancy'])
  })

  it('[BK-03] given faulty cells to be left out and fields only to be filled, when imported, then the rest of the row is @full', async () => {
    const last = newName()
    const ann = await seedClient(core, admin, {
      client_first_name: 'Ann',
      client_last_name: last,
      dob: '1980-01-02',
      occupation: 'Nurse',
    })
    const file = `First,Last,DOB,Occupation,Employer,Email\nAnn,${last},1/2/1980,Pilot,Acme,nowhere\n`
    const { id } = await imports.import(file, { fill_only: true, leave_out_faults: true })
    expect(await recordOf(ann)).toMatchObject({ occupation: 'Nurse', name_of_employer: 'Acme', primary_email: null })
    expect(await imports.rows(id)).toMatchObject([
      {
        result: 'updated',
        reasons: [{ field: 'primary_email' }, { field: 'occupation', message: 'stays as it is on the record' }],
      },
    ])
  })
})

describe('a file', () => {
  it('[BK-02] given the same headings in another notation, when uploaded, then it is read as it is written, and a file that does not tell as the former one @full', async () => {
    const text = (dob: string, premium: string) => `Name,Notation DOB,Premium\nAnn Lee,${dob},"${premium}"\n`
    await imports.check(text('13/04/1980', '100,00'))
    const of = async (dob: string, premium: string) => (await imports.upload(text(dob, premium))).plan.settings
    expect(await of('03/04/1980', '100')).toMatchObject({ dates: 'dmy', decimals: 'comma' })
    expect(await of('04/13/1980', '100.00')).toMatchObject({ dates: 'mdy', decimals: 'point' })
  })

  it.each([
    ['Eva', 'Surb', 'Nombres,Apellido Paterno,Apellido Materno,Fecha de Nacimiento', 'Eva,Surb,Lopb'],
    ['Mary Ann', 'Tola', 'First Name,Last Name,Middle Name,DOB', 'Mary Ann,,'],
  ])(
    '[BK-03] given the client %s %s, when a row has other parts of the name and the birth date, then it is asked about',
    async (client_first_name, client_last_name, head, names) => {
      await seedClient(core, admin, { client_first_name, client_last_name, dob: '1950-03-14' })
      const { id } = await imports.check(`${head}\n${names},03/14/1950\n`)
      expect((await imports.rows(id)).map(({ outcome }) => outcome)).toEqual(['ambiguous'])
    },
  )

  it('[BK-27] given other notes in a row with a remark beside the name, when checked, then the row says that the notes stay @full', async () => {
    const last = newName()
    const row = (name: string, notes: string) => `Name,DOB,Notes\n${name},1/2/1950,${notes}\n`
    await imports.import(row(`Ann ${last} (VIP)`, 'sends card'))
    const stays = { field: 'notes', message: 'stays as it is on the record' }
    for (const [name, notes, outcome, isTold] of [
      [`Ann ${last} (VIP)`, 'sends card', 'skip', false],
      [`Ann ${last} (VIP)`, 'call in Oct', 'skip', true],
      [`Ann ${last} (deceased)`, 'died 3/2026', 'update', true],
    ] as const) {
      const { id } = await imports.check(row(name, notes))
      const [checked] = await imports.rows(id)
      expect([checked?.outcome, checked?.reasons.some(({ message }) => message === stays.message)]).toEqual([
        outcome,
        isTold,
      ])
    }
  })

  it('[BK-03] given unclear rows of two kinds, when one kind is decided, then the other still waits, and candidates of one name are told apart', async () => {
    const own = newName()
    await seedClient(core, admin, { client_first_name: 'Ann', client_last_name: own, dob: '1950-03-14' })
    await seedClient(core, admin, { client_first_name: 'Ann', client_last_name: own, primary_phone: '305-555-0163' })
    const { id } = await imports.check(`Name\nAnn ${own}\nBob & Eva ${own}\nJim & Joy ${own}\n`)
    const asked = async () => (await imports.ask('GET', id)).json().questions
    const [couples, namesake] = await asked()
    expect([couples, namesake]).toEqual([
      { question: 'is two people: the first is the client, the second the spouse', count: 2 },
      { question: 'a client has the same name, no birth date to compare', count: 1 },
    ])
    const [{ candidates } = { candidates: [] }] = await imports.rows(id, '?outcome=undecided')
    expect(candidates.map(({ about }) => about).toSorted()).toEqual(['305-555-0163', 'born 1950-03-14'])
    const body = { decision: 'create', question: couples.question }
    expect((await imports.ask('PUT', `${id}/decisions`, body)).json()).toMatchObject({ counts: { undecided: 1 } })
    expect(await asked()).toEqual([namesake])
  })

  it('[BK-03] given a row that several clients may be, when all are decided as known, then it still waits', async () => {
    const last = newName()
    for (const dob of ['1970-01-02', '1980-01-02'])
      await seedClient(core, admin, { client_first_name: 'Kim', client_last_name: last, dob })
    const { id } = await imports.check(`First Name,Last Name,City\nKim,${last},Miami\n`)
    await imports.ask('PUT', `${id}/decisions`, { decision: 'update' })
    expect((await imports.rows(id)).map(({ decision }) => decision)).toEqual([null])
  })

  it('[BK-02] given the same headings again, when uploaded, then the plan is remembered @full', async () => {
    const file = 'Vorname,Nachname,Nr.\nAnn,Lee,7\n'
    const first = await imports.upload(file)
    expect([first.remembered, first.plan.mapping]).toEqual([false, [null, null, null]])
    await imports.plan(first, { mapping: ['client_first_name', 'client_last_name', null], match_by: ['name_dob'] })
    await imports.step(first.id, 'check', 'checked')
    const again = await imports.upload(file.replace('Ann', 'Bob'))
    expect(again).toMatchObject({
      remembered: true,
      plan: { mapping: ['client_first_name', 'client_last_name', null], match_by: ['name_dob'] },
    })
  })

  it('[BK-02] given a column that was left out, when its file comes again, then it stays left out only if that file was run', async () => {
    const file = `First,Last,Occupation\nAnn,${newName()},Cook\n`
    const first = await imports.upload(file)
    await imports.plan(first, { mapping: ['client_first_name', 'client_last_name', null] })
    await imports.step(first.id, 'check', 'checked')
    expect((await imports.upload(file)).plan.mapping[2]).toBe('occupation')
    await imports.step(first.id, 'run', 'done')
    expect((await imports.upload(file)).plan.mapping[2]).toBeNull()
  })

  it('[BK-02] given a heading that is no longer known, when uploaded, then it says what no column is now, until one is chosen', async () => {
    const file = `First,Last,DOB,City,Occupation\nAnn,${newName()},1/2/1980,Miami,Cook\n`
    expect((await imports.import(file)).no_longer).toEqual([])
    const again = await imports.upload(file.replace('Occupation', 'Beruf'))
    expect([again.remembered, again.no_longer]).toEqual([true, ['occupation']])
    await imports.plan(again, { mapping: [...again.plan.mapping.slice(0, 4), 'occupation'] })
    expect((await imports.step(again.id, 'check', 'checked')).no_longer).toEqual([])
  })

  it('[BK-02] given the headings of a former file in another order and one renamed, when uploaded, then each column is what it was, and clients who are missing are named', async () => {
    const [one, two] = [newName(), newName()]
    const head = (phone: string) => ['Rufname', 'Familie', 'Geb', 'Ort', phone]
    const write = (columns: number[], ...rows: string[][]) =>
      rows.map((cells) => columns.map((at) => cells[at]).join(',')).join('\n')
    const person = (last: string) => ['Ann', last, '1/2/1980', 'Miami', '305-555-0100']
    const first = await imports.upload(write([0, 1, 2, 3, 4], head('Fon'), person(one), person(two)))
    const mapping = ['client_first_name', 'client_last_name', 'dob', 'city', null] as const
    await imports.plan(first, { mapping: [...mapping], match_by: ['name_dob'] })
    await imports.step(first.id, 'check', 'checked')
    await imports.step(first.id, 'run', 'done')

    const again = await imports.upload(write([4, 3, 2, 1, 0], head('Telefonnummer'), person(one)))
    expect(again.remembered).toBe(true)
    expect(again.plan.mapping.slice(1)).toEqual(['city', 'dob', 'client_last_name', 'client_first_name'])
    expect((await imports.step(again.id, 'check', 'checked')).counts).toMatchObject({ missing: 1 })
    const other = await imports.upload('Rufname,Familie,Strasse\nAnn,Lee,1 Main St\n')
    expect(other.remembered).toBe(false)
  })

  it('[BK-03] given two first names with one birth date, last name and e-mail address, when checked, then it is asked whether they are one person', async () => {
    const last = newName()
    const row = (first: string) => `${first},${last},1/2/1980,a@${last}.example`
    const { id } = await imports.check(`First Name,Last Name,DOB,Email\n${row('Elizabeth')}\n${row('Betsy')}\n`)
    const [one, other] = await imports.rows(id)
    expect([one?.outcome, other?.outcome]).toEqual(['create', 'ambiguous'])
    expect(other?.reasons).toEqual([
      { field: '', message: 'row 2 has the same e-mail address, same birth date, other first name' },
    ])
  })

  const half = 'row 2 has the same e-mail address, other name'
  it.each<[what: string, names: [string, string], outcome: string, reason?: string]>([
    ['another last name alone', ['', 'Two@'], 'ambiguous', half],
    ['another first name alone', ['Bo', ''], 'ambiguous', half],
    ['a part of the name', ['Al', ''], 'update'],
    ['no name', ['', ''], 'update'],
    ['the name of a business', ['', 'Apex@ Holdings LLC'], 'ambiguous', half],
  ])(
    '[BK-03] given a person and a row with the same e-mail address and %s, when checked, then no other name is joined',
    async (_what, [first, last], outcome, reason) => {
      const own = newName()
      const row = (given: string, family: string) => `${given},${family.replace('@', own)},a@${own}.example`
      const { id } = await imports.check(`First Name,Last Name,Email\n${row('Al', 'One@')}\n${row(first, last)}\n`)
      const [, second] = await imports.rows(id)
      expect(second).toMatchObject({ outcome, ...(reason && { reasons: [{ message: reason }] }) })
    },
  )

  it('[BK-03] given first names of which one is the start of others, when the contacts differ, then it is asked whether they are one person', async () => {
    const own = newName()
    const row = (first: string, n: number) => `${first},${own},1/2/1980,305-555-018${n}`
    const rows = [row('Juan Pablo', 1), row('Juan', 2), row('Juan Carlos', 3)]
    const { id } = await imports.check(['First Name,Last Name,DOB,Phone', ...rows].join('\n'))
    expect((await imports.rows(id)).map(({ outcome }) => outcome)).toEqual(['create', 'ambiguous', 'ambiguous'])
  })

  it('[BK-03] given a name alone that was in the former file, when its street is another one, then it is asked', async () => {
    const own = newName()
    const file = (street: string) => `First Name,Last Name,Address\nMaria,${own},${street}\n`
    await imports.import(file('1 Elm St'))
    const outcomeOf = async (street: string) => (await imports.rows((await imports.check(file(street))).id))[0]?.outcome
    expect(await outcomeOf('1 Elm Street Apt 2')).not.toBe('ambiguous')
    expect(await outcomeOf('99 Palm Av')).toBe('ambiguous')
  })

  it('[BK-03] given businesses, when their file comes again, then they are known by their names', async () => {
    const own = newName()
    const file = `Name,Phone\nSunside${own} Bakery LLC,\nLaw Offices of ${own},305-555-0190\n`
    const made = await imports.check(file)
    await imports.ask('PUT', `${made.id}/decisions`, { decision: 'create' })
    await imports.step(made.id, 'run', 'done')
    expect((await imports.check(file)).counts).toEqual({ skip: 2, missing: 0 })
  })

  it('[BK-03] given a first name and a short one with one birth date and last name, when checked against the file and the book, then it is asked', async () => {
    const last = newName()
    await seedClient(core, admin, { client_first_name: 'Robert', client_last_name: last, dob: '1960-01-02' })
    const rows = ['Bob', 'William', 'Bill', 'Ana'].map((first, at) => `${first},${last},1/${at === 0 ? 2 : 3}/1960`)
    const { id } = await imports.check(['First Name,Last Name,DOB', ...rows].join('\n'))
    const outcomes = (await imports.rows(id)).map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['ambiguous', 'create', 'ambiguous', 'create'])
  })

  it.each([
    ['Ana', 'Anita', ['create', 'ambiguous']],
    ['Miguel', 'Miguelito', ['create', 'ambiguous']],
    ['Carmen', 'Carmencita', ['create', 'ambiguous']],
    ['Juan', 'Juanita', ['create', 'create']],
  ])(
    '[BK-03] given %s and %s of one last name and phone, with month and day the other way, when checked, then a short name is asked',
    async (one, other, outcomes) => {
      const last = newName()
      const rows = [`${one},${last},10/08/1944,305-236-0199`, `${other},${last},8/10/1944,3052360199`]
      const { id } = await imports.check(['First Name,Last Name,DOB,Phone', ...rows].join('\n'))
      expect((await imports.rows(id)).map(({ outcome }) => outcome)).toEqual(outcomes)
    },
  )

  it('[BK-40] given a value that was edited by hand since the last file, when the file comes again, then the row says so', async () => {
    const last = newName()
    const file = `First Name,Last Name,DOB,City of Birth,Occupation\nAnn,${last},1/2/1980,Miami,Cook\n`
    await imports.import(file)
    const [ann] = await named(last)
    const payload = { city_of_birth: 'Tampa' }
    await core.ask(admin, { method: 'PUT', url: `/clients/${ann?.id}`, payload })
    const { id } = await imports.check(file.replace('Cook', 'Baker'))
    const [row] = await imports.rows(id)
    const message = 'was edited here since the last import: please check'
    expect(row?.reasons).toEqual([{ field: 'city_of_birth', message }])
  })

  it('[BK-40] given fields that are edited by hand between the check and the run, when run, then they stay, and the row says so', async () => {
    const own = newName()
    const file = (phone: string) => `First Name,Last Name,DOB,Address,Phone\nAl,${own},1/2/1980,1 Elm St,${phone}\n`
    await imports.import(file('305-555-0151'))
    const checked = await imports.check(file('305-555-0152'))
    const [{ id } = { id: '' }] = await named(own)
    await change(id, {
      client_last_name: `${own} Lopez`,
      address: '9 Hand St',
      primary_phone: '305-555-0199',
      occupation: 'Cook',
    })
    await imports.step(checked.id, 'run', 'done')
    const [row] = await imports.rows(checked.id)
    expect(row?.reasons).toEqual(
      ['client_last_name', 'primary_phone', 'address'].map((field) => ({
        field,
        message: 'was edited since the check, and stays',
      })),
    )
    expect(await recordOf(id)).toMatchObject({
      client_last_name: `${own} Lopez`,
      address: '9 Hand St',
      primary_phone: '305-555-0199',
    })
  })

  it('[BK-02] given three rows of a person with other numbers, when imported, then the third number is in the notes', async () => {
    const last = newName()
    const rows = [6, 7, 8].map((n) => `Al,${last},1/2/1980,(305) 222-440${n},`)
    const file = ['First Name,Last Name,DOB,Phone,Notes', ...rows].join('\n')
    await imports.import(file)
    const [al] = await named(last)
    expect(al).toMatchObject({ primary_phone: '(305) 222-4406', secondary_phone: '(305) 222-4407' })
    expect(al?.notes).toBe('<p>Primary Phone: (305) 222-4408</p>')
    expect((await imports.check(file)).counts).toMatchObject({ skip: 3 })
  })

  it('[BK-20] given a record that was merged into another, when a row has its values, then the row is of the other', async () => {
    const last = newName()
    const [kept, merged] = await Promise.all(
      ['Ann', 'Anna'].map((first) =>
        seedClient(core, admin, {
          client_first_name: first,
          client_last_name: last,
          primary_email: `${first}@x.example`,
        }),
      ),
    )
    const payload = { other_id: merged, version: 1, other_version: 1, from_other: [] }
    const answer = await core.ask(admin, { method: 'POST', url: `/clients/${kept}/merges`, payload })
    expect(answer.statusCode, answer.body).toBe(201)
    const { id } = await imports.check(`First Name,Last Name,Email,City\nAnna,${last},Anna@x.example,Miami\n`)
    expect(await imports.rows(id)).toMatchObject([{ outcome: 'update', client: { id: kept } }])
  })

  it('[BK-01] given settings that are changed, when saved, then columns are read anew; two columns for one field are refused', async () => {
    const made = await imports.upload('Report\nFirst Name;Last Name\nAnn;Lee\n')
    expect(made).toMatchObject({ detected: { delimiter: ';', header_row: 2, encoding: 'utf-8' } })
    const pipes = await imports.upload('a,b\nName|Premium\nAnn|9,50\nBob|7,25\n')
    const commas = await imports.plan(pipes, { settings: { ...pipes.plan.settings, delimiter: ',' } })
    const back = await imports.plan(commas, { settings: { ...commas.plan.settings, delimiter: '|' } })
    expect(back.plan.settings).toMatchObject({ header_row: 2, decimals: 'comma' })
    const settings = { ...made.plan.settings, header_row: 0 }
    expect(await imports.plan(made, { settings })).toMatchObject({ columns: [{ heading: '' }, { heading: '' }] })
    const twice = { ...made.plan, settings, mapping: ['status', 'status'] }
    expect((await imports.ask('PUT', `${made.id}/plan`, twice)).json().message).toContain('two columns are status')
  })

  it.each([
    ['utf-16le', (bytes: Buffer) => bytes],
    ['utf-16be', (bytes: Buffer) => bytes.swap16()],
  ])(
    '[BK-01] given Unicode text of a spreadsheet in %s, when uploaded, then it is a table',
    async (encoding, written) => {
      const text = Buffer.from('\ufeffFirst Name\tLast Name\r\nZo\u00eb\tLee\r\n', 'utf16le')
      expect(await imports.upload(written(text), 'book.txt')).toMatchObject({
        detected: { encoding, delimiter: '\t' },
        plan: { mapping: ['client_first_name', 'client_last_name'] },
      })
    },
  )

  it('[BK-01] given a workbook, when imported, then its rows are clients @full', async () => {
    const last = newName()
    const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
    const rows = `<row r="1">${cell('A1', 'First')}${cell('B1', 'Last')}${cell('C1', 'DOB')}</row>
      <row r="2">${cell('A2', 'Ann')}${cell('B2', last)}<c r="C2" s="1"><v>29221</v></c></row>`
    const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>'
    const made = await imports.upload(await xlsxOf({ rows, styles }), 'book.xlsx')
    expect(made).toMatchObject({ kind: 'xlsx', sheets: ['Book'], plan: { settings: { sheet: 'Book' } } })
    await imports.step(made.id, 'check', 'checked')
    await imports.step(made.id, 'run', 'done')
    expect(await named(last)).toMatchObject([{ client_first_name: 'Ann', dob: '1980-01-01' }])
  })

  it('[BK-01] given comments of cells and a hidden row, when imported, then the notes have them, and the rows say so', async () => {
    const last = newName()
    const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
    const rows = `<row r="1">${cell('A1', 'First Name')}${cell('B1', 'Last Name')}</row>
      <row r="2">${cell('A2', 'Ann')}${cell('B2', last)}</row><row r="3" hidden="1">${cell('A3', 'Bob')}${cell('B3', last)}</row>`
    const comments = '<comment ref="A2"><text><t>Moved to GA</t></text></comment>'
    const { id } = await imports.import(await xlsxOf({ rows, comments }))
    expect((await imports.rows(id)).map(({ reasons }) => reasons.map(({ message }) => message))).toEqual([
      ['get the comments of its cells'],
      ['is hidden in the workbook; please check it'],
    ])
    const people = await named(last)
    expect(people.find(({ client_first_name: first }) => first === 'Ann').notes).toBe('<p>Comments: Moved to GA</p>')
  })

  it('[BK-01] given a workbook with a list before its book, when uploaded, then the book is read, or the sheet that is chosen @full', async () => {
    const row = (number: number, ...cells: string[]) =>
      `<row r="${number}">${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`
    const last = newName()
    const rows = row(1, 'First', 'Last', 'DOB', 'Phone') + row(2, 'Ann', 'Lee', '1/2/1980', '')
    const lists = row(1, 'First', 'Last') + row(2, 'Bob', last)
    const made = await imports.upload(await xlsxOf({ rows, lists }), 'book.xlsx')
    expect(made).toMatchObject({ sheets: ['Lists', 'Book'], plan: { settings: { sheet: 'Book' } } })
    const chosen = await imports.plan(made, { settings: { ...made.plan.settings, sheet: 'Lists' } })
    expect(chosen.columns.map(({ heading }) => heading)).toEqual(['First', 'Last'])
    await imports.step(made.id, 'check', 'checked')
    await imports.step(made.id, 'run', 'done')
    expect(await named(last)).toMatchObject([{ client_first_name: 'Bob' }])
  })

  it.each([
    ['a PDF', '%PDF-1.7\n', /is no table that can be read; save it as CSV or XLSX/],
    ['a web page', '<html><table><tr><td>Name</td></tr></table></html>', /web page.* save it as XLSX/],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /old workbook/],
    ['10,000 columns', 'x,'.repeat(10_000), /columns/],
    ['blank lines', '\n\n\n', /has no rows/],
  ])('[BK-09] given %s, when uploaded, then it is refused in words and not kept', async (_what, content, message) => {
    const stored = () => sql<{ n: number }>`SELECT count(*)::int AS n FROM files`.execute(core.app.db)
    const before = await stored()
    const answer = await imports.send(content)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toMatch(message)
    expect((await stored()).rows).toEqual(before.rows)
  })

  it('[BK-06] given an import, when looked for in the database, then no value of a row is in the clear, and erased it is gone', async () => {
    const last = newName()
    const { id } = await imports.check(`First Name,Last Name,SSN\nAnn,${last},111-22-3333\n`)
    const stored = async () => {
      const { rows } = await sql<{ text: string }>`SELECT
        (SELECT string_agg(i::text, '') FROM client_imports i WHERE id = ${id}) ||
        (SELECT string_agg(r::text, '') FROM client_import_rows r WHERE import_id = ${id}) AS text`.execute(core.app.db)
      return rows[0]?.text ?? ''
    }
    expect(await stored()).not.toMatch(new RegExp(`${last}|111-22`))
    await imports.step(id, 'run', 'done')
    const erased = await imports.ask('DELETE', `${id}/file`)
    expect(erased.json()).toMatchObject({ state: 'done', file_until: null, columns: [] })
    expect((await imports.rows(id)).map(({ values }) => values)).toEqual([[]])
    expect((await imports.ask('POST', `${id}/revert`)).statusCode).toBe(409)
    expect((await named(last)).length).toBe(1)
  })
})

describe('an old import', () => {
  it('[BK-06] given a file of eight days ago and one of today, when old ones are erased, then its values are gone and its clients stay @full', async () => {
    const last = newName()
    const old = await imports.import(`First Name,Last Name\nAnn,${last}\n`)
    const young = await imports.check(`First Name,Last Name\nBob,${last}\n`)
    await sql`UPDATE client_imports SET created_at = now() - interval '8 days' WHERE id = ${old.id}`.execute(
      core.app.db,
    )
    await eraseOverdue({ db: core.app.db, files: core.app.files })
    expect((await imports.ask('GET', old.id)).json()).toMatchObject({ state: 'done', file_until: null })
    expect(await imports.rows(old.id)).toMatchObject([{ result: 'created', values: [] }])
    expect((await imports.ask('GET', young.id)).json().file_until).not.toBeNull()
    expect(await countCreated(last)).toBe(1)
  })
})

describe('a run', () => {
  it('[BK-04] given rows of owners, when run, then clients have them, and an event each in the trail @full', async () => {
    const ana = await seedColleague(core, 'standard')
    const last = newName()
    const { id } = await imports.import(
      `First Name,Last Name,SSN,Owner\nAnn,${last},111224444,${ana.admin.email}\nBob,${last},5,nobody@mail.example\n`,
    )
    const [ann, ...others] = await named(last)
    expect(others).toEqual([])
    expect(ann).toMatchObject({ owner_id: ana.admin.id, ssn: '111-22-4444' })
    expect(await imports.rows(id)).toMatchObject([{ result: 'created' }, { result: 'skipped', outcome: 'fault' }])
    const { rows } = await sql<{ action: string; fields: string[] }>`SELECT action, fields FROM audit_events
      WHERE client_id = ${ann.id} AND action = 'client.created'`.execute(core.app.db)
    expect(rows).toEqual([{ action: 'client.created', fields: expect.arrayContaining(['client_first_name', 'ssn']) }])
  })

  it('[BK-04] given a client that was added since the dry run, when run, then there is no twin @full', async () => {
    const last = newName()
    const { id } = await imports.check(`First Name,Last Name,DOB\nAnn,${last},1/2/1980\n`)
    await seedClient(core, admin, { client_first_name: 'Ann', client_last_name: last, dob: '1980-01-02' })
    await imports.step(id, 'run', 'done')
    expect(await imports.rows(id)).toMatchObject([
      { result: 'failed', reasons: [{ message: expect.stringContaining('since the dry run') }] },
    ])
    expect((await named(last)).length).toBe(1)
  })

  it('[BK-04] given whoever started it lost the permission, when the job runs, then it stops and says so @full', async () => {
    const ben = await seedColleague(core, 'power')
    const steps = new ImportSteps(core, ben.as)
    const { id } = await steps.check(`First Name,Last Name\nAnn,${newName()}\n`)
    await sql`UPDATE client_imports SET state = 'running', acting_id = ${ben.admin.id} WHERE id = ${id}`.execute(
      core.app.db,
    )
    await sql`UPDATE admins SET role = 'standard' WHERE id = ${ben.admin.id}`.execute(core.app.db)
    await sql`INSERT INTO jobs (id, kind, subject_id) VALUES (gen_random_uuid(), 'client-import-run', ${id})`.execute(
      core.app.db,
    )
    const stopped = await imports.wait(id, 'stopped')
    expect(stopped.fault).toBe('Whoever started this may no longer import clients.')
  })

  it('[BK-04] given a run that is stopped half-way, when it goes on, then the rest is done @full', async () => {
    const last = newName()
    const lines = Array.from({ length: 150 }, (_, n) => `Ann${n},${last},q${n}@${last}.example`)
    const { id } = await imports.check(`First Name,Last Name,Email\n${lines.join('\n')}\n`)
    await sql`UPDATE client_imports SET state = 'running', done = 0 WHERE id = ${id}`.execute(core.app.db)
    const work = { state: 'running', step: runRows, end: async () => undefined } as const
    const context = { db: core.app.db, cipher: core.app.cipher, files: core.app.files }
    await workOff(context, id, {
      ...work,
      // Within its transaction: an embedded engine has one connection.
      step: async (of, limit) => ((await countCreated(last, of.db)) > 0 ? 0 : runRows(of, limit)),
    })
    expect((await imports.ask('POST', `${id}/stop`)).json()).toMatchObject({
      state: 'stopped',
      counts: { created: 100 },
    })
    expect(await imports.step(id, 'run', 'done')).toMatchObject({ done: 150, counts: { created: 150 } })
    expect(await countCreated(last)).toBe(150)
  })

  it('[BK-04] given a process that ends within a chunk, when the job is taken up again, then no row is half done or twice @full', async () => {
    const last = newName()
    const { id } = await imports.check(`First Name,Last Name,DOB\nAnn,${last},1/2/1980\nBob,${last},1/2/1981\n`)
    await sql`UPDATE client_imports SET state = 'running', done = 0 WHERE id = ${id}`.execute(core.app.db)
    const context = { db: core.app.db, cipher: core.app.cipher, files: core.app.files }
    const killed = async (...given: Parameters<typeof runRows>): Promise<number> => {
      await runRows(...given)
      throw new Error('killed')
    }
    const end = async () => undefined
    await expect(workOff(context, id, { state: 'running', step: killed, end })).rejects.toThrow('killed')
    expect(await countCreated(last)).toBe(0)
    await runImport(context, id)
    expect(await imports.wait(id, 'done')).toMatchObject({ done: 2, counts: { created: 2 } })
    expect(await countCreated(last)).toBe(2)
  })

  it('[BK-04] given a job that is taken up by two processes, when both run, then each row is done once @full', async () => {
    const last = newName()
    const lines = Array.from({ length: 250 }, (_, n) => `Ann${n},${last},p${n}@${last}.example`)
    const { id } = await imports.check(`First Name,Last Name,Email\n${lines.join('\n')}\n`)
    await sql`UPDATE client_imports SET state = 'running', done = 0 WHERE id = ${id}`.execute(core.app.db)
    const context = { db: core.app.db, cipher: core.app.cipher, files: core.app.files }
    await Promise.all([runImport(context, id), runImport(context, id)])
    const done = await imports.wait(id, 'done')
    expect(done).toMatchObject({ done: 250, counts: { create: 250, created: 250 } })
    expect(await countCreated(last)).toBe(250)
  })
})

describe('a revert', () => {
  it('[BK-05] given a client that an import added, when it has got a policy and the import is reverted, then it stays @full', async () => {
    const last = newName()
    const { id } = await imports.import(`First Name,Last Name\nEva,${last}\n`)
    const [eva] = await named(last)
    const carrier = await seedCarrier(core, `Carrier of ${last}`)
    await seedPolicy(core, { client: eva.id, carrier: carrier.id })
    await imports.step(id, 'revert', 'reverted')
    expect(await imports.rows(id)).toMatchObject([{ result: 'kept', kept: ['policies'] }])
    expect(await countCreated(last)).toBe(1)
  })

  it('[BK-04] given an import from its upload to the deletion of its file, when the trail is read, then each step is there, without values @full', async () => {
    const last = newName()
    const { id } = await imports.import(`First Name,Last Name\nFay,${last}\n`)
    await imports.ask('GET', `${id}/rows.csv`)
    await imports.step(id, 'revert', 'reverted')
    await imports.ask('DELETE', `${id}/file`)
    const { rows } = await sql<{ action: string; detail: string | null }>`SELECT action, detail FROM audit_events
      WHERE subject_id = ${id} ORDER BY at, id`.execute(core.app.db)
    const names = ['uploaded', 'started', 'done', 'downloaded', 'revert-started', 'reverted', 'erased']
    expect(rows.map(({ action }) => action)).toEqual(names.map((name) => `clients.import-${name}`))
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`Fay|${last}`))
  })

  it('[BK-05] given an import, when reverted, then all is as before but what was edited since, which is listed @full', async () => {
    const last = newName()
    const values = {
      client_last_name: last,
      dob: '1980-01-02',
      primary_phone: '305-555-0120',
      text_consent_date: '2026-01-02',
    }
    const ann = await seedClient(core, admin, { client_first_name: 'Ann ', occupation: 'Nurse', ...values })
    const bob = await seedClient(core, admin, {
      client_first_name: 'Bob',
      occupation: 'Cook',
      ...values,
      primary_phone: '305-555-0121',
    })
    const before = [await recordOf(ann), await recordOf(bob)]
    const file = [
      'First Name,Last Name,DOB,Occupation,Phone,Language',
      `Ann,${last},1/2/1980,Pilot,305 555 0999,ES`,
      `Bob,${last},1/2/1980,Baker,,PT`,
      `Cy,${last},1/2/1990,,,`,
      `Cy,${last},1/2/1990,Clerk,,`,
      `Di,${last},1/2/1991,,,`,
    ].join('\n')
    const { id, counts } = await imports.import(file)
    expect(counts).toMatchObject({ created: 2, updated: 3 })
    const di = (await named(last)).find(({ client_first_name }) => client_first_name === 'Di')
    await change(bob, { occupation: 'Chef' })
    await change(di.id, { city_of_birth: 'Rome' })
    const reverted = await imports.step(id, 'revert', 'reverted')
    expect(reverted.counts).toMatchObject({ reverted: 3, kept: 2 })
    expect((await imports.rows(id, '?outcome=kept')).map(({ number, kept }) => [number, kept])).toEqual([
      [3, ['occupation']],
      [6, ['city_of_birth']],
    ])
    const since = { version: expect.any(Number), updated_at: expect.any(String) }
    expect(await recordOf(ann)).toEqual({ ...before[0], ...since })
    expect(await recordOf(bob)).toEqual({ ...before[1], ...since, occupation: 'Chef' })
    expect((await named(last)).map((record) => record.client_first_name).sort()).toEqual(['Ann', 'Bob', 'Di'])
  })
})

describe('the same file next month', () => {
  it('[BK-07] given one row new, one changed and one missing, when checked, then there are three lists @full', async () => {
    const last = newName()
    const head = 'Member First Name,Member Last Name,Member DOB,Plan Name'
    await imports.import(`${head}\nAnn,${last},1/2/1980,Gold\nBob,${last},1/2/1981,Gold\nCy,${last},1/2/1982,Gold\n`)
    const { id, counts } = await imports.check(
      `${head}\nAnn,${last},1/2/1980,Gold\nBob,${last},1/2/1981,Silver\nDi,${last},1/2/1983,Gold\n`,
    )
    expect(counts).toEqual({ skip: 1, update: 1, create: 1, missing: 1 })
    expect((await imports.ask('GET', `${id}/missing`)).json()).toMatchObject({
      total: 1,
      clients: [{ name: `Cy ${last}` }],
    })

    const missing = (operator: string, values = [id]) =>
      JSON.stringify({ match: 'all', conditions: [{ field: 'missing_from', operator, values }] })
    const find = async (where: string) =>
      (await core.ask(admin, { method: 'GET', url: `/clients?${new URLSearchParams({ q: last, where })}` }))
        .json()
        .map((client: { client_first_name: string }) => client.client_first_name)
    expect(await find(missing('is'))).toEqual(['Cy'])
    expect(await find(missing('is_not'))).toEqual(['Ann', 'Bob'])
    expect(await find(missing('is', [crypto.randomUUID()]))).toEqual([])
  })

  it('[BK-27] given the headings again among the rows, with another kind of blank, when checked, then they are nobody', async () => {
    const last = newName()
    const head = ['First Name', 'Last\u00a0Name', 'DOB']
    const rows = [head, ['Ann', last, '1/2/1980'], head.map((text) => text.replace('\u00a0', ' ')), ['Bo', last, '']]
    const { counts } = await imports.check(rows.map((cells) => cells.join(',')).join('\n'), { leave_out_faults: true })
    expect(counts).toMatchObject({ create: 2, skip: 1 })
  })

  it('[BK-07] given a former client who may be in an undecided row, when checked, then they are not missing @full', async () => {
    const last = newName()
    const head = 'Member First Name,Member Last Name,Member DOB,Member Email'
    await imports.import(`${head}\nAnn,${last},1/2/1980,ann@${last}.example\nBob,${last},1/2/1981,\n`)
    const { counts } = await imports.check(`${head}\nAnne,${last},,ann@${last}.example\nBob,${last},1/2/1981,\n`)
    expect(counts).toEqual({ ambiguous: 1, undecided: 1, skip: 1, missing: 0 })
    // A row with a fault is in the file too.
    const faulty = await imports.check(`${head}\nAnn,${last},**/**/1980,ann@${last}.example\nBob,${last},1/2/1981,\n`)
    expect(faulty.counts).toEqual({ fault: 1, skip: 1, missing: 0 })
  })
})

describe('the next file, of another program', () => {
  const head = 'First Name,Last Name,Suffix,DOB,Home Phone,Email,Policy Number,Carrier,Line,Status\n'
  const next =
    'CLIENT NAME,DATE OF BIRTH,OTHER PHONE,E-MAIL ADDRESS,POLICY #,CARRIER NAME,COVERAGE TYPE,POLICY STATUS\n'
  const policy = 'Aetna,Dental,Active\n'

  it('[BK-03] given father and son with one landline, when their rows have no suffix, then the policy tells who is who', async () => {
    const last = newName()
    await imports.import(
      `${head}Al,${last},Sr,1/2/1940,850-555-7001,sr@${last}.example,SR-${last}1,${policy}Al,${last},Jr,3/4/1970,850-555-7001,jr@${last}.example,JR-${last}1,${policy}`,
    )
    const rows = (of: string) =>
      `"${last}, AL",,8505557001,SR@${of}.EXAMPLE,SR-${of}1,${policy}"${last}, AL",,8505557001,JR@${of}.EXAMPLE,JR-${of}1,${policy}`
    expect((await imports.check(next + rows(last))).counts).toMatchObject({ skip: 2 })
    expect((await imports.check(`${next}${rows(newName())}`)).counts).toMatchObject({ ambiguous: 2 })
  })

  it('[BK-03] given a known policy and like names without a birth date, when checked, then it is asked, but for who lives elsewhere', async () => {
    const last = newName()
    const of = (first: string, name: string, street: string, n: number) =>
      `${first},${name},,3/4/197${n},a${n}@${last}.example,${street},P${n}-${last}1,${policy}`
    const known = head.replace('Home Phone,Email', 'Email,Address')
    await imports.import(
      known + of('Ann', last, '1 Elm St', 1) + of('Bob', last, '2 Elm St', 2) + of('Cy', `${last} Sr`, '', 3),
    )
    const row = (name: string, street: string, n: number) => `"${name}",,${street},,P${n}-${last}1,${policy}`
    const { id } = await imports.check(
      next.replace('OTHER PHONE', 'ADDRESS LINE 1') +
        row('Zabriskie, ANN', '1 ELM STREET', 1) +
        row('Tindrow, ANN', '7 Oak St', 1) +
        row(`${last}, ROBERT`, '', 2) +
        row(`${last}, ZOE`, '2 Elm St', 2) +
        row(`${last}, CY`, '', 3),
    )
    const outcomes = (await imports.rows(id)).map(({ outcome }) => outcome)
    const [asked, made] = ['ambiguous', 'create']
    expect(outcomes).toEqual([asked, made, asked, made, asked])
  })

  it('[BK-03] given two slips in rows of one policy and e-mail, when checked, then they are asked about; a child of the family is not', async () => {
    const last = newName()
    const of = (first: string, name: string, dob: string, n: number) =>
      `${first},${name},,${dob},850-555-71${n}0,p${n}@${last}.example,S${n}-${last}1,${policy}`
    const { id } = await imports.check(
      head +
        of('Mark', last, '7/6/1956', 1) +
        of('Mark', `${last}x`, '7/7/1956', 1) +
        of('Donald', last, '6/26/1968', 2) +
        of('Donmld', last, '6/27/1968', 2) +
        of('Liz', last, '9/1/1977', 3) +
        of('Liz', `${last}-Beck`, '1/9/1977', 3) +
        of('Zoe', last, '9/1/2004', 3) +
        of('Markus', last, '3/4/1969', 4) +
        `Marcus,${last},,3/4/1969,,other@${last}.example,S4-${last}1,${policy}`,
    )
    const outcomes = (await imports.rows(id)).map(({ outcome }) => outcome)
    const [made, asked] = ['create', 'ambiguous']
    expect(outcomes).toEqual([made, asked, made, asked, made, asked, made, made, asked])
  })

  it('[BK-03] given one name born on 1 January with other contacts, when checked, then it is asked; on another day they are one', async () => {
    const of = (name: string, dob: string) =>
      `Jo,${name},,${dob},850-555-7201,a@${name}.example,,,,\nJo,${name},,${dob},850-555-7202,b@${name}.example,,,,\n`
    const { counts } = await imports.check(head + of(newName(), '1/1/1970') + of(newName(), '1/2/1970'))
    expect(counts).toMatchObject({ create: 2, ambiguous: 1, update: 1 })
  })

  it('[BK-03] given a nickname with birth date and e-mail, and a new last name with the policy too, when checked, then they are known', async () => {
    const last = newName()
    await imports.import(
      `${head}Bob,${last},,3/4/1970,,bob@${last}.example,N1-${last}1,${policy}Ann,${last},,3/4/1971,,ann@${last}.example,N2-${last}1,${policy}`,
    )
    const { id, counts } = await imports.check(
      `${next}"${last}, ROBERT",3/4/1970,,BOB@${last}.EXAMPLE,N1-${last}1,${policy}"${last} NEW, ANN",3/4/1971,,ANN@${last}.EXAMPLE,N2-${last}1,${policy}`,
    )
    expect(counts).toMatchObject({ skip: 1, update: 1 })
    expect((await imports.rows(id))[1]?.values.map(({ field }) => field)).toEqual(['client_last_name'])
  })

  it('[BK-07] given a file with other headings, when it is compared with the former one, then who left is missing', async () => {
    const last = newName()
    const first = await imports.import(
      `${head}Ann,${last},,3/4/1971,,ann@${last}.example,X1-${last}1,${policy}Bo,${last},,3/4/1972,,bo@${last}.example,X2-${last}1,${policy}`,
    )
    const file = `Person,Born,Their E-Mail\n"${last}, ANN",3/4/1971,ann@${last}.example\n`
    const mapping: ImportPlan['mapping'] = ['full_name', 'dob', 'primary_email']
    expect((await imports.check(file, { mapping })).counts.missing).toBeUndefined()
    expect((await imports.check(file, { mapping, former: first.id })).counts).toMatchObject({ skip: 1, missing: 1 })
    const open = await imports.upload(file)
    expect(open.plan.former).toBeUndefined()
    for (const former of [crypto.randomUUID(), open.id])
      expect((await imports.ask('PUT', `${open.id}/plan`, { ...open.plan, former })).json().details).toEqual([
        { field: 'former', message: 'must be an import that was run' },
      ])
    expect((await imports.check(file, { mapping, former: null })).counts.missing).toBeUndefined()
  })

  it('[BK-03] given a row that staff give to another client than the row above has, when run, then that one is changed', async () => {
    const [last, other] = [newName(), newName()]
    await imports.import(
      `${head}Meg,${last} Sr,,2/20/1946,,sr@${last}.example,M1-${last}1,${policy}Meg,${other},,8/1/1975,8505557112,m@${last}.example,M2-${last}1,${policy}`,
    )
    const { id } = await imports.check(
      `${next}"${last}, MEG",,,SR@${last}.EXAMPLE,M1-${last}1,${policy}"${last}, MEG",8/1/1975,8505557112,M@${last}.EXAMPLE,M9-${last}1,${policy}`,
    )
    const rows = await imports.rows(id)
    for (const { number, candidates, outcome } of rows) {
      if (outcome === 'ambiguous')
        await imports.ask('PUT', `${id}/decisions`, { number, decision: 'update', candidate: candidates[0]?.id })
    }
    await imports.step(id, 'run', 'done')
    const [, row] = await imports.rows(id)
    expect(row).toMatchObject({ result: 'updated', client: { name: `Meg ${last}` } })
  })
})

describe('the only phone number', () => {
  it('[BK-27] given a column of mobile phones that is empty in a row, when imported and again, then the other number is the first, and known', async () => {
    const last = newName()
    const row = (mobile: string) =>
      `Ann,${last},1/2/1980,305-555-0177,${mobile}\nBo,${last},1/2/1981,305-555-0187,305-555-0188\n`
    const head = 'Given Name,Family Name,DOB,Phone,Mobile\n'
    const { id } = await imports.import(head + row(''))
    const [{ client } = {}] = await imports.rows(id)
    const phones = async () => (await core.ask(admin, { method: 'GET', url: `/clients/${client?.id}` })).json()
    expect(await phones()).toMatchObject({ primary_phone: '305-555-0177', secondary_phone: null })
    expect((await imports.import(head + row(''))).counts).toMatchObject({ skipped: 2 })
    await imports.import(head + row('305-555-0178'))
    expect(await phones()).toMatchObject({ primary_phone: '305-555-0178', secondary_phone: '305-555-0177' })
  })

  it('[BK-27] given a row of a business beside one of its owner, when checked, then it is asked about', async () => {
    const last = newName()
    const { counts } = await imports.check(
      `First Name,Last Name,Business Name,Email\nAl,${last},,a@${last}.example\n,,${last} LLC,a@${last}.example\n`,
    )
    expect(counts).toMatchObject({ create: 1, ambiguous: 1 })
  })
})

describe('names alone', () => {
  it('[BK-07] given people without birth dates, when their file comes again, then they are known; in another file they are unclear @full', async () => {
    const last = newName()
    const file = `Member First Name,Member Last Name,Group\nAnn,${last},\nBob,${last},\n`
    expect((await imports.import(file)).counts).toMatchObject({ created: 2 })
    expect((await imports.check(file)).counts).toMatchObject({ skip: 2 })
    expect((await imports.check(`First Name,Last Name,Company\nAnn,${last},Acme\n`)).counts).toMatchObject({
      ambiguous: 1,
    })
  })
})

describe('other files', () => {
  it('[BK-02] given the starter sheet, when it comes back filled in, then every column is known', async () => {
    const sheet = (await imports.ask('GET', 'starter-sheet')).body.trim()
    const made = await imports.upload(`${sheet}\r\nAnn,Lee\r\n`)
    expect(made.plan.mapping.filter((target) => target === null)).toEqual([])
    expect(new Set(made.plan.mapping).size).toBe(made.columns.length)
  })

  it('[BK-08] given an import that does not exist, when asked for, then 404', async () => {
    expect((await imports.ask('GET', crypto.randomUUID())).statusCode).toBe(404)
  })
})
