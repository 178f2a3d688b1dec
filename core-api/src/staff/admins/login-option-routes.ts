import { LoginOptions } from '@agency/contract/admins'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { route } from '../../platform/access/route.ts'

/** The ways to log in that the login screen offers, for anyone. @param options constant while the service runs */
export const loginOptionRoutes: FastifyPluginAsyncTypebox<{ options: LoginOptions }> = async (app, { options }) => {
  route(app, 'GET /admin/login-options', {
    config: { allow: ['nobody', 'admin'], subject: 'none' },
    schema: {
      tags: ['admins'],
      operationId: 'getLoginOptions',
      summary: 'How staff can log in',
      response: { 200: LoginOptions },
    },
    handler: () => options,
  })
}
