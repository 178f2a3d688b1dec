import { PdfNotAccepted } from '../../errors.ts'
import { PdfRefused } from './pdf/pdf-refused.ts'
import type { PdfWorker } from './pdf/pdf-worker-pool.ts'

/** Lets in only PDFs that the whole signing pipeline was tried on. */
export class PdfIntake {
  readonly #worker: PdfWorker

  constructor(worker: PdfWorker) {
    this.#worker = worker
  }

  /** @throws PdfNotAccepted with what is wrong and what to do, in words for staff */
  async inspect(bytes: Uint8Array): Promise<{ bytes: Uint8Array; pages: number }> {
    try {
      const { pages } = await this.#worker.inspect(bytes)
      return { bytes, pages }
    } catch (error) {
      if (error instanceof PdfRefused) throw new PdfNotAccepted(error.message, error)
      throw error
    }
  }
}
