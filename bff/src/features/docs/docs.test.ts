import type { ApiDocument } from '@agency/contract/api-description'
import { ClientCounts } from '@agency/contract/clients'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startFakeCore } from '../../../test/fake-core.ts'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { mergeDescriptions } from './merge-descriptions.ts'

const key = (fill: number) => Buffer.alloc(32, fill).toString('base64')
const loginId = '01a1fe2c-2b2e-7171-b77b-9bdc9c23fc5b'
const operation = { operationId: 'countClients', summary: 'How many there are', tags: ['clients'] }
const counts = { description: 'Default Response', content: { 'application/json': { schema: ClientCounts } } }
const ofCore: ApiDocument = {
  openapi: '3.1.0',
  components: {},
  paths: {
    '/clients/counts': { get: { ...operation, responses: { 200: counts } } },
    '/admin/login': { post: { ...operation, operationId: 'coreLogIn', responses: { 200: counts } } },
  },
}

let core: Awaited<ReturnType<typeof startFakeCore>>
let app: Awaited<ReturnType<typeof buildApp>>
beforeAll(async () => {
  core = await startFakeCore()
  const secrets = { PRINCIPAL_SECRET: key(3), JWT_SECRET: key(1), COOKIE_SECRET: key(2) }
  app = await buildApp(readConfig({ ...secrets, CORE_URL: core.url, LOG_LEVEL: 'silent' }))
})
afterAll(async () => {
  await app.close()
  await core.close()
})
beforeEach(() => {
  core.received.length = 0
  core.answerWith(() => ({ status: 200, body: ofCore }))
})

const bearer = () => {
  const token = app.issueAdminToken({ id: loginId, expires_at: new Date(Date.now() + 60_000).toISOString() })
  return { authorization: `Bearer ${token}` }
}

describe('GET /docs/json', () => {
  it('given a token, when asked for, then the core decides, and its calls and this service’s are in one document', async () => {
    const answer = await app.inject({ url: '/docs/json', headers: bearer() })
    expect(core.received).toMatchObject([{ url: '/docs/json', principal: { kind: 'admin', id: loginId } }])
    const { paths, components }: ApiDocument = answer.json()
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/clients/counts', '/api/session/{code}/auth', '/healthz']),
    )
    expect(paths['/admin/login']?.post?.operationId).toBe('logIn')
    expect(components.schemas).toHaveProperty('ClientCounts')
  })

  it('given no token, when the core refuses, then its answer is relayed unchanged', async () => {
    const body = { code: 'NOT_SIGNED_IN', message: 'Please log in.' }
    core.answerWith(() => ({ status: 401, body }))
    const answer = await app.inject('/docs/json')
    expect([answer.statusCode, answer.json()]).toEqual([401, body])
    expect(core.received).toMatchObject([{ principal: { kind: 'nobody' } }])
  })

  it('given a token that is not good, when asked for, then 401 and the core is not asked', async () => {
    const answer = await app.inject({ url: '/docs/json', headers: { authorization: 'Bearer nonsense' } })
    expect(answer.statusCode).toBe(401)
    expect(core.received).toEqual([])
  })
})

describe('the merged description', () => {
  const own: ApiDocument = { openapi: '3.1.0', components: {}, paths: {} }

  it('given a proxied call, when merged, then what can go wrong on the way is declared, each error once', () => {
    const { paths, components } = mergeDescriptions(ofCore, own)
    expect(Object.keys(paths['/clients/counts']?.get?.responses ?? {})).toEqual(['200', '502'])
    expect(Object.keys(paths['/admin/login']?.post?.responses ?? {})).toEqual(['200', '403', '411', '502'])
    expect(paths['/clients/counts']?.get?.responses[502]).toEqual({ $ref: '#/components/responses/CoreUnreachable' })
    expect(components.responses).toHaveProperty('CoreUnreachable')
  })

  it('given a call without a summary, when merged, then it is refused', () => {
    const { summary: _summary, ...unnamed } = operation
    const paths = { '/clients/counts': { get: { ...unnamed, responses: {} } } }
    expect(() => mergeDescriptions({ ...ofCore, paths }, own)).toThrow()
  })
})
