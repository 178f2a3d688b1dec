import { Strict } from '@agency/contract/common'
import { Verification } from '@agency/contract/esign'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { verifySealed } from './verify-service.ts'

const ByHash = Strict({ sha256: Type.String({ pattern: '^[0-9a-fA-F]{64}$' }) })

/**
 * Whether a document was sealed here and is unchanged, for whoever holds it. There is no limit on asking: a SHA-256
 * can't be guessed, and the answer says no more than the document itself.
 */
export const verifyRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/verify/:sha256',
    {
      config: { allow: ['nobody', 'session', 'admin'] },
      schema: {
        tags: ['esign'],
        operationId: 'verifyDocument',
        summary: 'Whether a document with this SHA-256 was sealed here',
        params: ByHash,
        response: { 200: Verification },
      },
    },
    ({ params }) => verifySealed(app, Buffer.from(params.sha256, 'hex')),
  )
}
