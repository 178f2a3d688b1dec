import type { FastifyRequest } from 'fastify'
import { CrossOrigin } from '../../platform/errors.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses writes that another site's page has sent along with our cookie: the browser says where a request comes
 * from in Sec-Fetch-Site, or, if it is an older one, in Origin. One of them must say that it is our own page.
 * @param ownOrigins of the pages, where the API has a host of its own
 * @returns a hook that throws CrossOrigin
 */
export function requireOwnPage(ownOrigins: readonly string[]) {
  return async (request: FastifyRequest): Promise<void> => {
    if (safeMethods.has(request.method)) return
    const { origin } = request.headers
    if (origin !== undefined && ownOrigins.includes(origin)) return
    const site = request.headers['sec-fetch-site']
    if (site !== undefined) {
      if (site === 'same-origin') return
      throw new CrossOrigin()
    }
    if (origin === undefined || !URL.canParse(origin) || new URL(origin).host !== request.host) throw new CrossOrigin()
  }
}
