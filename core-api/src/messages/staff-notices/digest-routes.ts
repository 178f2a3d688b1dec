import { DigestChoice } from '@agency/contract/digests'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { route } from '../../platform/access/route.ts'
import { roleScopesOf } from '../../platform/access/staff-scope.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { recurringJob } from '../../platform/jobs/recurring-job.ts'
import { getDigest, queueDigests, setDigest } from './digest-service.ts'

const tags = ['admins']
const config = { allow: ['admin'], permission: 'account', subject: 'none' } as const
const everySeconds = 900

export const digestRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher } = app
  const digests = { db, cipher, timeZone: app.config.AGENCY_TIME_ZONE, scopes: roleScopesOf(app.config) }

  recurringJob(app, {
    kind: 'digests',
    every: everySeconds,
    run: async () => {
      const queued = await queueDigests(digests, Date.now())
      if (queued > 0) app.wakeOutbox()
      return { queued }
    },
    failure: 'the summaries of the morning could not be queued',
  })

  route(app, 'GET /admin/me/digest', {
    config,
    schema: {
      tags,
      operationId: 'getDigest',
      summary: 'Whether one gets a summary of what is due each morning',
      response: { 200: DigestChoice },
    },
    handler: ({ principal }) => getDigest(db, asAdmin(principal).adminId),
  })

  route(app, 'PUT /admin/me/digest', {
    config,
    schema: {
      tags,
      operationId: 'setDigest',
      summary: 'Ask for the summary of each morning, or end it',
      body: DigestChoice,
      response: { 200: DigestChoice },
    },
    handler: ({ principal, body }) => setDigest({ db, principal: asAdmin(principal) }, body.digest),
  })
}
