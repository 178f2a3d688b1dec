import fp from 'fastify-plugin'
import { deleteOldKeys } from './idempotency/idempotency-repository.ts'
import { repeatWork } from './jobs/repeat-work.ts'
import { deleteOldDevices } from './limits/known-device-repository.ts'
import { deleteEndedBuckets } from './limits/rate-limit-repository.ts'

const hour = 3_600_000
/** Apps repeat a call within minutes. */
const keyHours = 24
/** The lifetime of the device cookie. */
const deviceDays = 365

/** Keys after a day, rate limits after their window, known devices after a year. */
export const retention = fp(
  async (app) => {
    repeatWork(app, {
      every: hour,
      work: async () => {
        const deleted = {
          idempotencyKeys: await deleteOldKeys(app.db, keyHours),
          rateLimits: await deleteEndedBuckets(app.db),
          devices: await deleteOldDevices(app.db, deviceDays),
        }
        app.log.info(deleted, 'deleted expired idempotency keys, rate limits and known devices')
      },
      failure: 'expired idempotency keys, rate limits and known devices could not be deleted',
    })
  },
  { name: 'retention', dependencies: ['database'] },
)
