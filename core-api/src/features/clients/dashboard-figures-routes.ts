import { DashboardFigures, DashboardFiguresQuery } from '@agency/contract/dashboard-figures'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { countDashboardFigures } from './dashboard-figures-repository.ts'

const day = 86_400_000

/** The figures of the dashboard. */
export const dashboardFiguresRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/clients/today',
    {
      config: { allow: ['admin'] },
      schema: {
        tags: ['clients'],
        operationId: 'countDashboardFigures',
        summary: 'Dashboard figures: follow-ups, waiting sessions, signed documents, proposals',
        querystring: DashboardFiguresQuery,
        response: { 200: DashboardFigures },
      },
    },
    async ({ query: { date, since } }) => {
      const signed_since = since ?? new Date(Date.parse(date) - day).toISOString()
      return { ...(await countDashboardFigures(app.db, date, signed_since)), signed_since }
    },
  )
}
