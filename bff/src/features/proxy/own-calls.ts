import type { FastifyInstance } from 'fastify'

const ownCalls = [
  ['POST', '/admin/login'],
  ['POST', '/admin/logout'],
  ['POST', '/api/session/:code/auth'],
  ['POST', '/api/session/:code/logout'],
  ['GET', '/healthz'],
  ['GET', '/readyz'],
  ['GET', '/docs/json'],
] as const

/**
 * Keeps from being passed on what this service answers itself elsewhere: the core's answers to these calls are for this
 * service alone. Register it after the calls that the base path does have.
 * @param prefix the base path
 */
export function keepOwnCalls(app: FastifyInstance, prefix: string): void {
  for (const [method, path] of ownCalls) {
    const url = `${prefix}${path}`
    if (!app.hasRoute({ method, url })) app.route({ method, url, handler: (_request, reply) => reply.callNotFound() })
  }
}
