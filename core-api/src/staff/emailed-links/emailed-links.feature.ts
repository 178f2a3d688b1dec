import type { Feature } from '../../platform/feature.ts'
import { invitationRoutes } from './invitation-routes.ts'
import { passwordResetRoutes } from './password-reset-routes.ts'

export const emailedLinks: Feature = { plugins: [invitationRoutes, passwordResetRoutes] }
