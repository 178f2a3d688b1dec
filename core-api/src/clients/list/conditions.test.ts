import type { PrincipalStatement } from '@agency/contract/principal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { seedClient } from '../../../test/session-fixtures.ts'
import { type Colleague, seedColleague } from '../../../test/staff-fixtures.ts'

let core: Core
let admin: PrincipalStatement
let assistant: Colleague
/** Names of clients by their ids. */
const names = new Map<string, string>()
const today = '2026-06-15'

beforeAll(async () => {
  core = await startCore()
  admin = await core.admin()
  assistant = await seedColleague(core, 'assistant')
  const people = {
    Ana: {
      client_last_name: "O'Neil-Díaz",
      ...{ dob: '1961-06-15', pref_lang: 'Spanish', city_of_birth: 'San José', ssn: '123-45-6789', agi: '$45,000' },
      ...{ spouse_dob: '1970-03-01', primary_phone: '(305) 555-0188', primary_email: 'Ana@Mail.example' },
    },
    Bob: {
      client_last_name: 'Neilson',
      ...{ dob: '1961-06-16', next_f_u_date: '2026-07-15', status: 'unpaid', pref_lang: 'English', ssn: '123-45-6780' },
      ...{ part_b_effective: '2026-07-01', age_of_mother: 81, secondary_phone: '786.555.0001' },
      current_health_plan_name: 'Ambetter Silver',
    },
    Cy: { client_last_name: 'Diaz', next_f_u_date: '2026-06-01', part_b_effective: '2027-02-28', age_of_mother: 70 },
  }
  for (const [first, fields] of Object.entries(people))
    names.set(await seedClient(core, admin, { client_first_name: first, ...fields }), first)
})
afterAll(() => core.close())

type Sent = [field: string, operator: string, ...values: string[]]
const whereOf = (match: string, ...conditions: Sent[]) => ({
  match,
  conditions: conditions.map(([field, operator, ...values]) => ({ field, operator, values })),
})
const list = (where: unknown, more = '') =>
  core.ask(admin, {
    method: 'GET',
    url: `/clients?limit=50&sort=client_first_name&date=${today}&where=${encodeURIComponent(JSON.stringify(where))}${more}`,
  })
const found = (answer: Awaited<ReturnType<typeof list>>) =>
  answer
    .json()
    .map(({ id }: { id: string }) => names.get(id))
    .join(' ')
const find = (where: unknown, as = admin) =>
  core.ask(as, { method: 'POST', url: '/clients/find', payload: { where, limit: 50, sort: 'client_first_name' } })

