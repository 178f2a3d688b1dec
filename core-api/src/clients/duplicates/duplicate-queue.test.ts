import type { PrincipalStatement } from '@agency/contract/principal'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEvents } from '../../../test/audit-events.ts'
import { type Core, startCore } from '../../../test/core.ts'
import { seedClient } from '../../../test/session-fixtures.ts'
import { seedColleague } from '../../../test/staff-fixtures.ts'

let core: Core
let admin: PrincipalStatement
beforeAll(async () => {
  core = await startCore({ STANDARD_SCOPE: 'own' })
  admin = await core.admin()
})
afterAll(() => core.close())
beforeEach(async () => {
  await core.app.db.deleteFrom('clients').execute()
})

const add = (values: object) => seedClient(core, admin, { client_first_name: null, client_last_name: null, ...values })
const get = (url: string, as = admin) => core.ask(as, { method: 'GET', url })
const queue = async (as = admin) => {
  const { pairs, total } = (await get('/clients/duplicates/queue', as)).json()
  expect(pairs).toHaveLength(total)
  return pairs.map(({ clients, reasons }: { clients: { id: string }[]; reasons: string[] }) => [
    ...clients.map(({ id }) => id),
    reasons.join(),
  ])
}
const tellApart = (id: string, other_id: string, as = admin) =>
  core.ask(as, { method: 'POST', url: `/clients/${id}/not-duplicates`, payload: { other_id } })

