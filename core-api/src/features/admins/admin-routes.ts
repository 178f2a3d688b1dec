import { Admin, CoreLoginAnswer, CreateAdmin, LoginBody, SetPassword, UpdateAdmin } from '@agency/contract/admins'
import { Id, NoContent, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { etag, IfMatch, readIfMatch, withEtag } from '../../platform/concurrency/if-match.ts'
import { asAdmin, asNobody } from '../../platform/http/principals.ts'
import { IdempotencyHeaders, idempotentCall } from '../../platform/idempotency/idempotency-key.ts'
import { type Management, requireManager } from '../audit/require-manager.ts'
import { listAdmins } from './admin-repository.ts'
import { changeAdmin, createAdmin, getAdmin, setPassword } from './admin-service.ts'
import { logIn, logOut } from './login-service.ts'
import { changeOwnPassword } from './own-account.ts'

const ById = Strict({ id: Id })
const tags = ['admins']

interface AdminRouteOptions {
  /** Who may change staff: every admin, or only power admins. */
  management: Management
  /** Passwords must not consist of it. */
  agencyName: string
  /** Minutes without activity after which a login ends. */
  idleMinutes: number
}

/** Login, logout and the accounts of staff. */
export const adminRoutes: FastifyPluginAsyncTypebox<AdminRouteOptions> = async (app, options) => {
  const { management, agencyName, idleMinutes } = options
  const { db, cipher } = app
  const config = { allow: ['admin'] as const }
  const managing = async (request: FastifyRequest) => ({
    db,
    agencyName,
    principal: await requireManager({ db, management, request }),
  })

  app.post(
    '/admin/login',
    {
      config: { allow: ['nobody'] },
      schema: {
        tags,
        operationId: 'logIn',
        summary: 'Log in with user name and password',
        body: LoginBody,
        response: { 200: CoreLoginAnswer, ...failures(429) },
      },
    },
    (request) => logIn({ db, cipher, principal: asNobody(request.principal), idleMinutes }, request.body),
  )

  app.post(
    '/admin/logout',
    {
      config,
      schema: { tags, operationId: 'logOut', summary: 'End this login at once', response: { 204: NoContent } },
    },
    async (request, reply) => {
      await logOut(db, asAdmin(request.principal))
      return reply.code(204).send()
    },
  )

  app.get(
    '/admin/list',
    { config, schema: { tags, operationId: 'listAdmins', summary: 'All staff', response: { 200: Type.Array(Admin) } } },
    () => listAdmins(db),
  )

  app.get(
    '/admin/:id',
    {
      config,
      schema: {
        tags,
        operationId: 'getAdmin',
        summary: 'One staff member',
        params: ById,
        response: { 200: { ...Admin, ...etag } },
      },
    },
    async (request, reply) => withEtag(reply, await getAdmin(db, request.params.id)),
  )

  app.post(
    '/admin/create',
    {
      config,
      schema: {
        tags,
        operationId: 'createAdmin',
        summary: 'Add a staff member',
        headers: IdempotencyHeaders,
        body: CreateAdmin,
        response: { 201: { ...Admin, ...etag }, ...failures(403, 422) },
      },
    },
    async (request, reply) => {
      const call = idempotentCall(cipher, request, request.body)
      const admin = await createAdmin({ ...(await managing(request)), call }, request.body)
      return reply.code(201).send(withEtag(reply, admin))
    },
  )

  app.put(
    '/admin/:id/update',
    {
      config,
      schema: {
        tags,
        operationId: 'updateAdmin',
        summary: 'Change a staff member; another role or password ends their logins',
        params: ById,
        headers: IfMatch,
        body: UpdateAdmin,
        response: { 200: { ...Admin, ...etag }, ...failures(403, 409) },
      },
    },
    async (request, reply) => {
      const { params, body } = request
      return withEtag(reply, await changeAdmin(await managing(request), params.id, body, readIfMatch(request)))
    },
  )

  app.put(
    '/admin/:id/password',
    {
      config,
      schema: {
        tags,
        operationId: 'setAdminPassword',
        summary: 'Set a password; ends all logins of that staff member, except the current one',
        params: ById,
        body: SetPassword,
        response: { 204: NoContent, ...failures(403, 429) },
      },
    },
    async (request, reply) => {
      const { params, body } = request
      const principal = asAdmin(request.principal)
      if (params.id === principal.adminId) await changeOwnPassword({ db, cipher, principal, agencyName }, body)
      else await setPassword(await managing(request), params.id, body.password)
      return reply.code(204).send()
    },
  )
}
