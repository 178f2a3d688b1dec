import type { Feature } from '../../platform/feature.ts'
import { adminRoutes } from './admin-routes.ts'
import { firstAdmin } from './first-admin.ts'
import { loginOptionRoutes } from './login-option-routes.ts'
import { loginRoutes } from './login-routes.ts'
import { ownAccountRoutes } from './own-account-routes.ts'
import { challengeRetention } from './second-factor/challenge-retention.ts'
import { factorRoutes } from './second-factor/factor-routes.ts'

export const admins: Feature = {
  plugins: [
    firstAdmin,
    challengeRetention,
    loginRoutes,
    factorRoutes,
    adminRoutes,
    loginOptionRoutes,
    ownAccountRoutes,
  ],
}
