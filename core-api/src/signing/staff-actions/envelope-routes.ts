import { Id, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import { EnvelopeAnswer, TemplateSync } from '@agency/contract/esign'
import { SessionForm, VoidSessionForm } from '@agency/contract/session-forms'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { route } from '../../platform/access/route.ts'
import { etag, withEtag } from '../../platform/concurrency/if-match.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { by } from '../../platform/http/subject.ts'
import { envelopeSettings } from '../envelopes/envelope-service.ts'
import { retrySealing } from './retry-sealing.ts'
import { sendEnvelope } from './send-envelope.ts'
import { syncTemplates } from './template-sync.ts'
import { voidForm } from './void-envelope.ts'

const ById = Strict({ id: Id })
const tags = ['esign']
const writing = { allow: ['admin'], permission: 'sessions.write', subject: by.sessionForm('params.id') } as const

export const envelopeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, files, pdfs, cipher } = app
  const settings = envelopeSettings(app)

  route(app, 'POST /docusign/sync-templates', {
    config: { allow: ['admin'], permission: 'forms.write', subject: 'none' },
    schema: {
      tags,
      operationId: 'syncTemplates',
      summary: 'Sync the templates of the e-signature provider into the library',
      response: { 200: TemplateSync, ...failures(422, 502) },
    },
    handler: (request) =>
      syncTemplates({ db, files, pdfs, principal: asAdmin(request.principal) }, settings.providers.main),
  })

  route(app, 'POST /docusign/envelopes/:id', {
    config: { allow: ['admin', 'session'], permission: 'sessions.write', subject: by.sessionForm('params.id') },
    schema: {
      tags,
      operationId: 'createEnvelope',
      summary: 'Send a document of a session for signing; a repeat answers with the same envelope',
      params: ById,
      response: { 200: EnvelopeAnswer, ...failures(409, 422, 502) },
    },
    handler: ({ principal, params }) => sendEnvelope({ db, cipher, principal, ...settings }, params.id),
  })

  route(app, 'POST /sessionforms/:id/void', {
    config: writing,
    schema: {
      tags,
      operationId: 'voidSessionForm',
      summary: 'Void a document that was sent for signing; a sealed copy is kept',
      params: ById,
      body: VoidSessionForm,
      response: { 200: { ...SessionForm, ...etag }, ...failures(409, 502) },
    },
    handler: async (request, reply) => {
      const context = { db, cipher, principal: asAdmin(request.principal), ...settings }
      return withEtag(reply, await voidForm(context, request.params.id, request.body.reason))
    },
  })

  route(app, 'POST /sessionforms/:id/retry-sealing', {
    // Signed documents are sealed even if the client is archived.
    config: { ...writing, inArchive: true },
    schema: {
      tags,
      operationId: 'retrySealing',
      summary: 'Try again to seal a signed document that could not be sealed',
      params: ById,
      response: { 200: { ...SessionForm, ...etag }, ...failures(409) },
    },
    handler: async (request, reply) => {
      const form = await retrySealing({ db, principal: asAdmin(request.principal) }, request.params.id)
      app.wakeJobs()
      return withEtag(reply, form)
    },
  })
}
