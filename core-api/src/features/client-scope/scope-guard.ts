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
 * about its sessions, documents and files. The service does not start with a staff route whose parameters name
 * something that is neither known here nor of no client.
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
  // Its check comes before that of the archive, which would tell that there is such a record.
  { name: 'scope-guard', dependencies: ['database', 'principals', 'archive-guard'] },
)
