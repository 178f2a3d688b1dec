import type { Feature } from '../../platform/feature.ts'
import { channelRoutes } from './channel-routes.ts'
import { writtenMessageRoutes } from './written-message-routes.ts'

export const channels: Feature = { plugins: [channelRoutes, writtenMessageRoutes] }
