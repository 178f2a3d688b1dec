import { fastify } from 'fastify'
import Type from 'typebox'
import { describe, expect, it, onTestFinished } from 'vitest'
import { principals } from '../http/principals.ts'
import { route } from './route.ts'

async function appWithPrincipals() {
  const app = fastify()
  onTestFinished(() => app.close())
  await app.register(principals, {
    secret: 'x'.repeat(44),
    management: 'power',
    findAdmin: async () => undefined,
    findSession: async () => undefined,
    revealReason: 'off',
    recordRefusal: async () => undefined,
  })
  return app
}
const schema = { response: { 200: Type.Null() } }
const handler = () => null

describe('a route', () => {
  it('given no subject, when it is declared, then it does not compile and the service does not start', async () => {
    const app = await appWithPrincipals()
    const declare = () =>
      // @ts-expect-error `subject` is required
      route(app, 'GET /open', { config: { allow: ['admin'], permission: 'account' }, schema, handler })
    expect(declare).toThrow('GET /open does not name its subject')
  })

  it.each([
    [{}, 'GET /open does not name its callers'],
    [{ allow: ['admin'] }, 'GET /open does not name its permission'],
    [{ allow: ['admin'], permission: 'account' }, 'GET /open does not name its subject'],
    [{ allow: ['nobody'] }, 'GET /open does not name its subject'],
    [{ allow: 'infrastructure' }, 'GET /open does not name its subject'],
  ] as const)(
    'given a plain Fastify route with %j, when it is added, then the service does not start',
    async (config, fault) => {
      const app = await appWithPrincipals()
      expect(() => app.get('/open', { config, schema }, handler)).toThrow(fault)
    },
  )

  it('given callers, permission and subject, when it is declared, then the service starts', async () => {
    const app = await appWithPrincipals()
    route(app, 'GET /open', { config: { allow: ['admin'], permission: 'account', subject: 'none' }, schema, handler })
    expect(app.declaredRoutes.map(({ url }) => url)).toEqual(['/open'])
  })
})
