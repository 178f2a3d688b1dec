import { type ClientListView, SaveClientListView, SavedClientListViews } from '@agency/contract/client-list-views'
import { Id, NoContent, Strict } from '@agency/contract/common'
import type { FilterField, Where } from '@agency/contract/conditions'
import { failures } from '@agency/contract/errors'
import { clientFilterFields, policyFilterFields } from '@agency/contract/filter-fields'
import { PolicyListViews, type SavedPolicyView, SavePolicyView } from '@agency/contract/policy-list-views'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { route } from '../../platform/access/route.ts'
import { NotFound, WrongState } from '../../platform/errors.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { deleteView, hasRoomFor, listViews, mostOwnViews, saveView, type ViewTable } from './list-view-repository.ts'
import { readWhereFilter } from './where-filter.ts'

const tags = ['clients']
const tooManyViews = `You have ${mostOwnViews} saved views, which is the most. Delete one first.`
const reading = { allow: ['admin'], permission: 'clients.read', subject: 'none' } as const
const writing = { allow: ['admin'], permission: 'views.write', subject: 'none' } as const

/** @throws InvalidInput for conditions with problems, and for those on sensitive fields, which are not stored */
function requireStorable(where: Where | undefined, fields: readonly FilterField[]): void {
  readWhereFilter(where, { fields, today: '', sensitive: 'refused', keysOf: () => undefined })
}

/** Saved views of the lists of clients and of policies: one's own, and those that others share. */
export const listViewRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db } = app
  const store = (table: ViewTable, adminId: string, body: { name: string; shared: boolean; view: object }) =>
    db.transaction().execute(async (trx) => {
      if (!(await hasRoomFor(trx, table, { adminId, name: body.name }))) throw new WrongState(tooManyViews)
      await saveView(trx, table, { ...body, adminId })
    })
  const ofClients = async (adminId: string) => ({
    views: await listViews<ClientListView>(db, 'client_list_views', adminId),
  })
  const ofPolicies = async (adminId: string) => ({
    views: await listViews<SavedPolicyView>(db, 'policy_list_views', adminId),
  })

  route(app, 'GET /client-list-views', {
    config: reading,
    schema: {
      tags,
      operationId: 'listClientListViews',
      summary: 'Saved views of the client list: own and shared ones',
      response: { 200: SavedClientListViews },
    },
    handler: ({ principal }) => ofClients(asAdmin(principal).adminId),
  })

  route(app, 'PUT /client-list-views', {
    config: writing,
    schema: {
      tags,
      operationId: 'saveClientListView',
      summary: 'Save a view of the client list under a name, over an own view of that name',
      body: SaveClientListView,
      response: { 200: SavedClientListViews, ...failures(409) },
    },
    handler: async ({ principal, body }) => {
      const { adminId } = asAdmin(principal)
      requireStorable(body.view.where, clientFilterFields)
      await store('client_list_views', adminId, body)
      return ofClients(adminId)
    },
  })

  route(app, 'GET /policy-list-views', {
    config: reading,
    schema: {
      tags,
      operationId: 'listPolicyListViews',
      summary: 'Saved views of the list of policies: own and shared ones',
      response: { 200: PolicyListViews },
    },
    handler: ({ principal }) => ofPolicies(asAdmin(principal).adminId),
  })

  route(app, 'PUT /policy-list-views', {
    config: writing,
    schema: {
      tags,
      operationId: 'savePolicyListView',
      summary: 'Save a view of the list of policies under a name, over an own view of that name',
      body: SavePolicyView,
      response: { 200: PolicyListViews, ...failures(409) },
    },
    handler: async ({ principal, body }) => {
      const { adminId } = asAdmin(principal)
      requireStorable(body.view.where, policyFilterFields)
      await store('policy_list_views', adminId, body)
      return ofPolicies(adminId)
    },
  })

  const removal = (path: '/client-list-views' | '/policy-list-views', table: ViewTable, operationId: string) =>
    route(app, `DELETE ${path}/:id`, {
      config: writing,
      schema: {
        tags,
        operationId,
        summary: 'Delete an own view of a list',
        params: Strict({ id: Id }),
        response: { 204: NoContent },
      },
      handler: async ({ principal, params }, reply) => {
        const { adminId } = asAdmin(principal)
        if (!(await deleteView(db, table, { adminId, id: params.id }))) throw new NotFound()
        return reply.code(204).send()
      },
    })
  removal('/client-list-views', 'client_list_views', 'deleteClientListView')
  removal('/policy-list-views', 'policy_list_views', 'deletePolicyListView')
}
