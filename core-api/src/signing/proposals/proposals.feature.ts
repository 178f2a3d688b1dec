import type { Feature } from '../../platform/feature.ts'
import { policyProposalRoutes } from './policy-proposal-routes.ts'
import { proposalRoutes } from './proposal-routes.ts'

export const proposals: Feature = { plugins: [proposalRoutes, policyProposalRoutes] }
