import {
  ClientSelection,
  PlanSelection,
  SelectionRows,
  SelectionRowsQuery,
  selectionPermission,
} from '@agency/contract/client-selections'
import { Id, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { route } from '../../platform/access/route.ts'
import { roleScopesOf } from '../../platform/access/staff-scope.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { IdempotencyHeaders, idempotentCall } from '../../platform/idempotency/idempotency-key.ts'
import { requeueJob } from '../../platform/jobs/job-repository.ts'
import { workOffSelection } from './run-selection.ts'
import {
  getRows,
  getSelection,
  planSelection,
  selectionJob,
  startSelection,
  stopSelection,
  undoSelection,
} from './selection-service.ts'

const contextOf = ({ db, cipher, features, config, selectedActions: actions }: FastifyInstance) => ({
  ...{ db, cipher, features, actions, scopes: roleScopesOf(config) },
})

export const selectionWork = fp(async (app) => {
  app.decorate('selectedActions', new Map())
  const context = contextOf(app)
  app.handleJobs(
    selectionJob,
    async ({ subject_id: id }) => {
      if (await workOffSelection(context, id)) await requeueJob(app.db, selectionJob, id)
    },
    1,
  )
})

const ById = Strict({ id: Id })
const tags = ['clients']

export const selectionRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { cipher, recordReads } = app
  const shared = contextOf(app)
  const config = { allow: ['admin'], permission: 'clients.write', subject: 'none' } as const
  const staffContext = ({ principal }: FastifyRequest) => ({ ...shared, principal: asAdmin(principal) })

  route(app, 'POST /client-selections', {
    config,
    schema: {
      tags,
      operationId: 'planSelection',
      summary: 'Say what is to be done to some clients, or to all that match; nothing is done yet',
      headers: IdempotencyHeaders,
      body: PlanSelection,
      response: { 201: ClientSelection, ...failures(403, 404, 422) },
    },
    handler: async (request, reply) => {
      const { body } = request
      await app.requirePermission(request, selectionPermission(body.action.kind))
      const call = idempotentCall(cipher, request, body)
      return reply.code(201).send(await planSelection({ ...staffContext(request), call }, body))
    },
  })

  route(app, 'GET /client-selections/:id', {
    config,
    schema: {
      tags,
      operationId: 'getSelection',
      summary: 'Its progress',
      params: ById,
      response: { 200: ClientSelection },
    },
    handler: (request) => getSelection(staffContext(request), request.params.id),
  })

  route(app, 'GET /client-selections/:id/rows', {
    config,
    schema: {
      tags,
      operationId: 'listSelectionRows',
      summary: 'What happened to its clients, those with a reason first',
      params: ById,
      querystring: SelectionRowsQuery,
      response: { 200: SelectionRows, ...failures(429) },
    },
    handler: async (request) => {
      const rows = await getRows(staffContext(request), request.params.id, request.query.offset ?? 0)
      await recordReads.countListed(
        request.principal,
        rows.map(({ client_id }) => client_id),
      )
      return { rows }
    },
  })

  const step = (name: 'run' | 'stop' | 'undo', summary: string, work: typeof startSelection) =>
    route(app, `POST /client-selections/:id/${name}`, {
      config,
      schema: {
        tags,
        operationId: `${name}Selection`,
        summary,
        params: ById,
        response: { 200: ClientSelection, ...failures(409) },
      },
      handler: async (request) => {
        const begun = await work(staffContext(request), request.params.id)
        app.wakeJobs()
        return begun
      },
    })
  step('run', 'Start it, or go on with it', startSelection)
  step('stop', 'Stop after the clients at work', stopSelection)
  step('undo', 'Undo what was done, but for what was changed since', undoSelection)
}
