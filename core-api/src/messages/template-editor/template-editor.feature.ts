import type { Feature } from '../../platform/feature.ts'
import { templateEditorRoutes } from './template-editor-routes.ts'

export const templateEditor: Feature = { plugins: [templateEditorRoutes] }
