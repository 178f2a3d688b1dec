import fp from 'fastify-plugin'
import { PdfIntake } from './pdf-intake.ts'

declare module 'fastify' {
  interface FastifyInstance {
    pdfs: PdfIntake
  }
}

export const pdfIntake = fp(async (app) => void app.decorate('pdfs', new PdfIntake(app.pdfWorker)))
