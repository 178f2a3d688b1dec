import type { FastifyInstance } from 'fastify'
import { recurringJob } from '../../platform/jobs/recurring-job.ts'
import { fileEarlierDocuments } from './filed-documents.ts'

const hour = 3_600

/** Files documents that an earlier release sealed: at the first start, and every hour during a roll-out. */
export async function earlierDocuments(app: FastifyInstance): Promise<void> {
  recurringJob(app, {
    kind: 'file-earlier-documents',
    every: hour,
    run: async ({ closing }) => {
      const filed = await fileEarlierDocuments(app.db, closing)
      if (filed) app.log.info({ filed }, 'filed sealed documents of an earlier release')
      return filed === undefined ? undefined : { filed }
    },
    failure: 'sealed documents of an earlier release could not be filed, which is tried again',
  })
}
