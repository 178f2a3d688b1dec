import type { Feature } from '../../platform/feature.ts'
import { duplicateRoutes } from './duplicate-routes.ts'
import { mergeRoutes } from './merge-routes.ts'

export const duplicates: Feature = { plugins: [duplicateRoutes, mergeRoutes] }
