import { ErrorBody } from '@agency/contract/errors'
import type { FastifyRequest, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import { type Naming, namingOf, recordNamedIn } from '../../platform/http/named-record.ts'
import { findArchivedParts } from './archived-record-repository.ts'
import { refuseArchived } from './record-unless-archived.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route may be called for an archived record: it restores or deletes it, or changes nothing of it. */
    inArchive?: boolean
  }
}

const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** How a staff route names the record that it writes to; undefined if it may write to archived records. */
function guardOf({ method, url, config }: Pick<RouteOptions, 'method' | 'url' | 'config'>): Naming | undefined {
  if (!writes.has(String(method)) || config?.inArchive || !config?.allow?.includes('admin')) return undefined
  return namingOf({ url })
}

/**
 * Refuses the calls of staff that change an archived client or session, or anything of it, with 409, before any work is
 * done. `recordUnlessArchived` refuses a change of a record that was archived after this check. A client's own calls need
 * no check: its login to an archived session has ended.
 */
export const archiveGuard = fp(
  async (app) => {
    app.addHook('onRoute', (route) => {
      const guard = guardOf(route)
      if (guard === undefined) return
      const { response } = route.schema ?? {}
      route.schema = {
        ...route.schema,
        response: { 409: ErrorBody, ...(typeof response === 'object' ? response : {}) },
      }
      const check = async (request: FastifyRequest) => {
        const name = request.principal?.kind === 'admin' ? recordNamedIn(request, guard) : undefined
        if (name) refuseArchived(await findArchivedParts(app.db, name))
      }
      route.preHandler = [check, ...[route.preHandler ?? []].flat()]
    })
  },
  { name: 'archive-guard', dependencies: ['database', 'principals'] },
)
