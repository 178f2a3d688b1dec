import { DashboardFigures, DashboardFiguresQuery } from '@agency/contract/dashboard-figures'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { SharedQueries } from '../../platform/database/shared-query.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { readDashboardFigures } from './dashboard-figures.ts'

/** The figures of the dashboard. */
export const dashboardFiguresRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const figures = new SharedQueries<DashboardFigures>()

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
    ({ principal, query: { date, since } }) => {
      const asked = { date, since, scope: asAdmin(principal).scope }
      return figures.of(JSON.stringify(asked), () => readDashboardFigures(app.db, asked))
    },
  )
}
