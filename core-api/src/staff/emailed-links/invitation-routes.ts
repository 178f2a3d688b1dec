import { Id, NoContent, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import {
  ChoosePassword,
  Invitation,
  InviteAdmin,
  LinkByHand,
  LinkHolder,
  OpenLink,
} from '@agency/contract/staff-access'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { route } from '../../platform/access/route.ts'
import { WrongState } from '../../platform/errors.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { IdempotencyHeaders, idempotentCall } from '../../platform/idempotency/idempotency-key.ts'
import { isOfInvitation } from './invitation-repository.ts'
import {
  acceptInvitation,
  inviteAdmin,
  listOpenInvitations,
  makeInvitationLink,
  openInvitation,
  resendInvitation,
  revokeInvitation,
} from './invitation-service.ts'

const tags = ['admins']
const ById = Strict({ id: Id })

export const invitationRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, agency } = app
  const { ADMIN_MANAGEMENT: management, STAFF_URL: staffUrl } = app.config
  const { mailReaches } = app.channels
  const config = { allow: ['admin'], permission: 'admins.manage', subject: 'none' } as const
  // Whoever has the link may use it, also in a browser in which somebody is logged in.
  const anyone = { allow: ['nobody', 'admin'], subject: 'none' } as const
  const contextOf = ({ principal }: FastifyRequest) => ({
    db,
    cipher,
    staffUrl,
    management,
    principal: asAdmin(principal),
  })
  // A link that was replaced or revoked before its message went out is not sent.
  app.handleMessages('staff-invitation', { isWanted: (on, { key }) => isOfInvitation(on, key ?? '') })

  route(app, 'GET /admin/invitations', {
    config,
    schema: {
      tags,
      operationId: 'listInvitations',
      summary: 'Invitations that are not accepted yet',
      response: { 200: Type.Array(Invitation), ...failures(403) },
    },
    handler: () => listOpenInvitations(db, management),
  })

  route(app, 'POST /admin/invitations', {
    config,
    schema: {
      tags,
      operationId: 'inviteAdmin',
      summary: 'Invite a staff member by e-mail, with a link that works once within a day',
      headers: IdempotencyHeaders,
      body: InviteAdmin,
      response: { 201: Invitation, ...failures(403, 422) },
    },
    handler: async (request, reply) => {
      const call = idempotentCall(cipher, request, request.body)
      const invitation = await inviteAdmin({ ...contextOf(request), call }, request.body)
      app.wakeOutbox()
      return reply.code(201).send(invitation)
    },
  })

  route(app, 'POST /admin/invitations/:id/resend', {
    config,
    schema: {
      tags,
      operationId: 'resendInvitation',
      summary: 'Send an invitation again, with a new link; the one before ends',
      params: ById,
      response: { 200: Invitation, ...failures(403) },
    },
    handler: async (request) => {
      const invitation = await resendInvitation(contextOf(request), request.params.id)
      app.wakeOutbox()
      return invitation
    },
  })

  route(app, 'POST /admin/invitations/:id/link', {
    config,
    schema: {
      tags,
      operationId: 'makeInvitationLink',
      summary: 'A new link of an invitation, to be given by hand where no mail server is set up; the one before ends',
      params: ById,
      response: { 200: LinkByHand, ...failures(403, 409) },
    },
    handler: (request) => {
      if (mailReaches) throw new WrongState('Emails can be sent here. Send the invitation again instead.')
      return makeInvitationLink(contextOf(request), request.params.id)
    },
  })

  route(app, 'DELETE /admin/invitations/:id', {
    config,
    schema: {
      tags,
      operationId: 'revokeInvitation',
      summary: 'End an invitation: its link no longer works',
      params: ById,
      response: { 204: NoContent, ...failures(403) },
    },
    handler: async (request, reply) => {
      await revokeInvitation(contextOf(request), request.params.id)
      return reply.code(204).send()
    },
  })

  route(app, 'POST /admin/invitations/open', {
    config: anyone,
    schema: {
      tags,
      operationId: 'openInvitation',
      summary: 'Whom the link of an invitation is for',
      body: OpenLink,
      response: { 200: LinkHolder, ...failures(410) },
    },
    handler: ({ body }) => openInvitation(db, management, body.token),
  })

  route(app, 'POST /admin/invitations/accept', {
    config: anyone,
    schema: {
      tags,
      operationId: 'acceptInvitation',
      summary: 'Choose a password and so make the account; the link no longer works then',
      body: ChoosePassword,
      response: { 204: NoContent, ...failures(409, 410) },
    },
    handler: async ({ principal, body }, reply) => {
      const caller = { kind: 'nobody', address: principal.address } as const
      await acceptInvitation({ db, agency, management, principal: caller }, body)
      return reply.code(204).send()
    },
  })
}
