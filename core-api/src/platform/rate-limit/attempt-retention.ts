import fp from 'fastify-plugin'
import { repeatWork } from '../jobs/repeat-work.ts'
import { deleteEndedBuckets } from './attempt-repository.ts'
import { deleteOldDevices } from './device-repository.ts'

const hour = 3_600_000
/** As long as the cookie lives. */
const deviceDays = 365

/** Removes rate limits whose window has ended, and browsers that have not logged in for a year: at the start and every hour. */
export const attemptRetention = fp(
  async (app) => {
    repeatWork(app, {
      every: hour,
      work: async () => {
        const removed = {
          limits: await deleteEndedBuckets(app.db),
          devices: await deleteOldDevices(app.db, deviceDays),
        }
        app.log.info(removed, 'swept rate limits and known devices')
      },
      failure: 'ended rate limits could not be removed',
    })
  },
  { name: 'attempt-retention', dependencies: ['database'] },
)
