import type { Feature } from '../../platform/feature.ts'
import { esignProviders } from './esign-providers-plugin.ts'

export const providers: Feature = { plugins: [esignProviders] }
