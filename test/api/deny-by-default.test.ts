import type { Call } from '@agency/test-kit/api/send'
import { beforeAll, describe, expect, it } from 'vitest'
import description from '../../packages/contract/openapi.json' with { type: 'json' }
import { startOwnProduct } from './api-product.ts'
import type { DescribedCall } from './deny-by-default/described-call.ts'
import {
  type Agency,
  badTokens,
  deadCookies,
  endedTokens,
  makeAgency,
  readEverything,
  type Side,
} from './deny-by-default-agency.ts'
import { calls } from './deny-by-default-calls.ts'

interface Operation {
  id: string
  method: Call['method']
  servers: string[]
}

const everywhere = ['/admin/_api', '/session/_api']
const operations: Operation[] = Object.values(description.paths).flatMap((path) =>
  Object.entries(path as Record<string, { operationId: string; servers?: { url: string }[] }>).map(
    ([method, { operationId, servers }]) => ({
      id: operationId,
      method: method.toUpperCase() as Call['method'],
      servers: servers?.map(({ url }) => url) ?? everywhere,
    }),
  ),
)
const byId = new Map(operations.map((operation) => [operation.id, operation]))

const own = await startOwnProduct()

let agency: Agency
let before: unknown
beforeAll(async () => {
  agency = await makeAgency(own)
  before = await readEverything(agency)
}, 240_000)

/** Makes the call under this base path; what has none is asked for as it is. */
async function ask(id: string, side: Side, base: 'admin' | 'session', headers: Record<string, string>) {
  const call = callOf(id)
  const operation = byId.get(id)
  if (!operation) throw new Error(`${id} is not described`)
  const request = {
    method: operation.method,
    headers,
    ...(call.body ? { body: call.body(side, agency) } : {}),
    ...(call.form ? { form: call.form() } : {}),
  }
  const path = call.path(side, agency)
  if (operation.servers.includes('/')) return (await agency.product.ask(path, request)).status
  const { asStaff, asClient } = agency.product
  return (await (base === 'admin' ? asStaff(path, request) : asClient(path, request))).status
}

function callOf(id: string): DescribedCall {
  const call = calls[id]
  if (!call) throw new Error(`${id} has no entry in the table`)
  return call
}

const names = [...byId.keys()]
const ownOfStaff = ['logIn', 'logOut', 'completeLogin', 'startPasskeyLogin', 'startOidcLogin', 'finishOidcLogin']
/** Each base path has a login and a logout of its own; all other calls are there under both. */
const under = {
  admin: names.filter((id) => id !== 'openSession' && id !== 'closeSession'),
  session: names.filter((id) => !ownOfStaff.includes(id)),
}

/** What each operation answers, for a message that shows all that are wrong at once. */
async function answersOf(ids: string[], asked: (id: string) => Promise<number>) {
  const answers: Record<string, number> = {}
  for (const id of ids) answers[id] = await asked(id)
  return answers
}
const expected = (ids: string[], of: (call: DescribedCall) => number) =>
  Object.fromEntries(ids.map((id) => [id, of(callOf(id))]))

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const nothingChanged = async () => expect(await readEverything(agency)).toEqual(before)

