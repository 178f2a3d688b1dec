import { createPdfWorker, type PdfWorkerOptions } from '@agency/pdf-signing/pdf-worker-pool'
import { describe, expect, it, onTestFinished } from 'vitest'
import { pdfWorkersCheck } from './pdf-workers-check.ts'

const stub = new URL('../../../../packages/pdf-signing/test/pdfs/stub-worker.ts', import.meta.url)
const absent = new URL('../../../test/no-such-worker.ts', import.meta.url)

function start(options: PdfWorkerOptions) {
  const worker = createPdfWorker(options)
  onTestFinished(() => worker.close())
  return { worker, check: pdfWorkersCheck(worker) }
}

describe('the health check of PDF processes', () => {
  it('given processes that work, when it is asked, then it says ok after a trial @full', async () => {
    const { check } = start({})
    await expect.poll(() => check.run(), { timeout: 50_000 }).toMatchObject({ state: 'ok', at: expect.any(String) })
  })

  it('given processes that cannot start, when it is asked, then it says failing', async () => {
    const { check } = start({ script: absent })
    await expect.poll(() => check.run(), { timeout: 50_000 }).toMatchObject({ state: 'failing' })
  })

  it('given a full queue, when it is asked, then it says failing', async () => {
    const { worker, check } = start({ script: stub, mostWaiting: 1 })
    const hanging = Array.from({ length: 3 }, () =>
      worker.inspect(new Uint8Array([1])).catch((error: unknown) => error),
    )
    expect(await check.run()).toMatchObject({ state: 'failing', message: expect.stringContaining('wait') })
    await worker.close()
    await Promise.all(hanging)
  })
})
