import type { Feature } from '../../platform/feature.ts'
import { clientOwnerRoutes } from './client-owner-routes.ts'
import { clientRoutes } from './client-routes.ts'
import { cvcRetention } from './cvc-retention.ts'
import { searchKeyRenewal } from './renew-search-keys.ts'
import { revealRoutes } from './reveal-routes.ts'

export const clientRecord: Feature = {
  plugins: [clientRoutes, revealRoutes, clientOwnerRoutes, cvcRetention, searchKeyRenewal],
}