describe('deny by default', () => {
  it('given the description of the API, when compared with the table, then each operation has an entry and each entry an operation', () => {
    expect(Object.keys(calls).sort()).toEqual(names.toSorted())
  })

  it('given nobody, or a cookie that is made up, when anything is asked for, then 401, and nothing has changed', async () => {
    const madeUp = { cookie: `session=${'A'.repeat(80)}%3B${'A'.repeat(32)}` }
    const callers = [['admin', {}] as const, ['session', {}] as const, ['session', madeUp] as const]
    for (const [base, headers] of callers) {
      const answers = await answersOf(under[base], (id) => ask(id, agency.own, base, headers))
      expect(answers).toEqual(expected(under[base], ({ exceptions }) => exceptions?.nobody ?? 401))
    }
    await nothingChanged()
  })

  it('[HO-06] given a token that is not good, when anything is asked for, then 401, and nothing has changed', async () => {
    for (const [what, token] of await badTokens(agency)) {
      const answers = await answersOf(under.admin, (id) => ask(id, agency.own, 'admin', bearer(token)))
      const exception = what === 'of no login' ? 'endedToken' : 'badToken'
      expect({ what, answers }).toEqual({
        what,
        answers: expected(under.admin, ({ exceptions }) => exceptions?.[exception] ?? 401),
      })
    }
    await nothingChanged()
  })

  it('given a token whose login has ended, when anything is asked for, then 401, and nothing has changed', async () => {
    const tokens = await endedTokens(agency)
    for (const [what, token] of tokens) {
      const answers = await answersOf(under.admin, (id) => ask(id, agency.own, 'admin', bearer(token)))
      expect({ what, answers }).toEqual({
        what,
        answers: expected(under.admin, ({ exceptions }) => exceptions?.endedToken ?? 401),
      })
    }
    await nothingChanged()
  })

  it('given a client’s session, when it asks for what is not for clients, then 404, and nothing has changed', async () => {
    const cookie = { cookie: agency.own.portal.cookie }
    const ids = under.session.filter((id) => !callOf(id).who.includes('session'))
    const answers = await answersOf(ids, (id) => ask(id, agency.own, 'session', cookie))
    expect(answers).toEqual(expected(ids, ({ exceptions }) => exceptions?.wrongSession ?? 404))
    await nothingChanged()
  })

  it('given a client’s session, when it asks for anything of another client, then 404, and nothing has changed', async () => {
    const ids = under.session.filter((id) => id !== 'closeSession')
    const cookie = { cookie: agency.own.portal.cookie }
    const answers = await answersOf(ids, (id) => ask(id, agency.other, 'session', cookie))
    expect(answers).toEqual(expected(ids, ({ exceptions }) => exceptions?.wrongSession ?? 404))
    await nothingChanged()
  })

  it('given a cookie that opens nothing, when anything is asked for, then 401', async () => {
    const cookies = await deadCookies(agency)
    before = await readEverything(agency)
    for (const [what, cookie] of cookies) {
      const answers = await answersOf(under.session, (id) => ask(id, agency.own, 'session', { cookie }))
      expect({ what, answers }).toEqual({
        what,
        answers: expected(under.session, ({ exceptions }) => exceptions?.deadCookie ?? 401),
      })
    }
    await nothingChanged()
  })

  it('given staff, when they take a step that is the client’s alone, then 403, and nothing has changed', async () => {
    const ids = under.admin.filter((id) => !callOf(id).who.includes('admin'))
    const answers = await answersOf(ids, (id) => ask(id, agency.own, 'admin', agency.staff.headers))
    expect(answers).toEqual(expected(ids, ({ exceptions }) => exceptions?.staff ?? 403))
    await nothingChanged()
  })

  it('given the same calls, when those make them who may, then they are done', async () => {
    const ids = Object.keys(calls)
    const done = expect.toSatisfy((status: number) => status < 300)
    const { cookie } = agency.own.portal
    const ofClients = ids.filter((id) => callOf(id).who.includes('session'))
    const ofStaff = ids.filter((id) => callOf(id).who.includes('admin'))
    const asClient = await answersOf(ofClients, (id) => ask(id, agency.own, 'session', { cookie }))
    expect(asClient).toEqual(Object.fromEntries(ofClients.map((id) => [id, callOf(id).exceptions?.done ?? done])))
    const asStaff = await answersOf(ofStaff, (id) => ask(id, agency.other, 'admin', agency.staff.headers))
    expect(asStaff).toEqual(Object.fromEntries(ofStaff.map((id) => [id, callOf(id).exceptions?.done ?? done])))
    expect(await readEverything({ ...agency, staff: await agency.product.logIn() })).not.toEqual(before)
  })
})
