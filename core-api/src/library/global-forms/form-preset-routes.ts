import { Id, NoContent, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import { CreateFormPreset, FormPreset, UpdateFormPreset } from '@agency/contract/form-presets'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { route } from '../../platform/access/route.ts'
import { etag, IfMatch, readIfMatch, withEtag } from '../../platform/concurrency/if-match.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { IdempotencyHeaders, idempotentCall } from '../../platform/idempotency/idempotency-key.ts'
import { listFormPresets } from './form-preset-repository.ts'
import { changeFormPreset, createFormPreset, removeFormPreset } from './form-preset-service.ts'

const ById = Strict({ id: Id })
const tags = ['form-presets']

export const formPresetRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher } = app
  const reading = { allow: ['admin'], permission: 'forms.read', subject: 'none' } as const
  const writing = { allow: ['admin'], permission: 'forms.write', subject: 'none' } as const

  route(app, 'GET /form-presets', {
    config: reading,
    schema: {
      tags,
      operationId: 'listFormPresets',
      summary: 'All presets by name',
      response: { 200: Type.Array(FormPreset) },
    },
    handler: () => listFormPresets(db),
  })

  route(app, 'POST /form-presets', {
    config: writing,
    schema: {
      tags,
      operationId: 'createFormPreset',
      summary: 'Add a preset',
      headers: IdempotencyHeaders,
      body: CreateFormPreset,
      response: { 201: { ...FormPreset, ...etag }, ...failures(422) },
    },
    handler: async (request, reply) => {
      const call = idempotentCall(cipher, request, request.body)
      const context = { db, principal: asAdmin(request.principal), call }
      return reply.code(201).send(withEtag(reply, await createFormPreset(context, request.body)))
    },
  })

  route(app, 'PUT /form-presets/:id', {
    config: writing,
    schema: {
      tags,
      operationId: 'updateFormPreset',
      summary: 'Change the name, session type or forms of a preset',
      params: ById,
      headers: IfMatch,
      body: UpdateFormPreset,
      response: { 200: { ...FormPreset, ...etag }, ...failures(409) },
    },
    handler: async (request, reply) => {
      const context = { db, principal: asAdmin(request.principal) }
      const { params, body } = request
      return withEtag(reply, await changeFormPreset(context, params.id, body, readIfMatch(request)))
    },
  })

  route(app, 'DELETE /form-presets/:id', {
    config: writing,
    schema: {
      tags,
      operationId: 'deleteFormPreset',
      summary: 'Delete a preset; its forms stay',
      params: ById,
      response: { 204: NoContent },
    },
    handler: async (request, reply) => {
      await removeFormPreset({ db, principal: asAdmin(request.principal) }, request.params.id)
      return reply.code(204).send()
    },
  })
}
