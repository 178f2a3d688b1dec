import type { PrincipalStatement } from '@agency/contract/principal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { seedClient } from '../../../test/session-fixtures.ts'
import { type Colleague, seedColleague } from '../../../test/staff-fixtures.ts'

let core: Core
let admin: PrincipalStatement
let own: Colleague
let theirs: string
beforeAll(async () => {
  core = await startCore({ STANDARD_SCOPE: 'own' })
  admin = await core.admin()
  own = await seedColleague(core, 'standard')
  theirs = await seedClient(core, admin, { client_last_name: 'Percent', ssn: '123-45-6789' })
})
afterAll(() => core.close())

const unknown = '01a1fe2c-2b2e-7171-b77b-9bdc9c23fc5b'
const status = { kind: 'status', value: 'inactive' }
const plan = (payload: unknown, as = admin) =>
  core.ask(as, {
    ...{ method: 'POST', url: '/client-selections' },
    ...{ headers: { 'content-type': 'application/json' }, payload: JSON.stringify(payload) },
  })
const condition = (value: string, field = 'client_last_name', operator = 'contains') => ({
  ...{ field, operator, values: [value] },
})
const whereOf = (...conditions: unknown[]) => ({ where: JSON.stringify({ match: 'all', conditions }) })
const deep = (depth: number) => `${'{"match":"all","conditions":['.repeat(depth)}${']}'.repeat(depth)}`

describe('[BK-37] hostile selections', () => {
  it.each<[string, object, string]>([
    ['10,000 conditions', { filter: whereOf(...Array.from({ length: 10_000 }, () => condition('a'))) }, 'filter'],
    ['11 conditions', { filter: whereOf(...Array.from({ length: 11 }, () => condition('a'))) }, 'where'],
    ['conditions within conditions', { filter: { where: deep(60) } }, 'where'],
    ['a NUL', { filter: whereOf(condition('a\0')) }, 'where'],
    ['a lone surrogate', { filter: whereOf(condition('a\ud800')) }, 'where'],
    ['a NUL in the search', { filter: { q: 'a\0' } }, 'filter'],
    ['a field of the prototype', { filter: whereOf(condition('x', '__proto__', 'is')) }, '__proto__'],
    ['an operator of the prototype', { filter: whereOf(condition('x', 'status', 'constructor')) }, 'status'],
    ['a sensitive field', { filter: whereOf(condition('123-45-6789', 'ssn', 'is')) }, 'ssn'],
    ['a policy number', { filter: whereOf(condition('AMB-1', 'policy.number', 'is')) }, 'policy.number'],
    ['SQL as an id', { filter: whereOf(condition("x' OR 1=1 --", 'owner_id', 'is')) }, 'owner_id'],
    ['1,001 clients', { client_ids: Array.from({ length: 1_001 }, () => crypto.randomUUID()) }, 'client_ids'],
    ['a client twice', { client_ids: [unknown, unknown] }, 'client_ids'],
    ['clients and a filter', { client_ids: [unknown], filter: {} }, 'client_ids'],
    ['neither', {}, 'client_ids'],
    ['another action', { filter: {}, action: { kind: 'delete', value: null } }, 'action'],
    ['a tag with a NUL', { filter: {}, action: { kind: 'add_tag', value: 'a\0' } }, 'action'],
    ['a tag that is a lone surrogate', { filter: {}, action: { kind: 'add_tag', value: 'a\ud800' } }, 'action'],
  ])('[BK-37] given %s, when it is planned, then 400 says what is wrong, and where', async (_what, sent, field) => {
    const answer = await plan({ action: status, ...sent })
    expect([answer.statusCode, answer.json().details?.[0].field]).toEqual([400, expect.stringContaining(field)])
  })

  it.each(['%', '_', 'P%t', 'P_rcent', '\\', '.*', '^P', '(?i)percent', '[A-Z]'])(
    '[BK-37] given the pattern %j as a value, when it is planned, then it stands for itself alone',
    async (value) => {
      const answer = await plan({ filter: whereOf(condition(value)), action: status })
      expect(answer.statusCode).toBe(201)
      expect(answer.json().total).toBe(0)
    },
  )

  it.each([[[unknown]], [['theirs']]])(
    '[BK-37] given the client %j, which is unknown or another team’s, when it is selected, then both are 404 alike',
    async (names) => {
      const client_ids = names.map((name) => (name === 'theirs' ? theirs : name))
      const answer = await plan({ client_ids, action: status }, own.as)
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND'])
    },
  )

  it('[BK-37] given an auditor, when a selection is planned, then 403', async () => {
    const auditor = await seedColleague(core, 'auditor')
    expect((await plan({ filter: {}, action: status }, auditor.as)).statusCode).toBe(403)
  })

  it.each(['run', 'stop', 'undo'])(
    '[BK-37] given a selection of a colleague, when %s is asked for, then 404',
    async (step) => {
      const { id } = (await plan({ client_ids: [theirs], action: status })).json()
      const asked = (as: PrincipalStatement) =>
        core.ask(as, { method: 'POST', url: `/client-selections/${id}/${step}` })
      expect((await asked(own.as)).statusCode).toBe(404)
    },
  )
})
