import { Id, NoContent, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import {
  Consent,
  ConsentBody,
  DeclineBody,
  Disclosure,
  Language,
  ReviewBody,
  reviewHashHeader,
  SignBody,
} from '@agency/contract/esign'
import { SessionForm } from '@agency/contract/session-forms'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { route } from '../../platform/access/route.ts'
import { InvalidInput, NotFound } from '../../platform/errors.ts'
import { sendPdf } from '../../platform/files/send-file.ts'
import { fileAnswer } from '../../platform/http/api-description.ts'
import { asAdmin, asSession } from '../../platform/http/principals.ts'
import { by } from '../../platform/http/subject.ts'
import { getConsent, giveConsent } from '../../sessions/sessions/consents.ts'
import { getSession } from '../../sessions/sessions/session-service.ts'
import { getDisclosure } from './disclosure.ts'
import { makeDocumentPlain } from './make-document-plain.ts'
import { reviewForm } from './review-service.ts'
import { acknowledgeForm, declineForm, openForm, signForm } from './signing-service.ts'

const ById = Strict({ id: Id })
const tags = ['esign']
const reviewHash = {
  headers: { [reviewHashHeader]: { type: 'string', description: 'SHA-256 of the pages, hex; send it with `sign`' } },
}
const ByCode = Strict({ code: Type.String({ maxLength: 40 }) })

export const signingRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, files, pdfs, agency } = app
  const { SIGNING_CODE: signingCode } = app.config
  const config = { allow: ['session'] as const }
  const contextOf = (request: FastifyRequest) => ({ db, cipher, signingCode, principal: asSession(request.principal) })

  route(app, 'GET /session/:code/disclosure', {
    config: { ...config, subject: by.sessionCode('params.code') },
    schema: {
      tags,
      operationId: 'getDisclosure',
      summary: 'The disclosure before signing electronically',
      params: ByCode,
      querystring: Strict({ language: Type.Optional(Language) }),
      response: { 200: Disclosure },
    },
    handler: async (request) => {
      await getSession(contextOf(request), request.params.code)
      return getDisclosure(request.query.language ?? 'en', (await agency.read()).name)
    },
  })

  route(app, 'POST /session/:code/consent', {
    config: { ...config, subject: by.sessionCode('params.code') },
    schema: {
      tags,
      operationId: 'giveConsent',
      summary: 'Agree to sign electronically, once a session',
      params: ByCode,
      body: ConsentBody,
      response: { 204: NoContent },
    },
    handler: async (request, reply) => {
      const { body } = request
      const context = contextOf(request)
      const session = await getSession(context, request.params.code)
      if (session.id !== context.principal.sessionId) throw new NotFound()
      const shown = getDisclosure(body.language, (await agency.read()).name)
      if (body.version !== shown.version || body.sha256 !== shown.sha256) {
        throw new InvalidInput([
          { field: 'sha256', message: 'is not the hash of the current disclosure; load the disclosure again' },
        ])
      }
      await giveConsent(context, shown)
      return reply.code(204).send()
    },
  })

  route(app, 'GET /session/:code/consent', {
    config: { allow: ['admin'], permission: 'clients.read', subject: by.sessionCode('params.code') },
    schema: {
      tags,
      operationId: 'getConsent',
      summary: 'The disclosure that the client of a session agreed to, as it was shown, and when',
      params: ByCode,
      response: { 200: Consent },
    },
    handler: ({ principal, params }) => getConsent({ db, principal: asAdmin(principal) }, params.code),
  })

  const answer = { tags, params: ById, response: { 200: SessionForm, ...failures(409, 410) } }
  route(app, 'POST /sessionforms/:id/open', {
    config: { ...config, subject: by.sessionForm('params.id'), whileDiskFull: true },
    schema: { ...answer, operationId: 'openForm', summary: 'Open a document: makes its envelope' },
    handler: async (request) => {
      await makeDocumentPlain({ ...contextOf(request), files, pdfs }, request.params.id)
      return openForm(contextOf(request), request.params.id)
    },
  })

  route(app, 'POST /sessionforms/:id/review', {
    config: { ...config, subject: by.sessionForm('params.id') },
    schema: {
      tags,
      operationId: 'reviewForm',
      summary: 'The pages of a document as signing would seal them, without the certificate',
      params: ById,
      body: ReviewBody,
      response: { 200: { ...fileAnswer('application/pdf'), ...reviewHash }, ...failures(409, 410, 429) },
    },
    handler: async (request, reply) => {
      const pages = await reviewForm({ ...contextOf(request), files, pdfs }, request.params.id, request.body)
      return sendPdf(reply.header(reviewHashHeader, pages.sha256), pages)
    },
  })

  route(app, 'POST /sessionforms/:id/sign', {
    config: { ...config, subject: by.sessionForm('params.id') },
    schema: { ...answer, operationId: 'signForm', summary: 'Sign a document', body: SignBody },
    handler: async (request) => {
      const userAgent = (request.headers['user-agent'] ?? '').slice(0, 400)
      const signed = await signForm(contextOf(request), request.params.id, request.body, userAgent)
      app.wakeJobs()
      return signed
    },
  })

  route(app, 'POST /sessionforms/:id/decline', {
    config: { ...config, subject: by.sessionForm('params.id') },
    schema: { ...answer, operationId: 'declineForm', summary: 'Decline to sign a document', body: DeclineBody },
    handler: (request) => declineForm(contextOf(request), request.params.id, request.body),
  })

  route(app, 'POST /sessionforms/:id/acknowledge', {
    config: { ...config, subject: by.sessionForm('params.id') },
    schema: { ...answer, operationId: 'acknowledgeForm', summary: 'Say that a document or link was read' },
    handler: (request) => acknowledgeForm(contextOf(request), request.params.id),
  })
}
