import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { onePagePdf } from '../../test/pdfs/build-pdf.ts'
import { certificateData } from '../../test/pdfs/certificate.ts'
import { pdfsig } from '../../test/pdfs/pdf-tools.ts'
import { createSealKey } from '../seal/seal-key.ts'
import { createPdfWorker, type PdfWorker, type PdfWorkerOptions } from './pdf-worker-pool.ts'

const stub = new URL('../../test/pdfs/stub-worker.ts', import.meta.url)
// What the stub does with a document that starts with this byte.
const does = { answer: 0, hang: 1, exhaustMemory: 6 }

const workers: PdfWorker[] = []
function start(options: PdfWorkerOptions = {}): PdfWorker {
  const worker = createPdfWorker(options)
  workers.push(worker)
  return worker
}
afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.close())))

describe('createPdfWorker', () => {
  it('given a PDF, when it is inspected and sealed in a process, then the caller keeps its bytes and gets a valid seal', async () => {
    const worker = start()
    const original = onePagePdf()
    const kept = Uint8Array.from(original)
    expect(await worker.inspect(original)).toMatchObject({ pages: 1 })
    const sealKey = await createSealKey({ organisation: 'Test' })
    const sealed = await worker.seal({ original, stamps: [], certificate: certificateData(), sealKey })
    expect(sealed.pages).toBe(3)
    expect(pdfsig(sealed.pdf)).toContain('Signature is Valid')
    expect(original).toEqual(kept)
  })

  it('given a process that fills its memory, when it is watched, then it never holds more than half a gigabyte', async () => {
    const worker = start({ script: stub, cpuSeconds: 5 })
    const bomb = worker.inspect(new Uint8Array([does.exhaustMemory])).catch((error: unknown) => error)
    let most = 0
    const watch = setInterval(() => {
      for (const pid of worker.pids) most = Math.max(most, mostMemoryOf(pid))
    }, 20)
    expect(await bomb).toMatchObject({ code: 'PDF_TOO_COMPLEX' })
    clearInterval(watch)
    expect(most).toBeGreaterThan(50)
    expect(most).toBeLessThan(512)
  })

  it('given uploads that hang on every process, when others come, then these are done first and the first are refused after', {
    timeout: 180_000,
  }, async () => {
    const worker = start({ script: stub, giveWayAfter: 50, cpuSeconds: 4 })
    const order: string[] = []
    const done = (name: string) => () => order.push(name)
    const hanging = [1, 2, 3].map(() => worker.inspect(new Uint8Array([does.hang])).catch(done('hanging')))
    const others = [1, 2, 3, 4].map((n) => worker.inspect(new Uint8Array([does.answer, n])).then(done('other')))
    await Promise.all([...hanging, ...others])
    expect(order).toEqual([...Array(4).fill('other'), ...Array(3).fill('hanging')])
  })
})

/** The most that a process ever held, in megabytes; 0 when it has ended. */
const mostMemoryOf = (pid: number): number => Number(/VmHWM:\s+(\d+)/.exec(statusOf(pid))?.[1] ?? 0) / 1024

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}
