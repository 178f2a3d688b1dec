import type { FastifyInstance } from 'fastify'
import { recurringJob } from '../../platform/jobs/recurring-job.ts'
import { fileEarlierDocuments } from './filed-documents.ts'

const hour = 3_600

/**
 * Files the sealed documents of earlier releases with their clients' documents: at the first start after the upgrade,
 * and every hour those that a replica of an earlier release has sealed during a roll-out.
 */
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
