import fp from 'fastify-plugin'
import { repeatWork } from '../../platform/jobs/repeat-work.ts'
import { deleteOldReads } from './record-read-repository.ts'
import { RecordReads } from './record-reads.ts'

declare module 'fastify' {
  interface FastifyInstance {
    recordReads: RecordReads
  }
}

const second = 1_000
const hour = 3_600_000

/** Decorates the app with the count of opened records, and stores it every second. */
export const recordReadCounting = fp(
  async (app) => {
    const { db, config } = app
    const reads = new RecordReads(db, {
      alert: config.RECORD_READS_ALERT,
      limit: config.RECORD_READS_LIMIT,
      rowsPerRecord: config.RECORD_READS_LIST_ROWS,
    })
    app.decorate('recordReads', reads)
    repeatWork(app, { every: second, work: () => reads.flush(), failure: 'opened records could not be counted' })
    repeatWork(app, {
      every: hour,
      work: () => deleteOldReads(db),
      failure: 'old counts of opened records could not be removed',
    })
    app.addHook('preClose', async () => {
      await reads.flush().catch((error) => app.log.error({ err: error }, 'the last opened records were not counted'))
    })
  },
  { name: 'record-reads', dependencies: ['database'] },
)
