import { ClientListItem, FindClients } from '@agency/contract/clients'
import { failures } from '@agency/contract/errors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { route } from '../../platform/access/route.ts'
import { recordEvent, recordOnClients } from '../../platform/audit-trail/audit-service.ts'
import { counted } from '../../platform/counted.ts'
import { asAdmin, mayDo } from '../../platform/http/principals.ts'
import { ClientDirectory } from './client-directory.ts'

/** Finds clients by conditions in a body: also by whole sensitive values, which stand in no address or log. */
export const findClientsRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, recordReads } = app
  const directory = new ClientDirectory(db, cipher)

  route(app, 'POST /clients/find', {
    config: { allow: ['admin'], permission: 'clients.read', subject: 'none' },
    schema: {
      tags: ['clients'],
      operationId: 'findClients',
      summary: 'A page of the clients for whom conditions hold; the trail has those on sensitive fields',
      body: FindClients,
      response: { 200: Type.Array(ClientListItem), ...failures(403, 429) },
    },
    handler: async ({ principal, body }, reply) => {
      const taken = mayDo(principal, 'clients.sensitive') ? 'taken' : 'forbidden'
      const { rows, total, sensitive, foundBySsn } = await directory.page(body, asAdmin(principal).scope, taken)
      const ids = rows.map(({ id }) => id)
      if (sensitive.length > 0) {
        const searched = { fields: sensitive, detail: counted(total, 'client') }
        await recordEvent(db, principal, { action: 'clients.searched-by-value', ...searched })
        for (const id of ids) await recordReads.count(principal, id)
        await recordOnClients(db, principal, { action: 'client.found-by-value', fields: sensitive }, ids)
      }
      if (foundBySsn.length > 0) {
        await recordOnClients(db, principal, { action: 'client.found-by-ssn', fields: ['ssn'] }, foundBySsn)
      }
      await recordReads.countListed(principal, ids)
      reply.header('x-total-count', total)
      return rows
    },
  })
}
