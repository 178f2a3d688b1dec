import { LoginOptions } from '@agency/contract/admins'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { route } from '../../platform/access/route.ts'

export const loginOptionRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { config, channels } = app
  route(app, 'GET /admin/login-options', {
    config: { allow: ['nobody', 'admin'], subject: 'none' },
    schema: {
      tags: ['admins'],
      operationId: 'getLoginOptions',
      summary: 'How staff can log in',
      response: { 200: LoginOptions },
    },
    handler: () => ({
      password: config.STAFF_PASSWORD_LOGIN === 'on',
      password_reset: channels.mailReaches,
      providers: config.oidcProviders.map(({ id, label }) => ({ id, label })),
    }),
  })
}
