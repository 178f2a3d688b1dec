import type { Feature } from '../../platform/feature.ts'
import { sessionDeletionRoutes } from './session-deletion-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { endPortalLogins } from './session-service.ts'
import { sessionStaffRoutes } from './session-staff-routes.ts'

export const sessions: Feature = {
  plugins: [sessionRoutes, sessionStaffRoutes, sessionDeletionRoutes],
  archives: (trx, clientId) => endPortalLogins(trx, { clientId }),
}
