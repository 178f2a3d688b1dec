import type { Feature } from '../../platform/feature.ts'
import { pdfCheckJobs } from './pdf-check-job.ts'
import { sessionFormFieldRoutes } from './session-form-field-routes.ts'
import { sessionFormRoutes } from './session-form-routes.ts'

export const sessionForms: Feature = { plugins: [pdfCheckJobs, sessionFormRoutes, sessionFormFieldRoutes] }
