import { Id, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import { GlobalFormFields, ProposedFields, UpdateGlobalFormFields } from '@agency/contract/form-fields'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { route } from '../../platform/access/route.ts'
import { etag, IfMatch, readIfMatch, withEtag } from '../../platform/concurrency/if-match.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { changeGlobalFormFields, getGlobalFormFields, proposeGlobalFormFields } from './global-form-fields.ts'

const ById = Strict({ id: Id })
const tags = ['global-forms']

export const globalFormFieldRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, files, pdfs } = app
  const reading = { allow: ['admin'], permission: 'forms.read', subject: 'none' } as const
  const writing = { allow: ['admin'], permission: 'forms.write', subject: 'none' } as const

  route(app, 'GET /global-forms/:id/fields', {
    config: reading,
    schema: {
      tags,
      operationId: 'getGlobalFormFields',
      summary: 'The fields on a form’s pages that are filled in for signing',
      params: ById,
      response: { 200: { ...GlobalFormFields, ...etag } },
    },
    handler: async ({ params }, reply) => withEtag(reply, await getGlobalFormFields(db, params.id)),
  })

  route(app, 'GET /global-forms/:id/proposed-fields', {
    config: writing,
    schema: {
      tags,
      operationId: 'proposeGlobalFormFields',
      summary: 'Fields for the lines, boxes and cells on a form’s pages, beside those that are placed',
      params: ById,
      response: { 200: ProposedFields, ...failures(409) },
    },
    handler: ({ params }) => proposeGlobalFormFields({ db, files, pdfs }, params.id),
  })

  route(app, 'PUT /global-forms/:id/fields', {
    config: writing,
    schema: {
      tags,
      operationId: 'updateGlobalFormFields',
      summary: 'Replace the fields of a form; attached documents keep theirs',
      params: ById,
      headers: IfMatch,
      body: UpdateGlobalFormFields,
      response: { 200: { ...GlobalFormFields, ...etag }, ...failures(409) },
    },
    handler: async (request, reply) => {
      const context = { db, files, pdfs, principal: asAdmin(request.principal) }
      const { params, body } = request
      return withEtag(reply, await changeGlobalFormFields(context, params.id, body.fields, readIfMatch(request)))
    },
  })
}
