import { finished } from 'node:stream'
import type { FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import { ServiceBusy } from '../errors.ts'

/** An open one holds half a megabyte, a file or bucket connection, and one of the BFF. A page loads one or two. */
export const downloadsAtOnce = 12

/** A client by its session, staff by their account. A signed address has no login: its path names the document. */
function callerOf({ principal, url }: FastifyRequest): string {
  if (principal.kind === 'session') return `session ${principal.sessionId}`
  if (principal.kind === 'nobody') return `address ${url.split('?', 1)[0]}`
  return `staff ${principal.adminId}`
}

/** Whether a route answers with a file: its answer 200 is declared by content type. */
const sendsFile = (response: unknown): boolean =>
  typeof response === 'object' &&
  response !== null &&
  200 in response &&
  typeof response[200] === 'object' &&
  response[200] !== null &&
  'content' in response[200]

/** Many slow readers of one caller exhaust neither memory nor connections: others get 503 and Retry-After. */
export const fileDownloadLimit = fp(
  async (app) => {
    const open = new Map<string, number>()
    const close = (caller: string) => {
      const left = (open.get(caller) ?? 1) - 1
      if (left > 0) open.set(caller, left)
      else open.delete(caller)
    }
    const limit: preHandlerAsyncHookHandler = async (request, reply) => {
      const caller = callerOf(request)
      const count = open.get(caller) ?? 0
      if (count >= downloadsAtOnce) throw new ServiceBusy()
      open.set(caller, count + 1)
      finished(reply.raw, () => close(caller))
    }
    app.addHook('onRoute', (route) => {
      // HEAD copies the handlers of its GET.
      if (route.method !== 'HEAD' && sendsFile(route.schema?.response))
        route.preHandler = [limit, route.preHandler ?? []].flat()
    })
  },
  { name: 'file-download-limit', dependencies: ['principals'] },
)
