import { sealFingerprint } from '@agency/pdf-signing/seal-key'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { recordWhenNew } from '../../platform/audit-trail/audit-service.ts'
import { counted } from '../../platform/counted.ts'
import type { Database } from '../../platform/database/database.ts'
import type { HealthCheck } from '../../platform/http/health-checks.ts'
import { hastenJobs, type Job } from '../../platform/jobs/job-repository.ts'
import { repeatWork } from '../../platform/jobs/repeat-work.ts'
import { sealJob } from '../client-signing/signing-service.ts'
import { countUnsealed } from '../envelopes/envelope-repository.ts'
import { pdfWorkersCheck } from './pdf-workers-check.ts'
import { type SealingContext, sealEnvelope } from './seal-envelope.ts'
import { checkSealKey, SealKeyOutOfDate } from './seal-key-dates.ts'
import { SealKeys } from './seal-keys.ts'
import { isPermanent, recordSealingFailure } from './sealing-failures.ts'

declare module 'fastify' {
  interface FastifyInstance {
    sealKeys: SealKeys
  }
}

const minute = 60_000
/** While the PDF process or the time-stamp authority works for one, another one uses the database and the file store. */
const sealsAtATime = 2
const unreadable =
  'The seal key could not be read again or renewed. Documents are sealed with the previous key. Whoever runs the server finds the cause in its log.'

const sealingCheck = (db: Database): HealthCheck => ({
  id: 'sealing',
  title: 'Sealing of signed documents',
  affectsReadiness: false,
  run: async () => {
    const count = await countUnsealed(db)
    if (count === 0) return { state: 'ok', message: 'Every signed document is sealed, or is being sealed.' }
    return {
      state: 'warning',
      message: `${counted(count, 'signed document')} could not be sealed. Void each, or retry sealing.`,
    }
  },
})

export const documentSealing = fp(
  async (app) => {
    const { config, pdfWorker } = app
    const sealKeys = await SealKeys.open(config)
    app.decorate('sealKeys', sealKeys)
    await useSealKey(app, sealKeys)
    followSealKey(app, sealKeys, config.SEAL_LEVEL === 'B-LT')
    app.addHealthCheck(pdfWorkersCheck(pdfWorker))
    const context: SealingContext = {
      db: app.db,
      files: app.files,
      cipher: app.cipher,
      pdfWorker,
      sealKeys,
      agency: app.agency,
      verifyUrl: `${config.PUBLIC_URL.replace(/\/$/, '')}/session/verify`,
      tsaUrl: config.TSA_URL,
      isLongTerm: config.SEAL_LEVEL === 'B-LT',
    }
    const seal = async (job: Job) => {
      try {
        await sealEnvelope(context, job.subject_id)
      } catch (cause) {
        await recordSealingFailure(app.db, job, cause)
        // A permanent failure ends the job: staff void the document or retry.
        if (!isPermanent(cause)) throw cause
        app.log.error({ err: cause, envelope: job.subject_id }, 'a signed document cannot be sealed')
      }
    }
    app.handleJobs(sealJob, seal, sealsAtATime)
    app.addHealthCheck(sealingCheck(app.db))
  },
  {
    name: 'document-sealing',
    dependencies: ['database', 'files', 'encryption', 'jobs', 'health-checks', 'agency-settings'],
  },
)

/** Uses a key that is replaced or renewed while the service runs, and adds a health check of the certificate. */
function followSealKey(app: FastifyInstance, sealKeys: SealKeys, isLongTerm: boolean): void {
  let isUnreadable = false
  repeatWork(app, {
    every: minute,
    work: async () => {
      isUnreadable = true
      const isNew = await sealKeys.refresh()
      isUnreadable = false
      if (!isNew) return
      await useSealKey(app, sealKeys)
      app.wakeJobs()
    },
    failure: 'the seal key could not be read again or renewed',
  })
  app.addHealthCheck({
    id: 'seal-certificate',
    title: 'Seal certificate',
    affectsReadiness: false,
    run: async () => {
      const finding = checkSealKey(sealKeys.current, { now: new Date(), isLongTerm })
      return isUnreadable && finding.state !== 'failing' ? { state: 'warning', message: unreadable } : finding
    },
  })
}

/** Records a new key in the audit trail, and retries at once the jobs that wait for a valid certificate. */
async function useSealKey(app: FastifyInstance, { current }: SealKeys): Promise<void> {
  await recordWhenNew(app.db, { action: 'seal-key.used', detail: `SHA-256 ${sealFingerprint(current)}` })
  await hastenJobs(app.db, sealJob, SealKeyOutOfDate.name)
}
