import { AuditPage, AuditQuery, AuditVerification } from '@agency/contract/audit'
import { Id, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { route } from '../../platform/access/route.ts'
import { recordEvent, requireTrail } from '../../platform/audit-trail/audit-service.ts'
import { InvalidInput } from '../../platform/errors.ts'
import { fileAnswer } from '../../platform/http/api-description.ts'
import { type AdminPrincipal, asAdmin } from '../../platform/http/principals.ts'
import { by } from '../../platform/http/subject.ts'
import { exportTrail } from '../export/audit-export.ts'
import { verifyTrail } from '../verification/verify-trail.ts'
import { readAuditPage } from './audit-page.ts'

const tags = ['audit']
const config = { allow: ['admin'], permission: 'audit.read' } as const

const exportType = 'application/jsonl'

export const auditRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher } = app
  /** Staff whose scope is not `all` must name a client: other trails would reveal that clients exist. */
  const requireClientNamed = (principal: AdminPrincipal, id: string | undefined) => {
    if (principal.scope === 'all') return
    if (id === undefined) throw new InvalidInput([{ field: 'client_id', message: 'is required with your scope' }])
  }

  route(app, 'GET /audit', {
    config: { ...config, subject: 'none' },
    schema: {
      tags,
      operationId: 'listAuditEvents',
      summary: 'What happened: by record, person, action and time; newest first',
      querystring: AuditQuery,
      response: { 200: AuditPage, ...failures(403, 429) },
    },
    handler: async ({ principal, query }) => {
      const page = await readAuditPage({ db, cipher }, query, asAdmin(principal).scope)
      const { client_id: clientId } = query
      const hasValues = page.events.some(({ changes }) => changes !== undefined)
      if (clientId !== undefined && hasValues) await app.recordReads.count(principal, clientId)
      return page
    },
  })

  route(app, 'GET /audit/verification', {
    config: { ...config, subject: by.client('query.client_id') },
    schema: {
      tags,
      operationId: 'verifyAuditTrail',
      summary: 'Verify the audit trail, its anchors and the records of sealed documents, and say what does not hold',
      querystring: Strict({ client_id: Type.Optional(Id) }),
      response: { 200: AuditVerification, ...failures(403) },
    },
    handler: async ({ principal, query: { client_id: id } }) => {
      requireClientNamed(asAdmin(principal), id)
      return verifyTrail(app.trailSource, id)
    },
  })

  route(app, 'GET /audit/export', {
    config: { ...config, subject: by.client('query.client_id') },
    schema: {
      tags,
      operationId: 'exportAuditTrail',
      summary: 'The trail of a client, or of the agency, as JSON Lines that `npm run verify` checks by themselves',
      querystring: Strict({ client_id: Type.Optional(Id) }),
      response: { 200: fileAnswer(exportType), ...failures(403) },
    },
    handler: async (request, reply) => {
      const { client_id: clientId } = request.query
      requireClientNamed(asAdmin(request.principal), clientId)
      if (clientId !== undefined) await requireTrail(db, clientId)
      await recordEvent(db, request.principal, { action: 'audit.exported', ...(clientId ? { clientId } : {}) })
      const sign = app.trailSigner
      const { name: agencyName } = await app.agency.read()
      const content = exportTrail({ db, cipher, store: app.fileStore, agencyName, sign }, clientId ?? 'agency')
      content.once('error', (err) => request.log.error({ err }, 'an export of the audit trail broke off'))
      return reply
        .type(exportType)
        .header('content-disposition', `attachment; filename="audit-${clientId ?? 'agency'}.jsonl"`)
        .header('cache-control', 'private, no-store')
        .header('x-content-type-options', 'nosniff')
        .send(content)
    },
  })
}
