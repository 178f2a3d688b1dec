import type { Feature } from '../../platform/feature.ts'
import { documentSealing } from './sealing-plugin.ts'

export const sealing: Feature = { plugins: [documentSealing] }
