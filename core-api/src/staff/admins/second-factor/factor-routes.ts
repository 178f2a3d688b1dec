import { Id, NoContent, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import {
  AccountSecurity,
  AddPasskey,
  ConfirmAccount,
  ConfirmAuthenticator,
  Confirmation,
  Confirmed,
  FactorAdded,
  NewAuthenticator,
  PasskeyChallenge,
  RecoveryCodes,
  RenamePasskey,
} from '@agency/contract/second-factors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { route } from '../../../platform/access/route.ts'
import { asAdmin, type Principal } from '../../../platform/http/principals.ts'
import { askForOwnPasskey, confirmAccount } from './confirmation.ts'
import {
  addPasskey,
  finishAuthenticator,
  nameAPasskey,
  postpone,
  readSecurity,
  removeAuthenticator,
  removeFactorsOf,
  removePasskey,
  renewRecoveryCodes,
  startAuthenticator,
  startPasskey,
} from './factor-service.ts'
import { relyingPartyOf } from './passkeys.ts'

const tags = ['admins']
const ById = Strict({ id: Id })
const config = { allow: ['admin'], permission: 'account', subject: 'none' } as const
/** Also for a login that may do nothing else than the set-up. */
const setUp = { allow: ['admin', 'enrolling'], permission: 'account', subject: 'none' } as const

export const factorRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, agency } = app
  const { staffMfa, STAFF_URL } = app.config
  const party = relyingPartyOf(STAFF_URL)
  const of = ({ principal }: { principal: Principal }) => ({ db, cipher, agency, party, staffMfa, principal })

  route(app, 'GET /admin/me/security', {
    config: setUp,
    schema: {
      tags,
      operationId: 'getAccountSecurity',
      summary: 'One’s own second factors',
      response: { 200: AccountSecurity },
    },
    handler: (request) => readSecurity(of(request)),
  })

  route(app, 'POST /admin/me/confirmations', {
    config,
    schema: {
      tags,
      operationId: 'confirmAccount',
      summary: 'Confirm by password or passkey, for one change of the account',
      body: ConfirmAccount,
      response: { 201: Confirmation, ...failures(410, 429) },
    },
    handler: async (request, reply) => {
      const context = { ...of(request), principal: asAdmin(request.principal) }
      return reply.code(201).send({ confirmation: await confirmAccount(context, request.body) })
    },
  })

  route(app, 'POST /admin/me/confirmations/passkey', {
    config,
    schema: {
      tags,
      operationId: 'askForOwnPasskey',
      summary: 'Options to confirm with a passkey',
      response: { 201: PasskeyChallenge },
    },
    handler: async (request, reply) =>
      reply.code(201).send(await askForOwnPasskey({ ...of(request), principal: asAdmin(request.principal) })),
  })

  route(app, 'POST /admin/me/authenticator', {
    config: setUp,
    schema: {
      tags,
      operationId: 'startAuthenticator',
      summary: 'Start to set up an authenticator app; it counts once a code was entered',
      body: Confirmed,
      response: { 201: NewAuthenticator, ...failures(403) },
    },
    handler: async (request, reply) =>
      reply.code(201).send(await startAuthenticator(of(request), request.body.confirmation)),
  })

  route(app, 'POST /admin/me/authenticator/confirm', {
    config: setUp,
    schema: {
      tags,
      operationId: 'finishAuthenticator',
      summary: 'Complete the set-up of an authenticator app with one of its codes',
      body: ConfirmAuthenticator,
      response: { 200: FactorAdded, ...failures(409) },
    },
    handler: (request) => finishAuthenticator(of(request), request.body.code),
  })

  route(app, 'POST /admin/me/authenticator/remove', {
    config,
    schema: {
      tags,
      operationId: 'removeAuthenticator',
      summary: 'Remove the authenticator app',
      body: Confirmed,
      response: { 204: NoContent, ...failures(409) },
    },
    handler: async (request, reply) => {
      await removeAuthenticator(of(request), request.body.confirmation)
      return reply.code(204).send()
    },
  })

  route(app, 'POST /admin/me/passkeys/options', {
    config: setUp,
    schema: {
      tags,
      operationId: 'startPasskey',
      summary: 'Options to make a passkey',
      body: Confirmed,
      response: { 201: PasskeyChallenge, ...failures(403, 409) },
    },
    handler: async (request, reply) => reply.code(201).send(await startPasskey(of(request), request.body.confirmation)),
  })

  route(app, 'POST /admin/me/passkeys', {
    config: setUp,
    schema: {
      tags,
      operationId: 'addPasskey',
      summary: 'Add the passkey that the browser has made',
      body: AddPasskey,
      response: { 201: FactorAdded, ...failures(410) },
    },
    handler: async (request, reply) => reply.code(201).send(await addPasskey(of(request), request.body)),
  })

  route(app, 'PUT /admin/me/passkeys/:id', {
    config,
    schema: {
      tags,
      operationId: 'renamePasskey',
      summary: 'Rename a passkey',
      params: ById,
      body: RenamePasskey,
      response: { 204: NoContent },
    },
    handler: async (request, reply) => {
      await nameAPasskey(of(request), request.params.id, request.body)
      return reply.code(204).send()
    },
  })

  route(app, 'POST /admin/me/passkeys/:id/remove', {
    config,
    schema: {
      tags,
      operationId: 'removePasskey',
      summary: 'Remove a passkey',
      params: ById,
      body: Confirmed,
      response: { 204: NoContent, ...failures(409) },
    },
    handler: async (request, reply) => {
      await removePasskey(of(request), request.params.id, request.body.confirmation)
      return reply.code(204).send()
    },
  })

  route(app, 'POST /admin/me/recovery-codes', {
    config,
    schema: {
      tags,
      operationId: 'renewRecoveryCodes',
      summary: 'Ten new recovery codes; the old ones no longer work',
      body: Confirmed,
      response: { 201: RecoveryCodes, ...failures(409) },
    },
    handler: async (request, reply) =>
      reply.code(201).send({ recovery_codes: await renewRecoveryCodes(of(request), request.body.confirmation) }),
  })

  route(app, 'POST /admin/me/second-factor/postpone', {
    config: setUp,
    schema: {
      tags,
      operationId: 'postponeSecondFactor',
      summary: 'Do without a second factor for now, where none is required',
      response: { 204: NoContent, ...failures(409) },
    },
    handler: async (request, reply) => {
      await postpone(of(request))
      return reply.code(204).send()
    },
  })

  route(app, 'POST /admin/:id/second-factors/remove', {
    config: { allow: ['admin'], permission: 'admins.second-factors', subject: 'none' },
    schema: {
      tags,
      operationId: 'removeSecondFactors',
      summary: 'Remove all second factors of another staff member, and end their logins',
      params: ById,
      response: { 204: NoContent, ...failures(409) },
    },
    handler: async (request, reply) => {
      await removeFactorsOf({ db, cipher }, asAdmin(request.principal), request.params.id)
      return reply.code(204).send()
    },
  })
}
