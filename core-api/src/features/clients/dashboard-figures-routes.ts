import { DashboardFigures, DashboardFiguresQuery } from '@agency/contract/dashboard-figures'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { shareEqualCalls } from '../../platform/database/shared-query.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { type FiguresQuery, readDashboardFigures } from './dashboard-figures.ts'

/** The figures of the dashboard. */
export const dashboardFiguresRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const readFigures = shareEqualCalls((query: FiguresQuery) => readDashboardFigures(app.db, query))

  app.get(
    '/clients/today',
    {
      config: { allow: ['admin'], permission: 'clients.read' },
      schema: {
        tags: ['clients'],
        operationId: 'countDashboardFigures',
        summary: 'Dashboard figures: follow-ups, waiting sessions, signed documents, proposals',
        querystring: DashboardFiguresQuery,
        response: { 200: DashboardFigures },
      },
    },
    ({ principal, query: { date, since } }) => readFigures({ date, since, scope: asAdmin(principal).scope }),
  )
}
