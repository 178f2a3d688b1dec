import fp from 'fastify-plugin'
import { pdfCheckJob } from '../../library/pdf-checks/pdf-check-service.ts'
import { checkPdf } from './check-pdf.ts'

/** Checks large uploads in background jobs. */
export const pdfCheckJobs = fp(
  async (app) => {
    const { db, files, pdfs, cipher, log } = app
    app.handleJobs(pdfCheckJob, (job) => checkPdf({ db, files, pdfs, cipher, log }, job), 1)
  },
  { name: 'pdf-check-job', dependencies: ['document-sealing', 'jobs', 'files', 'encryption'] },
)
