import type { FastifyInstance } from 'fastify'
import { pdfCheckJob } from '../../library/pdf-checks/pdf-check-service.ts'
import { checkPdf } from './check-pdf.ts'

export async function pdfCheckJobs(app: FastifyInstance): Promise<void> {
  const { db, files, pdfs, cipher, log } = app
  app.handleJobs(pdfCheckJob, (job) => checkPdf({ db, files, pdfs, cipher, log }, job), 1)
}
