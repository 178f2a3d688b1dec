import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, startCore } from '../core.ts'
import { multipart, openAsClient, seedClient, seedSession } from '../session-fixtures.ts'
import { answerSchema, bodySchema, CallableDocument, callersOf, type Operation, operationsOf } from './operations.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

const anyId = '01a1fe2c-2b2e-7171-b77b-9bdc9c23fc5b'
/** What the server alone decides: names of columns, and one that nothing has. */
const serverOwned = [
  'id',
  'version',
  'created_at',
  'updated_at',
  'password_hash',
  'role',
  'client_id',
  'envelope_id',
  'sealed_sha256',
  'submitted_at',
  'unexpected',
]

async function described() {
  const document = Value.Parse(CallableDocument, core.app.swagger())
  const propertiesOf = (schema: unknown): string[] => {
    if (typeof schema !== 'object' || schema === null) return []
    if ('$ref' in schema)
      return propertiesOf(document.components.schemas?.[String(schema.$ref).split('/').at(-1) ?? ''])
    return 'properties' in schema && typeof schema.properties === 'object' ? Object.keys(schema.properties ?? {}) : []
  }
  return { operations: operationsOf(document), propertiesOf }
}

const pathOf = ({ path }: Operation) =>
  path
    .replace('{kind}', 'invitation')
    .replace('{language}', 'en')
    .replace('{channel}', 'email')
    .replaceAll(/\{\w+\}/g, anyId)

describe('a property that a body does not have', () => {
  it('given each operation with a JSON body, when a property is sent that neither it nor the answer has, then 400 names it', async () => {
    const { operations, propertiesOf } = await described()
    const journey = await seedSession(core)
    const callers = {
      admin: journey.admin,
      session: await openAsClient(core, journey.session),
      nobody: { kind: 'nobody', address: '192.0.2.77' } as const,
    }
    const accepted: string[] = []
    let asked = 0
    for (const operation of operations) {
      const schema = bodySchema(operation, 'application/json')
      const [caller] = callersOf(operation)
      // The provider's messages are no JSON of ours: their signature is checked over the raw bytes.
      if (schema === undefined || !caller || operation.operationId === 'receiveProviderMessage') continue
      // What the answer has may be sent back, and is ignored.
      const known = [...propertiesOf(schema), ...propertiesOf(answerSchema(operation))]
      for (const name of serverOwned.filter((each) => !known.includes(each))) {
        const { method } = operation
        const answer = await core.ask(callers[caller], { method, url: pathOf(operation), payload: { [name]: 1 } })
        const details: { field: string; message: string }[] = answer.json().details ?? []
        const names = details.some(({ field, message }) => field === name && message === 'is not a known field')
        if (answer.statusCode !== 400 || !names) accepted.push(`${operation.operationId}: ${name}`)
        asked++
      }
    }
    expect(accepted).toEqual([])
    expect(asked).toBeGreaterThan(100)
  })

  it.each([
    ['/global-forms', { title: 'A', type: 'Link', source: 'https://example.com/' }],
    ['/sessionforms', { session_id: anyId }],
    ['/upload/', {}],
  ])('given the multipart body of %s, when an unknown field is sent, then 400 names it', async (path, fields) => {
    const admin = await core.admin()
    const url = path === '/upload/' ? `/upload/${await seedClient(core, admin)}` : path
    const body = await multipart({ ...fields, password_hash: 'planted' })
    const answer = await core.ask(admin, { method: 'POST', url, ...body })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().details).toContainEqual({ field: 'password_hash', message: 'is not a known field' })
  })

  it('given an admin, when a password hash is planted, then 400 and the old password still logs in', async () => {
    const admin = await core.admin()
    const [{ id, version }] = (await core.ask(admin, { method: 'GET', url: '/admin/list' })).json()
    const payload = { password_hash: '$argon2id$v=19$m=65536,t=3,p=4$AAAA$AAAA', version: 1, created_at: '2001-01-01' }
    const answer = await core.ask(admin, { method: 'PUT', url: `/admin/${id}/update`, payload })
    expect(answer.statusCode).toBe(400)
    expect((await core.ask(admin, { method: 'GET', url: `/admin/${id}` })).json().version).toBe(version)
    expect(await core.logIn()).toMatchObject({ kind: 'admin' })
  })
})
