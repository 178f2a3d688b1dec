import { Id, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import { SessionFormFields, UpdateSessionFormFields } from '@agency/contract/form-fields'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { asSession } from '../../platform/http/principals.ts'
import { getFilledFields, saveFieldValues } from './session-form-fields.ts'

const ById = Strict({ id: Id })
const tags = ['session-forms']

/** The fields of a document, which its client fills in. */
export const sessionFormFieldRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher } = app
  const config = { allow: ['session'] as const }
  const contextOf = (request: FastifyRequest) => ({ db, cipher, principal: asSession(request.principal) })

  app.get(
    '/sessionforms/:id/fields',
    {
      config,
      schema: {
        tags,
        operationId: 'getSessionFormFields',
        summary: 'The fields of a document with their values; encrypted values of the record are masked',
        params: ById,
        response: { 200: SessionFormFields },
      },
    },
    async (request) => ({ success: true, fields: await getFilledFields(contextOf(request), request.params.id) }),
  )

  app.put(
    '/sessionforms/:id/fields',
    {
      config,
      schema: {
        tags,
        operationId: 'saveSessionFormFields',
        summary: 'Save the values that the client has entered so far',
        params: ById,
        body: UpdateSessionFormFields,
        response: { 200: SessionFormFields, ...failures(409) },
      },
    },
    async (request) => {
      const { params, body } = request
      return { success: true, fields: await saveFieldValues(contextOf(request), params.id, body) }
    },
  )
}
