import type { Feature } from '../../platform/feature.ts'
import { documentRoutes } from './document-routes.ts'
import { earlierDocuments } from './earlier-documents-plugin.ts'

export const documents: Feature = { plugins: [documentRoutes, earlierDocuments] }
