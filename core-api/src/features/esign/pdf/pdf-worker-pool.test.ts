import { afterEach, describe, expect, it } from 'vitest'
import { onePagePdf } from '../../../../test/pdfs/build-pdf.ts'
import { certificateData } from '../../../../test/pdfs/certificate.ts'
import { pdfsig } from '../../../../test/pdfs/pdf-tools.ts'
import { PdfRefused } from './pdf-refused.ts'
import { PdfTaskFailed } from './pdf-task-failed.ts'
import { createPdfWorker, type PdfWorker, type PdfWorkerOptions } from './pdf-worker-pool.ts'
import { createSealKey } from './seal-key.ts'

const stub = new URL('../../../../test/pdfs/stub-worker.ts', import.meta.url)
// What the stub does with a document that starts with this byte.
const does = { answer: 0, hang: 1, exit: 2, crash: 3, exhaustMemory: 4, refuse: 5 }

const workers: PdfWorker[] = []
function start(options: PdfWorkerOptions = {}): PdfWorker {
  const worker = createPdfWorker(options)
  workers.push(worker)
  return worker
}
afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.close())))

describe('createPdfWorker', () => {
  it('given a PDF, when it is inspected and sealed in the thread, then the caller keeps its bytes and gets a valid seal', async () => {
    const worker = start()
    const original = onePagePdf()
    const kept = Uint8Array.from(original)
    expect(await worker.inspect(original)).toMatchObject({ pages: 1, words: 150 })
    const sealKey = await createSealKey({ organisation: 'Test' })
    const sealed = await worker.seal({ original, stamps: [], certificate: certificateData(), sealKey })
    expect(sealed.pages).toBe(3)
    expect(pdfsig(sealed.pdf)).toContain('Signature is Valid')
    expect(original).toEqual(kept)
  })

  it('given a file that is refused, when it is inspected in the thread, then the refusal comes back as such', async () => {
    const refusal = start().inspect(Buffer.from('no PDF'))
    await expect(refusal).rejects.toBeInstanceOf(PdfRefused)
    await expect(refusal).rejects.toMatchObject({ code: 'PDF_NOT_A_PDF' })
  })

  it('given an input that fails, when it is sealed in the thread, then the failure comes back as such', async () => {
    const sealKey = { certificate: new Uint8Array(), secret: { kind: 'pem', pem: '' } } as const
    const failure = start().seal({ original: onePagePdf(), stamps: [], certificate: certificateData(), sealKey })
    await expect(failure).rejects.toBeInstanceOf(PdfTaskFailed)
    await expect(failure).rejects.toMatchObject({ code: 'SEAL_KEY_INVALID' })
  })

  it('given several tasks at once, when they run, then each gets its own answer', async () => {
    const worker = start({ script: stub })
    const answers = await Promise.all([7, 8, 9].map((pages) => worker.inspect(new Uint8Array([does.answer, pages]))))
    expect(answers.map(({ pages }) => pages)).toEqual([7, 8, 9])
  })

  it.each([
    ['runs into the time limit', does.hang, PdfRefused, 'PDF_TOO_COMPLEX'],
    ['runs out of memory', does.exhaustMemory, PdfRefused, 'PDF_TOO_COMPLEX'],
    ['ends the thread', does.exit, PdfTaskFailed, 'PDF_WORKER_LOST'],
    ['crashes the thread', does.crash, PdfTaskFailed, 'PDF_WORKER_LOST'],
    ['is refused', does.refuse, PdfRefused, 'PDF_HAS_XFA'],
  ])('given a task that %s, when others wait behind it, then it alone is rejected', async (_, what, type, code) => {
    const worker = start({ script: stub, cpuSeconds: 1, heapMegabytes: 32 })
    const bad = worker.inspect(new Uint8Array([what]))
    const good = worker.inspect(new Uint8Array([does.answer, 4]))
    await expect(bad).rejects.toBeInstanceOf(type)
    await expect(bad).rejects.toMatchObject({ code })
    expect(await good).toMatchObject({ pages: 4 })
  })

  it('given tasks that run and wait, when the worker is closed, then all are rejected and no new one is taken', async () => {
    const worker = start({ script: stub })
    const tasks = [worker.inspect(new Uint8Array([does.hang])), worker.inspect(new Uint8Array([does.answer, 1]))]
    const outcomes = Promise.allSettled(tasks)
    await worker.close()
    const closed = expect.objectContaining({ code: 'PDF_WORKER_CLOSED' })
    expect(await outcomes).toEqual([
      { status: 'rejected', reason: closed },
      { status: 'rejected', reason: closed },
    ])
    await expect(worker.inspect(new Uint8Array([does.answer, 1]))).rejects.toMatchObject({ code: 'PDF_WORKER_CLOSED' })
  })
})
