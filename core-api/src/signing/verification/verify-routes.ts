import { Strict } from '@agency/contract/common'
import { Verification } from '@agency/contract/esign'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { route } from '../../platform/access/route.ts'
import { verifySealed } from './verify-service.ts'

const ByHash = Strict({ sha256: Type.String({ pattern: '^[0-9a-fA-F]{64}$' }) })

/** Serves anyone, without a rate limit: a SHA-256 cannot be guessed, and the answer says no more than the document. */
export const verifyRoutes: FastifyPluginAsyncTypebox = async (app) => {
  route(app, 'GET /verify/:sha256', {
    config: { allow: ['nobody', 'session', 'admin'], subject: 'none' },
    schema: {
      tags: ['esign'],
      operationId: 'verifyDocument',
      summary: 'Whether a document with this SHA-256 was sealed here',
      params: ByHash,
      response: { 200: Verification },
    },
    handler: ({ params }) => verifySealed(app, Buffer.from(params.sha256, 'hex')),
  })
}
