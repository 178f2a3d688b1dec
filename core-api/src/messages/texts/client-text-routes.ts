import { Id, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import { ChangeClientTexts, ClientTexts } from '@agency/contract/texts'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { route } from '../../platform/access/route.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { by } from '../../platform/http/subject.ts'
import { changeClientTexts, getClientTexts } from './client-texts.ts'

const tags = ['clients']
const path = '/clients/:id/texts'
const params = Strict({ id: Id })

export const clientTextRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher } = app

  route(app, `GET ${path}`, {
    config: { allow: ['admin'], permission: 'clients.read', subject: by.client('params.id') },
    schema: {
      tags,
      operationId: 'getClientTexts',
      summary: 'The numbers of a client that can get text messages, and whether these were stopped',
      params,
      response: { 200: ClientTexts },
    },
    handler: ({ params }) => getClientTexts({ db, cipher }, params.id),
  })

  route(app, `PUT ${path}`, {
    config: { allow: ['admin'], permission: 'clients.write', subject: by.client('params.id') },
    schema: {
      tags,
      operationId: 'changeClientTexts',
      summary: 'Stop text messages to a number, or allow them again; what the client stopped, only START allows',
      params,
      body: ChangeClientTexts,
      response: { 200: ClientTexts, ...failures(409) },
    },
    handler: async ({ principal, params, body }) => {
      const answer = await changeClientTexts({ db, cipher, principal: asAdmin(principal) }, params.id, body)
      app.wakeOutbox()
      return answer
    },
  })
}
