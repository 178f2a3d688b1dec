import { SaveClientListView, SavedClientListViews } from '@agency/contract/client-list-views'
import { Id, NoContent, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { route } from '../../platform/access/route.ts'
import { NotFound, WrongState } from '../../platform/errors.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { deleteView, hasRoomFor, listViews, mostOwnViews, saveView } from './client-list-view-repository.ts'

const tags = ['clients']
const tooManyViews = `You have ${mostOwnViews} saved views, which is the most. Delete one first.`
const reading = { allow: ['admin'], permission: 'clients.read', subject: 'none' } as const
const writing = { allow: ['admin'], permission: 'views.write', subject: 'none' } as const

/** Saved views of the client list: one's own, and those that others share. */
export const clientListViewRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db } = app
  const viewsOf = async (adminId: string) => ({ views: await listViews(db, adminId) })

  route(app, 'GET /client-list-views', {
    config: reading,
    schema: {
      tags,
      operationId: 'listClientListViews',
      summary: 'Saved views of the client list: own and shared ones',
      response: { 200: SavedClientListViews },
    },
    handler: ({ principal }) => viewsOf(asAdmin(principal).adminId),
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
      await db.transaction().execute(async (trx) => {
        if (!(await hasRoomFor(trx, adminId, body.name))) throw new WrongState(tooManyViews)
        await saveView(trx, adminId, body)
      })
      return viewsOf(adminId)
    },
  })

  route(app, 'DELETE /client-list-views/:id', {
    config: writing,
    schema: {
      tags,
      operationId: 'deleteClientListView',
      summary: 'Delete an own view of the client list',
      params: Strict({ id: Id }),
      response: { 204: NoContent },
    },
    handler: async ({ principal, params }, reply) => {
      if (!(await deleteView(db, asAdmin(principal).adminId, params.id))) throw new NotFound()
      return reply.code(204).send()
    },
  })
}
