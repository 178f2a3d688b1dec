import { DashboardFigures, DashboardFiguresQuery } from '@agency/contract/dashboard-figures'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { route } from '../../platform/access/route.ts'
import { shareEqualCalls } from '../../platform/database/shared-query.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { type FiguresQuery, readDashboardFigures } from './dashboard-figures.ts'

/** The figures of the dashboard. */
export const dashboardFiguresRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const readFigures = shareEqualCalls((query: FiguresQuery) => readDashboardFigures(app.db, query))

  route(app, 'GET /clients/today', {
    config: { allow: ['admin'], permission: 'clients.read', subject: 'none' },
    schema: {
      tags: ['clients'],
      operationId: 'countDashboardFigures',
      summary: 'Dashboard figures: follow-ups, waiting sessions, signed documents, proposals',
      querystring: DashboardFiguresQuery,
      response: { 200: DashboardFigures },
    },
    handler: ({ principal, query: { date, since } }) => readFigures({ date, since, scope: asAdmin(principal).scope }),
  })
}
