import { Today, TodayQuery } from '@agency/contract/today'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { countToday } from './today-repository.ts'

const day = 86_400_000

/** What the dashboard says needs doing. */
export const todayRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/clients/today',
    {
      config: { allow: ['admin'] },
      schema: {
        tags: ['clients'],
        operationId: 'countToday',
        summary: 'What needs doing today: follow-ups, sessions waiting, documents signed, proposals',
        querystring: TodayQuery,
        response: { 200: Today },
      },
    },
    async ({ query: { date, since } }) => {
      const signed_since = since ?? new Date(Date.parse(date) - day).toISOString()
      return { ...(await countToday(app.db, date, signed_since)), signed_since }
    },
  )
}
