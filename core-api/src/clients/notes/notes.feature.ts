import type { Feature } from '../../platform/feature.ts'
import { noteRoutes } from './note-routes.ts'

export const notes: Feature = { plugins: [noteRoutes] }
