import { Id, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import {
  GlobalFormFields,
  ProposedFields,
  SessionFormFields,
  UpdateGlobalFormFields,
  UpdateSessionFormFields,
} from '@agency/contract/form-fields'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { route } from '../../platform/access/route.ts'
import { etag, IfMatch, readIfMatch, withEtag } from '../../platform/concurrency/if-match.ts'
import { asAdmin, asSession } from '../../platform/http/principals.ts'
import { by } from '../../platform/http/subject.ts'
import { changePlacedFields, getPlacedFields, proposePlacedFields } from './placed-fields.ts'
import { getFilledFields, saveFieldValues } from './session-form-fields.ts'

const ById = Strict({ id: Id })
const tags = ['session-forms']

export const sessionFormFieldRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, files, pdfs } = app
  const config = { allow: ['session'] as const, subject: by.sessionForm('params.id') }
  const contextOf = (request: FastifyRequest) => ({ db, cipher, principal: asSession(request.principal) })

  route(app, 'GET /sessionforms/:id/fields', {
    config,
    schema: {
      tags,
      operationId: 'getSessionFormFields',
      summary: 'The fields of a document with their values; encrypted values of the record are masked',
      params: ById,
      response: { 200: SessionFormFields },
    },
    handler: async (request) => ({
      success: true,
      fields: await getFilledFields(contextOf(request), request.params.id),
    }),
  })

  route(app, 'PUT /sessionforms/:id/fields', {
    config,
    schema: {
      tags,
      operationId: 'saveSessionFormFields',
      summary: 'Save the values that the client has entered so far',
      params: ById,
      body: UpdateSessionFormFields,
      response: { 200: SessionFormFields, ...failures(409) },
    },
    handler: async (request) => {
      const { params, body } = request
      return { success: true, fields: await saveFieldValues(contextOf(request), params.id, body) }
    },
  })

  route(app, 'GET /sessionforms/:id/placed-fields', {
    config: { allow: ['admin'], permission: 'sessions.write', subject: by.sessionForm('params.id') },
    schema: {
      tags,
      operationId: 'getPlacedFields',
      summary: 'The fields on a document’s pages, without what its client has entered',
      params: ById,
      response: { 200: { ...GlobalFormFields, ...etag }, ...failures(409) },
    },
    handler: async ({ principal, params }, reply) =>
      withEtag(reply, await getPlacedFields({ db, principal: asAdmin(principal) }, params.id)),
  })

  route(app, 'GET /sessionforms/:id/proposed-fields', {
    config: { allow: ['admin'], permission: 'sessions.write', subject: by.sessionForm('params.id') },
    schema: {
      tags,
      operationId: 'proposePlacedFields',
      summary: 'Fields for the lines, boxes and cells on a document’s pages, beside those that are placed',
      params: ById,
      response: { 200: ProposedFields, ...failures(409) },
    },
    handler: ({ principal, params }) =>
      proposePlacedFields({ db, files, pdfs, principal: asAdmin(principal) }, params.id),
  })

  route(app, 'PUT /sessionforms/:id/placed-fields', {
    config: { allow: ['admin'], permission: 'sessions.write', subject: by.sessionForm('params.id') },
    schema: {
      tags,
      operationId: 'updatePlacedFields',
      summary: 'Replace the fields of one document before its client begins; its library form keeps its own',
      params: ById,
      headers: IfMatch,
      body: UpdateGlobalFormFields,
      response: { 200: { ...GlobalFormFields, ...etag }, ...failures(409) },
    },
    handler: async (request, reply) => {
      const context = { db, cipher, files, pdfs, principal: asAdmin(request.principal) }
      const { params, body } = request
      return withEtag(reply, await changePlacedFields(context, params.id, body.fields, readIfMatch(request)))
    },
  })
}
