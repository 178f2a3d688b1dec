import { backgroundHeader } from '@agency/contract/background-call'
import { reviewHashHeader } from '@agency/contract/esign'
import { maskedHeader } from '@agency/contract/masked-call'
import { revealReasonHeader } from '@agency/contract/reveal-reasons'
import fastifyCors from '@fastify/cors'
import fp from 'fastify-plugin'

const allowedHeaders = [
  'authorization',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'range',
  backgroundHeader,
  maskedHeader,
  revealReasonHeader,
]
const exposedHeaders = [
  'content-disposition',
  'content-range',
  'etag',
  'retry-after',
  reviewHashHeader,
  'x-total-count',
]

/** For an API with a host of its own: allows calls from the product's own pages and no others (Fetch standard, CORS). */
export const cors = fp(
  async (app, options: { pageOrigins: readonly string[] }) => {
    await app.register(fastifyCors, {
      origin: [...options.pageOrigins],
      credentials: true,
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowedHeaders,
      exposedHeaders,
      maxAge: 7_200,
    })
  },
  { name: 'cors', dependencies: ['security-headers'] },
)
