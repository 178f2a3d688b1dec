import { ClientOwner, ClientRecord } from '@agency/contract/clients'
import { Id, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { etag, IfMatch, readIfMatch, withEtag } from '../../platform/concurrency/if-match.ts'
import { changeOwner } from './client-service.ts'

/** Who looks after a client. */
export const clientOwnerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, recordReads } = app

  app.put(
    '/clients/:id/owner',
    {
      config: { allow: ['admin'] },
      schema: {
        tags: ['clients'],
        operationId: 'setClientOwner',
        summary: 'Name the admin who looks after a client; with If-Match, not over a change by somebody else',
        params: Strict({ id: Id }),
        headers: IfMatch,
        body: ClientOwner,
        response: { 200: { ...ClientRecord, ...etag }, ...failures(409, 429) },
      },
    },
    async (request, reply) => {
      const { principal, params, body } = request
      await recordReads.count(principal, params.id)
      const record = await changeOwner({ db, cipher, principal }, params.id, body.owner_id, readIfMatch(request))
      return withEtag(reply, record)
    },
  )
}
