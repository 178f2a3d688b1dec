import type { FastifyInstance } from 'fastify'
import { repeatWork } from '../../../platform/jobs/repeat-work.ts'
import { deleteOldChallenges } from './challenge-repository.ts'

const hour = 3_600_000

export async function challengeRetention(app: FastifyInstance): Promise<void> {
  repeatWork(app, {
    every: hour,
    work: async () => {
      const deleted = await deleteOldChallenges(app.db)
      if (deleted > 0) app.log.info({ deleted }, 'deleted expired challenges of logins')
    },
    failure: 'expired challenges of logins could not be deleted',
  })
}
