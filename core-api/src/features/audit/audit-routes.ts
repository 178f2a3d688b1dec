import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { AuditPage, AuditQuery, AuditVerification } from 'contract/audit'
import { Id, Strict } from 'contract/common'
import { failures } from 'contract/errors'
import Type from 'typebox'
import { type Management, requireManager } from '../admins/management.ts'
import { readAuditPage } from './audit-page.ts'
import { verifyTrail } from './audit-verification.ts'

const tags = ['audit']
const config = { allow: ['admin'] as const }

/** The audit trail, and whether it is whole. @param management who may read it: every admin, or power alone */
export const auditRoutes: FastifyPluginAsyncTypebox<{ management: Management }> = async (app, { management }) => {
  const { db } = app

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
      return readAuditPage(db, request.query)
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
}
