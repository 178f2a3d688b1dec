import type { Feature } from '../../platform/feature.ts'
import { importWork } from './import-jobs.ts'
import { importRoutes } from './import-routes.ts'

export const clientImport: Feature = { plugins: [importWork, importRoutes] }
