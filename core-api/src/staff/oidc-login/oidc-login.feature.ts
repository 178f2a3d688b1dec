import type { Feature } from '../../platform/feature.ts'
import { oidcLoginRoutes } from './oidc-login-routes.ts'

export const oidcLogin: Feature = { plugins: [oidcLoginRoutes] }