describe('the queue of duplicates', () => {
  it.each<[string, object, object, string]>([
    ['phone', { primary_phone: '(305) 555-0147' }, { primary_phone: '+1 305.555.0147' }, 'phone'],
    ['a second phone', { primary_phone: '305 555 0147' }, { secondary_phone: '3055550147' }, 'phone'],
    ['e-mail in other case', { primary_email: 'Zoe@mail.example' }, { secondary_email: 'zoe@MAIL.example' }, 'email'],
    ['SSN in other writing', { ssn: '900-45-6781' }, { ssn: '900456781' }, 'ssn'],
    [
      'name without accents and birth date',
      { client_first_name: 'Zoë', client_last_name: 'Núñez', dob: '1980-02-28' },
      { client_first_name: 'ZOE', client_last_name: 'nunez', dob: '1980-02-28' },
      'name',
    ],
    [
      'name spelled out and swapped',
      { client_first_name: 'Jürgen', client_last_name: 'Müller', dob: '1980-02-28' },
      { client_first_name: 'Mueller', client_last_name: 'Juergen', dob: '1980-02-28' },
      'name',
    ],
    [
      'several of them',
      { primary_phone: '3055550147', primary_email: 'zoe@mail.example', ssn: '900-45-6781' },
      { secondary_phone: '3055550147', primary_email: 'zoe@mail.example', ssn: '900-45-6781' },
      'ssn,email,phone',
    ],
  ])(
    '[BK-10] given two records with the same %s, when listed, then the pair is there with its reasons',
    async (_what, one, other, reasons) => {
      const [first, second] = [await add(one), await add(other)]
      expect(await queue()).toEqual([[first, second, reasons]])
      expect((await get(`/clients/${second}/duplicates`)).json()).toMatchObject({
        clients: [{ id: first, reasons: reasons.split(',') }],
      })
    },
  )

  it.each<[string, object, object]>([
    [
      'the name with another birth date',
      { client_first_name: 'Zoe', client_last_name: 'Lee', dob: '1980-02-28' },
      { client_first_name: 'Zoe', client_last_name: 'Lee', dob: '1980-03-01' },
    ],
    [
      'the name without a birth date',
      { client_first_name: 'Zoe', client_last_name: 'Lee' },
      { client_first_name: 'Zoe', client_last_name: 'Lee' },
    ],
    ['the last four digits of the SSN', { ssn: '900-45-6781' }, { ssn: '901-45-6781' }],
    ['an SSN that is none', { ssn: '000-00-0000' }, { ssn: '000-00-0000' }],
    ['an extension', { primary_phone: '0199' }, { primary_phone: '0199' }],
  ])('[BK-10] given %s alone, when listed, then there is no pair', async (_what, one, other) => {
    await add(one)
    await add(other)
    expect(await queue()).toEqual([])
  })

  it('[BK-10] given an edit, an archived record or a restored one, when listed, then the pair follows', async () => {
    const [first, second] = [await add({ primary_phone: '3055550147' }), await add({ primary_phone: '3055550148' })]
    const put = (url: string, payload: object) => core.ask(admin, { method: 'PUT', url, payload })
    const pair = [[first, second, 'phone']]
    expect(await queue()).toEqual([])
    await put(`/clients/${second}`, { primary_phone: '305-555-0147' })
    expect(await queue()).toEqual(pair)
    await put(`/clients/${first}/archived`, { archived: true })
    expect(await queue()).toEqual([])
    await put(`/clients/${first}/archived`, { archived: false })
    expect(await queue()).toEqual(pair)
    await put(`/clients/${first}`, { primary_phone: null })
    expect(await queue()).toEqual([])
  })

  it('[BK-10] given more in common, when listed, then it is first; a number of a whole company is no reason', async () => {
    const phone = { primary_phone: '3055550147' }
    const [weak, both] = [await add(phone), await add({ ...phone, ssn: '900-45-6781' })]
    const strong = await add({ ...phone, ssn: '900-45-6781' })
    expect(await queue()).toEqual([
      [both, strong, 'ssn,phone'],
      [weak, strong, 'phone'],
      [weak, both, 'phone'],
    ])
    for (let n = 0; n < 10; n += 1) await add(phone)
    expect(await queue()).toEqual([[both, strong, 'ssn']])
    expect((await get(`/clients/${weak}/duplicates`)).json()).toEqual({ clients: [] })
  })

  it('[BK-11] given two persons told apart, when listed ever after, then the pair is in no list, and both trails say so', async () => {
    const [first, second] = [await add({ ssn: '900-45-6781' }), await add({ ssn: '900-45-6781' })]
    expect((await tellApart(second, first)).statusCode).toBe(204)
    expect((await tellApart(first, second)).statusCode).toBe(204)
    await core.ask(admin, { method: 'PUT', url: `/clients/${first}`, payload: { primary_phone: '3055550147' } })
    await core.ask(admin, { method: 'PUT', url: `/clients/${second}`, payload: { primary_phone: '3055550147' } })
    expect(await queue()).toEqual([])
    expect((await get(`/clients/${first}/duplicates`)).json()).toEqual({ clients: [] })
    const told = auditEvents(core.app.db).select('client_id').where('action', '=', 'client.told-apart')
    expect((await told.execute()).map(({ client_id }) => client_id).toSorted()).toEqual([first, second].toSorted())
    const third = await add({ ssn: '900-45-6781' })
    expect(await queue()).toHaveLength(2)
    expect((await tellApart(third, third)).statusCode).toBe(400)
    expect((await tellApart(third, crypto.randomUUID())).statusCode).toBe(404)
  })

  it('[BK-11] given staff of own clients, when a pair has another’s record, then they neither see nor dismiss it', async () => {
    const { as, admin: colleague } = await seedColleague(core, 'standard')
    const [own, other] = [await add({ ssn: '900-45-6781' }), await add({ ssn: '900-45-6781' })]
    const owner = { owner_id: colleague.id }
    await core.ask(admin, { method: 'PUT', url: `/clients/${own}/owner`, payload: owner })
    expect(await queue(as)).toEqual([])
    expect((await get(`/clients/${own}/duplicates`, as)).json()).toEqual({ clients: [] })
    expect((await tellApart(own, other, as)).statusCode).toBe(404)
    await core.ask(admin, { method: 'PUT', url: `/clients/${other}/owner`, payload: owner })
    expect(await queue(as)).toEqual([[own, other, 'ssn']])
  })
})
