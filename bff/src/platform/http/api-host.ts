import { backgroundHeader } from '@agency/contract/admins'
import cors from '@fastify/cors'
import fp from 'fastify-plugin'

/** Headers that the pages send beside the ones that need no leave, and those that they read. */
const sent = [
  'authorization',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'range',
  backgroundHeader,
]
const read = ['content-disposition', 'content-range', 'etag', 'retry-after', 'x-total-count']

/**
 * Lets the product's own pages call the API on a host of its own, and no others (Fetch standard, CORS protocol).
 * @param options the pages' origins
 */
export const apiHost = fp(
  async (app, options: { pageOrigins: readonly string[] }) => {
    await app.register(cors, {
      origin: [...options.pageOrigins],
      credentials: true,
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowedHeaders: sent,
      exposedHeaders: read,
      maxAge: 7_200,
    })
  },
  { name: 'api-host', dependencies: ['security-headers'] },
)
