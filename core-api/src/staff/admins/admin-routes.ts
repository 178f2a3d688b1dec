import { Admin, CreateAdmin, SetPassword, UpdateAdmin } from '@agency/contract/admins'
import { Id, NoContent, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { route } from '../../platform/access/route.ts'
import { etag, IfMatch, readBaseVersion, withEtag } from '../../platform/concurrency/if-match.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { type AdminPrincipal, asAdmin } from '../../platform/http/principals.ts'
import { IdempotencyHeaders, idempotentCall } from '../../platform/idempotency/idempotency-key.ts'
import { listAdmins } from './admin-repository.ts'
import { changeAdmin, createAdmin, getAdmin, setPassword } from './admin-service.ts'
import { loginWaysOf } from './last-power-admin.ts'
import { changeOwnPassword } from './own-account.ts'
import { requirePresence } from './second-factor/confirmation.ts'

const ById = Strict({ id: Id })
const tags = ['admins']

export const adminRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, config } = app
  const [management, ways] = [config.ADMIN_MANAGEMENT, loginWaysOf(config)]
  const own = { allow: ['admin'], permission: 'account', subject: 'none' } as const
  const reading = { allow: ['admin'], permission: 'admins.read', subject: 'none' } as const
  const managing = { allow: ['admin'], permission: 'admins.manage', subject: 'none' } as const
  const contextOf = (principal: AdminPrincipal) => ({ db, cipher, agency: app.agency, management, ways, principal })

  route(app, 'GET /admin/list', {
    config: reading,
    schema: { tags, operationId: 'listAdmins', summary: 'All staff', response: { 200: Type.Array(Admin) } },
    handler: (request) => listAdmins(db, asAdmin(request.principal).scope),
  })

  route(app, 'GET /admin/:id', {
    config: reading,
    schema: {
      tags,
      operationId: 'getAdmin',
      summary: 'One staff member',
      params: ById,
      response: { 200: { ...Admin, ...etag } },
    },
    handler: async ({ params, principal }, reply) =>
      withEtag(reply, await getAdmin(db, params.id, asAdmin(principal).scope)),
  })

  route(app, 'POST /admin/create', {
    config: managing,
    schema: {
      tags,
      operationId: 'createAdmin',
      summary: 'Add a staff member',
      headers: IdempotencyHeaders,
      body: CreateAdmin,
      response: { 201: { ...Admin, ...etag }, ...failures(403, 422) },
    },
    handler: async (request, reply) => {
      const call = idempotentCall(cipher, request, request.body)
      const admin = await createAdmin({ ...contextOf(asAdmin(request.principal)), call }, request.body)
      return reply.code(201).send(withEtag(reply, admin))
    },
  })

  route(app, 'PUT /admin/:id/update', {
    config: managing,
    schema: {
      tags,
      operationId: 'updateAdmin',
      summary: 'Change a staff member; another role or password ends their logins',
      params: ById,
      headers: IfMatch,
      body: UpdateAdmin,
      response: { 200: { ...Admin, ...etag }, ...failures(403, 409) },
    },
    handler: async (request, reply) => {
      const { confirmation, version: _version, ...changes } = request.body
      const principal = asAdmin(request.principal)
      const confirm = (trx: Transaction) => requirePresence(trx, principal, confirmation)
      const edit = { baseVersion: readBaseVersion(request), confirm }
      return withEtag(reply, await changeAdmin(contextOf(principal), request.params.id, changes, edit))
    },
  })

  route(app, 'PUT /admin/:id/password', {
    // For another's password, the permission is checked below.
    config: own,
    schema: {
      tags,
      operationId: 'setAdminPassword',
      summary: 'Set a password; ends all logins of that staff member, except the current one',
      params: ById,
      body: SetPassword,
      response: { 204: NoContent, ...failures(403, 429) },
    },
    handler: async (request, reply) => {
      const { params, body } = request
      const principal = asAdmin(request.principal)
      if (params.id === principal.adminId) await changeOwnPassword({ db, cipher, principal, agency: app.agency }, body)
      else await setPassword(contextOf(await app.requirePermission(request, 'admins.manage')), params.id, body.password)
      return reply.code(204).send()
    },
  })
}
