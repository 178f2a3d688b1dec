import type { FastifyRequest, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import { namingOf, recordNamedIn } from '../../platform/http/named-record.ts'
import { requireInScope } from './require-in-scope.ts'

/** The parameters of these paths name nothing of a client. */
const ofNoClient = [
  '/admin/',
  '/teams/',
  '/global-forms/',
  '/form-presets/',
  '/client-list-views/',
  '/message-templates/',
  '/verify/',
  '/reveal-alerts/',
]

/** Whether staff who are logged in call the route. */
const isStaffRoute = ({ config }: RouteOptions): boolean => config?.allow?.includes('admin') === true

/**
 * Answers the calls of staff about a client that is not in their scope with 404, before any work is done, also those
 * about its sessions, documents and files. Startup fails if a staff route has a parameter that is not listed here as a
 * reference to a client or as unrelated to clients.
 */
export const scopeGuard = fp(
  async (app) => {
    app.addHook('onRoute', (route) => {
      if (!isStaffRoute(route)) return
      const naming = namingOf(route)
      const namesNothing = ofNoClient.some((path) => route.url.startsWith(path))
      if (route.url.includes(':') && naming?.part !== 'params' && !namesNothing) {
        throw new Error(`${route.method} ${route.url} does not say which client it is about: see named-record.ts`)
      }
      if (naming === undefined) return
      const check = async (request: FastifyRequest) => {
        const name = request.principal?.kind === 'admin' ? recordNamedIn(request, naming) : undefined
        if (name) await requireInScope(app.db, request.principal, name)
      }
      route.preHandler = [check, ...[route.preHandler ?? []].flat()]
    })
  },
  // The scope is checked before the archive: a refusal by the archive would reveal that the record exists.
  { name: 'scope-guard', dependencies: ['database', 'principals', 'archive-guard'] },
)
