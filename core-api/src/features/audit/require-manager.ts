import type { FastifyRequest } from 'fastify'
import type { Database } from '../../platform/database/database.ts'
import { NotAllowed } from '../../platform/errors.ts'
import { type AdminPrincipal, asAdmin } from '../../platform/http/principals.ts'
import { recordEvent } from './audit-service.ts'

/** Who may manage staff and read the audit trail: every admin, or only those with the power role. */
export type Management = 'everyone' | 'power'

/**
 * Requires the power role, unless the setting allows every admin.
 * @throws Forbidden; the refusal is recorded
 */
export async function requireManager({
  db,
  management,
  request,
}: {
  db: Database
  management: Management
  request: FastifyRequest
}): Promise<AdminPrincipal> {
  const principal = asAdmin(request.principal)
  if (management === 'everyone' || principal.role === 'power') return principal
  const detail = `${request.method} ${request.routeOptions.url}`
  await recordEvent(db, principal, { action: 'admin.refused', subjectId: principal.adminId, detail })
  throw new NotAllowed('Only admins with power access may do this.')
}
