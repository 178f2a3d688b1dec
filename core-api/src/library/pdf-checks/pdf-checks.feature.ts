import type { Feature } from '../../platform/feature.ts'
import { pdfCopyRoutes } from './pdf-copy-routes.ts'
import { pdfIntake } from './pdf-intake-plugin.ts'

export const pdfChecks: Feature = { plugins: [pdfIntake, pdfCopyRoutes] }
