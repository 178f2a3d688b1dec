import { ClientKeepers, ClientRecord } from '@agency/contract/clients'
import { Id, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { route } from '../../platform/access/route.ts'
import { etag, IfMatch, readIfMatch, withEtag } from '../../platform/concurrency/if-match.ts'
import { by } from '../../platform/http/subject.ts'
import { changeKeepers } from './client-service.ts'

export const clientOwnerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, recordReads } = app

  route(app, 'PUT /clients/:id/owner', {
    config: { allow: ['admin'], permission: 'clients.hand-over', subject: by.client('params.id') },
    schema: {
      tags: ['clients'],
      operationId: 'setClientOwner',
      summary: 'Name the admin or the team that looks after a client; If-Match protects others’ changes',
      params: Strict({ id: Id }),
      headers: IfMatch,
      body: ClientKeepers,
      response: { 200: { ...ClientRecord, ...etag }, ...failures(409, 429) },
    },
    handler: async (request, reply) => {
      const { principal, params, body } = request
      await recordReads.count(principal, params.id)
      const record = await changeKeepers({ db, cipher, principal }, params.id, body, readIfMatch(request))
      return withEtag(reply, record)
    },
  })
}