describe('[BK-20] conditions on clients', () => {
  const cases: [Sent, string][] = [
    [['client_last_name', 'is', 'oneil diaz'], 'Ana'],
    [['client_last_name', 'contains', 'NEIL'], 'Ana Bob'],
    [['client_last_name', 'contains', 'z'], 'Ana Cy'],
    [['client_first_name', 'is_not', 'ana'], 'Bob Cy'],
    [['client_first_name', 'contains', 'neil'], ''],
    [['primary_phone', 'is', '305-555-0188'], 'Ana'],
    [['primary_phone', 'contains', '0188'], 'Ana'],
    [['primary_phone', 'empty'], 'Bob Cy'],
    [['primary_email', 'is', 'ana@MAIL.example'], 'Ana'],
    [['current_health_plan_name', 'contains', 'ámbetter'], 'Bob'],
    [['current_health_plan_name', 'not_empty'], 'Bob'],
    [['status', 'is', 'unpaid', 'cancelled'], 'Bob'],
    [['status', 'is_not', 'unpaid'], 'Ana Cy'],
    [['dob', 'age_between', '65', '70'], 'Ana'],
    [['dob', 'age_between', '64', '64'], 'Bob'],
    [['dob', 'birthday_in', '6'], 'Ana Bob'],
    [['dob', 'birthday_in', '12'], ''],
    [['dob', 'empty'], 'Cy'],
    [['next_f_u_date', 'within_next', '30'], 'Bob'],
    [['next_f_u_date', 'within_next', '29'], ''],
    [['next_f_u_date', 'within_last', '14'], 'Cy'],
    [['next_f_u_date', 'before', '2026-06-02'], 'Cy'],
    [['next_f_u_date', 'before', '2026-06-01'], ''],
    [['next_f_u_date', 'after', '2026-06-01'], 'Bob'],
    [['pref_lang', 'is', 'Spanish'], 'Ana'],
    [['pref_lang', 'is_not', 'Spanish'], 'Bob Cy'],
    [['pref_lang', 'empty'], 'Cy'],
    [['city_of_birth', 'is', 'san jose'], 'Ana'],
    [['agi', 'is', '45000'], 'Ana'],
    [['secondary_phone', 'is', '(786) 555-0001'], 'Bob'],
    [['spouse_dob', 'age_between', '50', '56'], 'Ana'],
    [['spouse_dob', 'birthday_in', '3'], 'Ana'],
    [['part_b_effective', 'within_next', '30'], 'Bob'],
    [['part_b_effective', 'between', '2026-07-02', '2027-02-28'], 'Cy'],
    [['part_b_effective', 'before', '2027-01-01'], 'Bob'],
    [['part_b_effective', 'after', '2026-07-01'], 'Cy'],
    [['part_b_effective', 'not_empty'], 'Bob Cy'],
    [['age_of_mother', 'at_least', '71'], 'Bob'],
    [['age_of_mother', 'at_most', '80'], 'Cy'],
    [['age_of_mother', 'between', '70', '81'], 'Bob Cy'],
    [['owner_id', 'empty'], ''],
    [['team_id', 'empty'], 'Ana Bob Cy'],
    [['created_at', 'after', '2020-01-01'], 'Ana Bob Cy'],
    [['updated_at', 'before', '2020-01-01'], ''],
  ]
  it.each(cases)('[BK-20] given the condition %j, when listed, then: %s', async (condition, expected) => {
    const answer = await list(whereOf('all', condition))
    expect(found(answer)).toBe(expected)
    expect(answer.headers['x-total-count']).toBe(String(expected.split(' ').filter(Boolean).length))
  })

  it('[BK-20] given several conditions, when all or any must hold, then beside search and status, in list and counts', async () => {
    const two: Sent[] = [
      ['pref_lang', 'is', 'English'],
      ['client_last_name', 'contains', 'diaz'],
    ]
    expect(found(await list(whereOf('any', ...two)))).toBe('Ana Bob Cy')
    expect(found(await list(whereOf('all', ...two)))).toBe('')
    expect(found(await list(whereOf('any', ...two), '&status=unpaid'))).toBe('Bob')
    expect(found(await list(whereOf('any', ...two), '&q=cy'))).toBe('Cy')
    const where = encodeURIComponent(JSON.stringify(whereOf('any', ...two)))
    const counts = await core.ask(admin, { method: 'GET', url: `/clients/counts?where=${where}` })
    expect(counts.json()).toMatchObject({ all: 3, unpaid: 1 })
  })

  it('[BK-20] given an edit of encrypted fields, when it is stored, then conditions find what is there now', async () => {
    const id = await seedClient(core, admin, { client_first_name: 'Dora', bank_name: 'First Bank' })
    names.set(id, 'Dora')
    await core.ask(admin, { method: 'PUT', url: `/clients/${id}`, payload: { bank_name: 'Second Bank' } })
    expect(found(await list(whereOf('all', ['bank_name', 'is', 'first bank'])))).toBe('')
    expect(found(await list(whereOf('all', ['bank_name', 'is', 'second bank'])))).toBe('Dora')
    await core.ask(admin, { method: 'PUT', url: `/clients/${id}/archived`, payload: { archived: true } })
    expect(found(await list(whereOf('all', ['bank_name', 'is', 'second bank'])))).toBe('')
  })
})

describe('[BK-21] conditions that are refused', () => {
  const refused: [Sent, string, string][] = [
    [['shoe_size', 'is', '42'], 'shoe_size', 'is no field'],
    [['cvc', 'is', '123'], 'cvc', 'is no field'],
    [['notes', 'contains', 'x'], 'notes', 'is no field'],
    [['city_of_birth', 'contains', 'x'], 'city_of_birth', 'operators is, is_not'],
    [['dob', 'before', '2026-02-30'], 'dob', 'needs a date'],
    [['dob', 'age_between', '70', '65'], 'dob', 'lower value first'],
    [['dob', 'age_between', '65'], 'dob', 'needs two values'],
    [['dob', 'birthday_in', '13'], 'dob', 'a month from 1 to 12'],
    [['next_f_u_date', 'within_next', '-1'], 'next_f_u_date', 'number of days'],
    [['status', 'is', 'asleep'], 'status', 'is one of active'],
    [['owner_id', 'is', 'me'], 'owner_id', 'needs an id'],
    [['dob', 'empty', 'x'], 'dob', 'takes no value'],
    [['client_last_name', 'is', ' '], 'client_last_name', 'needs a value'],
    [['ssn', 'is', '123-45-6789'], 'ssn', 'in the body of a POST'],
    [['ssn', 'not_empty'], 'ssn', 'operators is'],
  ]
  it.each(refused)('[BK-21] given %j, when listed, then 400 names %s: %s', async (condition, field, message) => {
    const answer = await list(whereOf('all', condition))
    expect(answer.statusCode).toBe(400)
    expect(answer.json().details).toEqual([{ field, message: expect.stringContaining(message) }])
  })

  it.each(['x', '[]', '{"match":"some","conditions":[]}'])(
    '[BK-21] given the text %s, then 400 names where',
    async (text) => {
      const answer = await core.ask(admin, { method: 'GET', url: `/clients?limit=5&where=${encodeURIComponent(text)}` })
      expect([answer.statusCode, answer.json().details[0].field]).toEqual([400, 'where'])
    },
  )
})

