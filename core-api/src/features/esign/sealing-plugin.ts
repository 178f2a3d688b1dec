import fp from 'fastify-plugin'
import type { Config } from '../../config.ts'
import { recordWhenNew } from '../audit/audit-service.ts'
import { updateEnvelope } from './envelope-repository.ts'
import type { PdfWorker } from './pdf/pdf-worker-pool.ts'
import { type SealKey, sealFingerprint } from './pdf/seal-key.ts'
import { PdfIntake } from './pdf-intake.ts'
import { pdfWorkersCheck } from './pdf-workers-check.ts'
import { readSealKey } from './seal-key-file.ts'
import { type SealingContext, sealEnvelope } from './sealing-job.ts'
import { sealJob } from './signing-service.ts'

declare module 'fastify' {
  interface FastifyInstance {
    pdfs: PdfIntake
    sealKey: SealKey
  }
}

const unusual = 'The document could not be sealed yet. It is tried again by itself.'

/** Takes PDFs in, and seals signed documents in the background, as the job queue hands them out. */
export const documentSealing = fp(
  async (app, { config, pdfWorker }: { config: Config; pdfWorker: PdfWorker }) => {
    app.decorate('pdfs', new PdfIntake(pdfWorker))
    app.addHealthCheck(pdfWorkersCheck(pdfWorker))
    const sealKey = await readSealKey(config)
    app.decorate('sealKey', sealKey)
    await recordWhenNew(app.db, { action: 'seal-key.used', detail: `SHA-256 ${sealFingerprint(sealKey)}` })
    const context: SealingContext = {
      db: app.db,
      files: app.files,
      sealer: app.sealer,
      pdfWorker,
      sealKey,
      agencyName: config.AGENCY_NAME,
      verifyUrl: `${config.PUBLIC_URL.replace(/\/$/, '')}/session/verify`,
      tsaUrl: config.TSA_URL,
    }
    app.handleJobs(sealJob, async ({ subject_id: envelopeId }) => {
      try {
        await sealEnvelope(context, envelopeId)
      } catch (cause) {
        await updateEnvelope(app.db, envelopeId, { error: unusual })
        throw cause
      }
    })
  },
  { name: 'document-sealing', dependencies: ['database', 'files', 'sealing', 'jobs', 'health-checks'] },
)
