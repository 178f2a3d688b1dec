import { Archiving, ClientRecord } from '@agency/contract/clients'
import { Id, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { route } from '../../platform/access/route.ts'
import { etag, withEtag } from '../../platform/concurrency/if-match.ts'
import { by } from '../../platform/http/subject.ts'
import { setClientArchived } from './client-archive.ts'

export const clientArchiveRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, recordReads } = app

  route(app, 'PUT /clients/:id/archived', {
    config: { allow: ['admin'], permission: 'clients.write', subject: by.client('params.id'), inArchive: true },
    schema: {
      tags: ['clients'],
      operationId: 'archiveClient',
      summary: 'Archive or restore a client: an archived one is in no list, and its sessions refuse it',
      params: Strict({ id: Id }),
      body: Archiving,
      response: { 200: { ...ClientRecord, ...etag }, ...failures(409, 429) },
    },
    handler: async (request, reply) => {
      const { principal, params, body } = request
      await recordReads.count(principal, params.id)
      const context = { db, cipher, principal, features: app.features }
      return withEtag(reply, await setClientArchived(context, params.id, body.archived))
    },
  })
}
