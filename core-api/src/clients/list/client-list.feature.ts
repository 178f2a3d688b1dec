import type { Feature } from '../../platform/feature.ts'
import { clientListViewRoutes } from './client-list-view-routes.ts'
import { dashboardFiguresRoutes } from './dashboard-figures-routes.ts'

export const clientList: Feature = { plugins: [clientListViewRoutes, dashboardFiguresRoutes] }
