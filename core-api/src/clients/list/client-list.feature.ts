import type { Feature } from '../../platform/feature.ts'
import { dashboardFiguresRoutes } from './dashboard-figures-routes.ts'
import { findClientsRoutes } from './find-clients-routes.ts'
import { listViewRoutes } from './list-view-routes.ts'

export const clientList: Feature = { plugins: [listViewRoutes, dashboardFiguresRoutes, findClientsRoutes] }
