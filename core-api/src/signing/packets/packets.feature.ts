import type { Feature } from '../../platform/feature.ts'
import { packetRoutes } from './packet-routes.ts'

export const packets: Feature = { plugins: [packetRoutes] }
