import type { PrincipalStatement } from '@agency/contract/principal'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { ImportSteps } from '../../../test/import-steps.ts'

let core: Core
let admin: PrincipalStatement
let imports: ImportSteps
beforeAll(async () => {
  core = await startCore({ RECORD_READS_LIMIT: '100000', RECORD_READS_ALERT: '100000' })
  admin = await core.admin()
  imports = new ImportSteps(core, admin)
})
afterAll(() => core.close())

const ask = async (url: string) => (await core.ask(admin, { method: 'GET', url })).json()
const named = async (last: string) => {
  const found: { id: string }[] = await ask(`/clients?q=${last}&limit=50`)
  return Promise.all(found.map(({ id }) => ask(`/clients/${id}`)))
}
const policiesOf = async (id: string) => (await ask(`/clients/${id}/policies`)).policies
const policies = 'Client ID,Policy Number,Carrier,LOB,Policy Status,Eff Date'

it('[BK-02] given three files that refer to each other, when imported, then policies and dependents are of the clients; the same again changes nothing', async () => {
  const { id } = await imports.import(
    'Client ID,First Name,Last Name,DOB\n000123,Ann,Linkone,1/2/1980\n000124,Bob,Linktwo,1/2/1981\n',
  )
  expect((await ask(`/client-imports/${id}`)).plan.mapping[0]).toBe('other_id')
  const book = [
    policies,
    // Spreadsheets drop the zeros, and write whole numbers with a point.
    '123,L-10001,Acme,ACA,Active,1/1/2026',
    '124.0,L-10002,Acme,Dental,Active,1/1/2026',
    '000124,L-10003,Acme,Vision,Active,1/1/2026',
    '999,L-10004,Acme,Vision,Active,1/1/2026',
  ].join('\n')
  const done = await imports.import(book)
  expect(done.counts).toMatchObject({ fault: 1, policy_create: 3 })
  expect((await imports.rows(done.id)).at(-1)?.reasons).toMatchObject([
    { message: expect.stringMatching(/has its ID/) },
  ])
  const family = [
    'Client ID,Dependent Name,Relationship,DOB',
    '123,Kim Linkone,Child,3/4/2015',
    '124,Eva Linktwo,Spouse,5/6/1982',
  ]
  await imports.import(family.join('\n'))
  const [[ann], [bob]] = [await named('Linkone'), await named('Linktwo')]
  expect(ann).toMatchObject({ client_first_name: 'Ann', dep1_name: 'Kim Linkone', dep1_dob: expect.anything() })
  expect(bob).toMatchObject({ client_first_name: 'Bob', spouse_name: 'Eva Linktwo' })
  expect([(await policiesOf(ann.id)).length, (await policiesOf(bob.id)).length]).toEqual([1, 2])
  for (const file of [book, family.join('\n')]) {
    const { counts } = await imports.check(file)
    expect([counts.create, counts.update, counts.policy_create]).toEqual([undefined, undefined, undefined])
  }
})

it('[BK-02] given a dependent with the policy number of a known client, when imported, then the client has them, and the policy covers them', async () => {
  const head = 'First Name,Last Name,DOB,Relationship,Policy Number,Carrier,LOB,Policy Status,Eff Date'
  await imports.import(`${head}\nAl,Linkthree,1/2/1980,Self,L-20001,Acme,ACA,Active,1/1/2026\n`)
  const file = `${head}\nKim,Linkthree,3/4/2015,Child,L-20001,Acme,ACA,Active,1/1/2026\nNo,Linkthree,3/4/2016,Child,L-29999,Acme,ACA,Active,1/1/2026\n`
  const { id } = await imports.check(file)
  const [kim, unknown] = await imports.rows(id)
  expect(kim).toMatchObject({
    outcome: 'update',
    policy: 'policy_update',
    reasons: [{ message: expect.stringMatching(/of a known client/) }],
  })
  expect(unknown).toMatchObject({
    outcome: 'ambiguous',
    reasons: [{ message: expect.stringMatching(/without a known subscriber/) }],
  })
  await imports.ask('PUT', `${id}/decisions`, { decision: 'skip' })
  await imports.step(id, 'run', 'done')
  const [al] = await named('Linkthree')
  expect(al).toMatchObject({ client_first_name: 'Al', dep1_name: 'Kim Linkthree' })
  expect(await policiesOf(al.id)).toMatchObject([{ covered: [{ who: 'client' }, { who: 'dep1' }] }])
  await imports.step(id, 'revert', 'reverted')
  expect(await named('Linkthree')).toMatchObject([{ dep1_name: null }])
  expect(await policiesOf(al.id)).toMatchObject([{ covered: [] }])
})

it('[BK-02] given an id that is somebody else’s in another system, when a row has another name or several clients have the id, then it joins nobody', async () => {
  await imports.import('Customer ID,First Name,Last Name,DOB\n7,Ann,Linkfour,1/2/1980\n')
  const other = await imports.import('Customer ID,First Name,Last Name,DOB\n7,Eva,Linkfive,1/2/1990\n')
  expect(other.counts).toMatchObject({ created: 1 })
  const { id, counts } = await imports.check(`${policies}\n7,L-30001,Acme,ACA,Active,1/1/2026\n`)
  expect(counts).toMatchObject({ fault: 1 })
  expect((await imports.rows(id))[0]?.reasons).toMatchObject([
    { message: expect.stringMatching(/several clients have it/) },
  ])
  // The name alone, and an id of two clients.
  const known = await imports.check('Customer ID,First Name,Last Name,Phone\n7,Ann,Linkfour,305-555-0177\n')
  expect(known.counts).toMatchObject({ ambiguous: 1, undecided: 1 })
})

it('[BK-02] given the id, first name and birth date of a client, when the last name is another one, then it is asked', async () => {
  const book = (last: string, phone: string) =>
    `Customer ID,First Name,Last Name,DOB,Phone\n77,Ann,${last},1/2/1980,${phone}\n`
  await imports.import(book('Linkseven', '305-555-0171'))
  const { id } = await imports.check(book('Linkeight', '305-555-0172'))
  expect(await imports.rows(id)).toMatchObject([
    {
      outcome: 'ambiguous',
      reasons: [{ message: 'a client has the same ID, first name and birth date, other last name' }],
    },
  ])
})

it('[BK-06] given ids of another system, when looked for in the database, then none is in the clear', async () => {
  await imports.import('Client ID,First Name,Last Name\nXK-445566,Ann,Linksix\n')
  const rows = await core.app.db.selectFrom('client_import_rows').selectAll().execute()
  expect(rows.some(({ other_id_digest: digest }) => digest !== null)).toBe(true)
  expect(
    JSON.stringify(rows.map((row) => ({ ...row, other_id_digest: row.other_id_digest?.toString('latin1') }))),
  ).not.toMatch(/445566/)
})