describe('[BK-22] conditions on sensitive fields', () => {
  const eventsOf = async (action: string) =>
    (await core.ask(admin, { method: 'GET', url: `/audit?action=${action}` })).json().events

  it('[BK-22] given a whole number, when it is posted, then it finds its client alone, on the trail; other numbers find nobody, also on the trail', async () => {
    expect(found(await find(whereOf('all', ['ssn', 'is', '123456789'])))).toBe('Ana')
    expect((await eventsOf('client.found-by-value')).map(({ fields }: { fields: string[] }) => fields)).toEqual([
      ['ssn'],
    ])
    expect(found(await find(whereOf('all', ['ssn', 'is', '999-45-6789'])))).toBe('')
    expect((await eventsOf('clients.searched-by-value')).map(({ detail }: { detail: string }) => detail)).toEqual([
      '0 clients',
      '1 client',
    ])
    // Four digits alone stand in ids by chance.
    expect(JSON.stringify(await eventsOf('clients.searched-by-value'))).not.toMatch(/45-?6789|\*6789/)
  })

  it('[BK-22] given staff who see masks, when they ask, then 403 names the field; other conditions are taken', async () => {
    const answer = await find(whereOf('any', ['ssn', 'is', '123456789'], ['dob', 'empty']), assistant.as)
    expect([answer.statusCode, answer.json().message]).toEqual([403, 'SSN: not with your access level.'])
    expect((await find(whereOf('all', ['dob', 'empty']), assistant.as)).statusCode).toBe(200)
  })
})

describe('[BK-23] saved views', () => {
  const condition = { field: 'dob', operator: 'age_between', values: ['64', '65'] }
  const view = {
    ...{ status: null, follow_up: null, proposing: false, sort: 'dob', order: 'asc', columns: null },
    where: { match: 'all', conditions: [condition] },
  }
  const policyView = {
    ...{ view: 'due_30', status: null, line: 'health', carrier: null, effective: '2026-01', renews: null },
    ...{ sort: 'renewal_date', order: 'asc' },
    where: { match: 'any', conditions: [{ field: 'premium', operator: 'at_least', values: ['400'] }] },
  }
  const save = (url: string, saved: object) =>
    core.ask(admin, { method: 'PUT', url, payload: { name: 'Turning 65', shared: true, view: saved } })

  it.each([
    ['/client-list-views', view],
    ['/policy-list-views', policyView],
  ])(
    '[BK-23] given conditions, when a view of %s is saved, then colleagues see it, and only who saved it deletes it @full',
    async (url, saved) => {
      expect((await save(url, saved)).statusCode).toBe(200)
      const { views } = (await core.ask(assistant.as, { method: 'GET', url })).json()
      expect(views).toMatchObject([{ name: 'Turning 65', own: false, view: saved }])
      const remove = (as: PrincipalStatement) => core.ask(as, { method: 'DELETE', url: `${url}/${views[0].id}` })
      expect((await remove(assistant.as)).statusCode).toBe(404)
      expect((await remove(admin)).statusCode).toBe(204)
    },
  )

  it('[BK-23] given a sensitive value, when a view is saved, then 400 names the field and nothing is stored', async () => {
    const secret = { match: 'all', conditions: [{ field: 'ssn', operator: 'is', values: ['123456789'] }] }
    const answer = await save('/client-list-views', { ...view, where: secret })
    expect([answer.statusCode, answer.json().details[0].field]).toEqual([400, 'ssn'])
    expect((await core.ask(admin, { method: 'GET', url: '/client-list-views' })).json().views).toEqual([])
  })
})
