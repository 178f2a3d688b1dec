import type { Feature } from '../../platform/feature.ts'
import { formPresetRoutes } from './form-preset-routes.ts'
import { globalFormFieldRoutes } from './global-form-field-routes.ts'
import { globalFormRoutes } from './global-form-routes.ts'

export const globalForms: Feature = { plugins: [globalFormRoutes, globalFormFieldRoutes, formPresetRoutes] }
