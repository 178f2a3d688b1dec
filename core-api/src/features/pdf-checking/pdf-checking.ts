import fp from 'fastify-plugin'
import { pdfCheckJob } from '../pdf-checks/pdf-check-service.ts'
import { checkPdf } from './check-pdf.ts'

/** Checks large uploads in background jobs. */
export const pdfChecking = fp(
  async (app) => {
    const { db, files, pdfs, cipher } = app
    app.handleJobs(pdfCheckJob, (job) => checkPdf({ db, files, pdfs, cipher }, job), true)
  },
  { name: 'pdf-checking', dependencies: ['document-sealing', 'jobs', 'files', 'encryption'] },
)
