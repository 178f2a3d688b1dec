import fp from 'fastify-plugin'
import type { AuditKey } from './audit-key.ts'
import { openAuditKey } from './open-audit-key.ts'

declare module 'fastify' {
  interface FastifyInstance {
    auditKey: AuditKey
  }
}

/** Opens the key of the audit trail. Plugins registered before it cannot write to the trail. */
export const auditKey = fp(
  async (app) => {
    app.decorate('auditKey', await openAuditKey(app.db, app.cipher))
  },
  { name: 'audit-key', dependencies: ['database', 'encryption', 'key-rotation'] },
)
