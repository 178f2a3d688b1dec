import { Id, NoContent, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import { ChoosePassword, ForgottenPassword, LinkByHand, LinkHolder, OpenLink } from '@agency/contract/staff-access'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { route } from '../../platform/access/route.ts'
import { WrongState } from '../../platform/errors.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import {
  finishReset,
  makeLinkForColleague,
  openReset,
  passwordResetJob,
  requestReset,
  sendReset,
} from './password-reset-service.ts'

const tags = ['admins']

export const passwordResetRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, config: passwordLogin } = app
  const options = { staffUrl: passwordLogin.STAFF_URL, passwordLogin }
  const config = { allow: ['nobody', 'admin'], subject: 'none' } as const
  // The holder of the link acts, not the admin who may be logged in on the same browser.
  const anyone = ({ principal: { address } }: FastifyRequest) => ({ kind: 'nobody', address }) as const
  app.handleJobs(passwordResetJob, async (job) => {
    await sendReset({ db, cipher, ...options }, job.subject_id)
    app.wakeOutbox()
  })

  route(app, 'POST /admin/password-resets', {
    config,
    schema: {
      tags,
      operationId: 'requestPasswordReset',
      summary: 'Send a link for a forgotten password; the answer does not say whether the account exists',
      body: ForgottenPassword,
      response: { 204: NoContent, ...failures(429) },
    },
    handler: async (request, reply) => {
      await requestReset({ db, cipher, principal: anyone(request) }, request.body.login)
      app.wakeJobs()
      return reply.code(204).send()
    },
  })

  route(app, 'POST /admin/:id/password-link', {
    config: { allow: ['admin'], permission: 'admins.manage', subject: 'none' },
    schema: {
      tags,
      operationId: 'makePasswordLink',
      summary: 'A link for a colleague to choose a new password, to be given by hand where no mail server is set up',
      params: Strict({ id: Id }),
      response: { 200: LinkByHand, ...failures(403, 409) },
    },
    handler: ({ principal, params }) => {
      if (app.channels.mailReaches) throw new WrongState('Emails can be sent here: “Forgot password?” sends the link.')
      return makeLinkForColleague(
        { db, principal: asAdmin(principal), management: passwordLogin.ADMIN_MANAGEMENT, ...options },
        params.id,
      )
    },
  })

  route(app, 'POST /admin/password-resets/open', {
    config,
    schema: {
      tags,
      operationId: 'openPasswordReset',
      summary: 'Whose password a link sets',
      body: OpenLink,
      response: { 200: LinkHolder, ...failures(410) },
    },
    handler: (request) => openReset({ db, ...options }, request.body.token),
  })

  route(app, 'POST /admin/password-resets/finish', {
    config,
    schema: {
      tags,
      operationId: 'finishPasswordReset',
      summary: 'Choose a new password; ends all logins of the account, and the link',
      body: ChoosePassword,
      response: { 204: NoContent, ...failures(410) },
    },
    handler: async (request, reply) => {
      await finishReset({ db, cipher, agency: app.agency, principal: anyone(request), ...options }, request.body)
      return reply.code(204).send()
    },
  })
}
