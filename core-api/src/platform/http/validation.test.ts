import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Core, nobody, startCore } from '../../../test/core.ts'
import { multipart, seedClient, seedSession } from '../../../test/session-fixtures.ts'
import { refuseUnstorable } from './refuse-unstorable.ts'
import { looseSchemas, validation } from './validation.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

const anyId = '01a1fe2c-2b2e-7171-b77b-9bdc9c23fc5b'

describe('input that the database cannot hold', () => {
  it.each([
    ['/clients?limit=1&offset=99999999999999999999', 'offset'],
    ['/sessions?offset=99999999999999999999', 'offset'],
    ['/audit?from=2026-11-22T10:00:00%2B21:04', 'from'],
    ['/audit?to=0000-01-01T00:00:00Z', 'to'],
    ['/clients/today?date=0001-01-01', 'date'],
    [`/clients/urn:uuid:${anyId}`, 'id'],
  ])('given %s, when asked for, then 400 names %s', async (url, field) => {
    const answer = await core.ask(await core.admin(), { method: 'GET', url })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().details).toEqual([{ field, message: expect.any(String) }])
  })

  it('given a birth date in the year 0, when stored, then 400 names the field', async () => {
    const admin = await core.admin()
    const url = `/clients/${await seedClient(core, admin)}`
    const answer = await core.ask(admin, { method: 'PUT', url, payload: { dob: '0000-01-01' } })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().details).toContainEqual({ field: 'dob', message: expect.any(String) })
  })

  it('given an order beyond the integers of the database, when sent, then 400 names the field', async () => {
    const { admin, session } = await seedSession(core)
    const payload = { session_id: session.id, type: 'Link', source: 'https://example.com/', order_index: 2147483648 }
    const asJson = await core.ask(admin, { method: 'POST', url: '/sessionforms', payload })
    const fields = { ...payload, order_index: '2147483648' }
    const asForm = await core.ask(admin, { method: 'POST', url: '/sessionforms', ...(await multipart(fields)) })
    for (const answer of [asJson, asForm]) {
      expect(answer.statusCode).toBe(400)
      expect(answer.json().details).toContainEqual({ field: 'order_index', message: expect.any(String) })
    }
  })
})

describe('a body of another type', () => {
  it.each(['/clients', '/global-forms', '/sessionforms', `/upload/${anyId}`, '/session'])(
    'given text/plain, when sent to %s, then 415',
    async (url) => {
      const headers = { 'content-type': 'text/plain' }
      const answer = await core.ask(await core.admin(), { method: 'POST', url, payload: 'text', headers })
      expect([answer.statusCode, answer.json().code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    },
  )

  it.each(['/global-forms', '/sessionforms', '/upload/'])(
    'given multipart without a boundary, or broken off, when sent to %s, then 400',
    async (path) => {
      const admin = await core.admin()
      const url = path === '/upload/' ? `/upload/${await seedClient(core, admin)}` : path
      for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x']) {
        const answer = await core.ask(admin, {
          method: 'POST',
          url,
          payload: '--x\r\nbroken',
          headers: { 'content-type': type },
        })
        expect([answer.statusCode, answer.json().code]).toEqual([400, 'INVALID_INPUT'])
      }
    },
  )

  it('given JSON of 50,000 levels where a file is expected, when sent, then 415 and no stack overflow', async () => {
    const payload = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    const headers = { 'content-type': 'application/json' }
    const admin = await core.admin()
    const url = `/upload/${await seedClient(core, admin)}`
    const answer = await core.ask(admin, { method: 'POST', url, payload, headers })
    expect(answer.statusCode).toBe(415)
  })
})

describe('schemas that accept unknown properties', () => {
  const strict = { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false }
  const loose = { type: 'object', properties: { a: { type: 'string' } } }

  it.each([
    ['at the top', loose, ['body']],
    ['by content type', { content: { 'application/json': { schema: loose } } }, ['body.application/json.schema']],
    ['in an array', { ...strict, properties: { a: { type: 'array', items: loose } } }, ['body.a.items']],
    ['in a choice', { anyOf: [strict, loose] }, ['body.anyOf.1']],
    ['nowhere', strict, []],
    ['nowhere, with a map', { type: 'object', additionalProperties: { type: 'string' } }, []],
  ])('given one %s, when looked for, then it is found', (_where, schema, found) => {
    expect(looseSchemas(schema, 'body')).toEqual(found)
  })

  it('given a route with such a body, when registered, then the service does not start', async () => {
    const app = Fastify()
    onTestFinished(() => app.close())
    await app.register(validation)
    const register = (schema: object) => app.post('/route', { schema: { body: schema } }, async () => 'ok')
    expect(() => register(loose)).toThrow('POST /route: the schema of body accepts unknown properties')
    expect(() => register(strict)).not.toThrow()
  })
})

describe('bodies with very many faults', () => {
  /** An object with this many unknown properties. */
  const unknown = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`unknown_${n}`, 1]))
  const linkCalls = ['/admin/password-resets', '/admin/invitations/open', '/admin/login', '/api/session/ABCD/auth']

  it.each(linkCalls)(
    'given 50,000 unknown properties without a login, when sent to %s, then 413 and a short answer',
    async (url) => {
      const answer = await core.ask(nobody, { method: 'POST', url, payload: unknown(50_000) })
      expect([answer.statusCode, answer.json().code]).toEqual([413, 'TOO_LARGE'])
      expect(answer.body.length).toBeLessThan(1_000)
    },
  )

  it.each([
    ['without a login', '/admin/login', nobody, 500],
    ['by staff', '/clients', undefined, 40_000],
  ])(
    'given many unknown properties %s, when sent, then 400 names twenty of them @full',
    async (_who, url, as, count) => {
      const answer = await core.ask(as ?? (await core.admin()), { method: 'POST', url, payload: unknown(count) })
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'INVALID_INPUT'])
      expect(answer.json().details).toHaveLength(20)
      expect(answer.body.length).toBeLessThan(10_000)
    },
  )

  it('given unknown properties with long names, when sent, then the answer has the beginning of each name', async () => {
    const names = Array.from({ length: 30 }, (_, n) => [`${n}${'x'.repeat(30_000)}`, 1])
    const payload = Object.fromEntries(names)
    const answer = await core.ask(await core.admin(), { method: 'POST', url: '/clients', payload })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().details[0].field).toMatch(/^0x{79}…$/)
    expect(answer.body.length).toBeLessThan(10_000)
  })

  it('given many texts that cannot be stored, when sent, then 400 names twenty of them', () => {
    const inputs = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`field_${n}`, '\0']))
    const details = expect.toSatisfy((named: unknown[]) => named.length === 20)
    expect(() => refuseUnstorable(inputs)).toThrow(expect.objectContaining({ details }))
  })

  it('given a body just within the limit without a login, when sent, then it is read', async () => {
    const payload = { username: 'x'.repeat(14_000), password: 'x' }
    const answer = await core.ask(nobody, { method: 'POST', url: '/admin/login', payload })
    expect(answer.statusCode).not.toBe(413)
  })
})
