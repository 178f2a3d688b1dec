import fp from 'fastify-plugin'
import { repeatWork } from '../jobs/repeat-work.ts'
import { deleteOldKeys } from './idempotency-repository.ts'

const hour = 3_600_000
/** Nobody repeats a call for longer than that. */
const hoursKept = 24

/** Forgets keys after a day: looks for such at the start and every hour. */
export const keyRetention = fp(
  async (app) => {
    repeatWork(app, {
      every: hour,
      work: async () => app.log.info({ removed: await deleteOldKeys(app.db, hoursKept) }, 'swept idempotency keys'),
      failure: 'old idempotency keys could not be removed',
    })
  },
  { name: 'key-retention', dependencies: ['database'] },
)
