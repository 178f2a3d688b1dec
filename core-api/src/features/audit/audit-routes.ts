import { AuditPage, AuditQuery, AuditVerification } from '@agency/contract/audit'
import { Id, Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { fileAnswer } from '../../platform/http/api-description.ts'
import { recordEvent, requireTrail } from './audit-service.ts'
import { exportTrail } from './export/audit-export.ts'
import { readAuditPage } from './list/audit-page.ts'
import { type Management, requireManager } from './require-manager.ts'
import { verifyTrail } from './verification/verify-trail.ts'

const tags = ['audit']
const config = { allow: ['admin'] as const }

interface AuditOptions {
  /** Who may read the trail. */
  management: Management
  agencyName: string
}

const exportType = 'application/jsonl'

/** Lists, verifies and exports the audit trail. */
export const auditRoutes: FastifyPluginAsyncTypebox<AuditOptions> = async (app, { management, agencyName }) => {
  const { db, cipher } = app

  app.get(
    '/audit',
    {
      config,
      schema: {
        tags,
        operationId: 'listAuditEvents',
        summary: 'What happened: by record, person, action and time; newest first',
        querystring: AuditQuery,
        response: { 200: AuditPage, ...failures(403) },
      },
    },
    async (request) => {
      await requireManager({ db, management, request })
      return readAuditPage({ db, cipher }, request.query)
    },
  )

  app.get(
    '/audit/verification',
    {
      config,
      schema: {
        tags,
        operationId: 'verifyAuditTrail',
        summary: 'Verify the audit trail, its anchors and the records of sealed documents, and say what does not hold',
        querystring: Strict({ client_id: Type.Optional(Id) }),
        response: { 200: AuditVerification, ...failures(403) },
      },
    },
    async (request) => {
      await requireManager({ db, management, request })
      return verifyTrail(app.trailSource, request.query.client_id)
    },
  )

  app.get(
    '/audit/export',
    {
      config,
      schema: {
        tags,
        operationId: 'exportAuditTrail',
        summary: 'The trail of a client, or of the agency, as JSON Lines that `npm run verify` checks by themselves',
        querystring: Strict({ client_id: Type.Optional(Id) }),
        response: { 200: fileAnswer(exportType), ...failures(403) },
      },
    },
    async (request, reply) => {
      await requireManager({ db, management, request })
      const { client_id: clientId } = request.query
      if (clientId !== undefined) await requireTrail(db, clientId)
      await recordEvent(db, request.principal, { action: 'audit.exported', ...(clientId ? { clientId } : {}) })
      const sign = app.trailSigner
      const content = exportTrail({ db, store: app.fileStore, agencyName, sign }, clientId ?? 'agency')
      content.once('error', (err) => request.log.error({ err }, 'an export of the audit trail broke off'))
      return reply
        .type(exportType)
        .header('content-disposition', `attachment; filename="audit-${clientId ?? 'agency'}.jsonl"`)
        .header('cache-control', 'private, no-store')
        .header('x-content-type-options', 'nosniff')
        .send(content)
    },
  )
}
