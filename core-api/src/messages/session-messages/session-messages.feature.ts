import type { Feature } from '../../platform/feature.ts'
import { contactChangeSending } from './contact-change-sending.ts'
import { copyEmailRoutes } from './copy-email-routes.ts'
import { copyEmailSending } from './copy-email-sending.ts'
import { selectedSessions } from './selected-sessions.ts'
import { sessionMessageRoutes } from './session-message-routes.ts'
import { sessionMessageSending } from './session-message-sending.ts'

export const sessionMessages: Feature = {
  plugins: [
    contactChangeSending,
    sessionMessageSending,
    sessionMessageRoutes,
    copyEmailSending,
    copyEmailRoutes,
    selectedSessions,
  ],
}
