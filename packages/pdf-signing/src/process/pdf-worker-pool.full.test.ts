import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { onePagePdf } from '../../test/pdfs/build-pdf.ts'
import { certificateData } from '../../test/pdfs/certificate.ts'
import { slowPdf } from '../../test/pdfs/hostile-pdfs.ts'
import { pdfsig } from '../../test/pdfs/pdf-tools.ts'
import { PdfRefused, PdfTaskFailed } from '../pdf-errors.ts'
import { createSealKey } from '../seal/seal-key.ts'
import { createPdfWorker, type PdfWorker, type PdfWorkerOptions } from './pdf-worker-pool.ts'

const stub = new URL('../../test/pdfs/stub-worker.ts', import.meta.url)
// What the stub does with a document that starts with this byte.
const does = { answer: 0, hang: 1, exit: 2, crash: 3, exhaustHeap: 4, refuse: 5, exhaustMemory: 6, powers: 7, talk: 8 }

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

  it('given a process that fills its memory, when it is watched, then it never holds more than the limit of 880 MB', async () => {
    const worker = start({ script: stub, cpuSeconds: 5 })
    const bomb = worker.inspect(new Uint8Array([does.exhaustMemory])).catch((error: unknown) => error)
    let most = 0
    const watch = setInterval(() => {
      for (const pid of worker.pids) most = Math.max(most, mostMemoryOf(pid))
    }, 20)
    expect(await bomb).toMatchObject({ code: 'PDF_TOO_COMPLEX' })
    clearInterval(watch)
    expect(most).toBeGreaterThan(50)
    expect(most).toBeLessThan(900)
  })

  it('given uploads that hang on every process, when others come, then these are done first and the first are refused after', async () => {
    const worker = start({ script: stub, slowAfter: 50, cpuSeconds: 4 })
    const order: string[] = []
    const done = (name: string) => () => order.push(name)
    const hanging = [1, 2, 3].map(() => worker.inspect(new Uint8Array([does.hang])).catch(done('hanging')))
    const others = [1, 2, 3, 4].map((n) => worker.inspect(new Uint8Array([does.answer, n])).then(done('other')))
    await Promise.all([...hanging, ...others])
    expect(order).toEqual([...Array(4).fill('other'), ...Array(3).fill('hanging')])
  })

  it('given a file that is refused, when it is inspected in a process, then the refusal comes back as such', async () => {
    const refusal = start().inspect(Buffer.from('no PDF'))
    await expect(refusal).rejects.toBeInstanceOf(PdfRefused)
    await expect(refusal).rejects.toMatchObject({ code: 'PDF_NOT_A_PDF' })
  })

  it('given pages that are stamped for review, when they are sealed, then the process that seals was started before', async () => {
    const worker = start()
    const stamped = await worker.stamp({ original: onePagePdf(), stamps: [] })
    await expect.poll(() => worker.pids, { timeout: 60_000 }).toHaveLength(2)
    const pids = worker.pids
    const sealKey = await createSealKey({ organisation: 'Test' })
    const { pdf: reviewed, sha256 } = stamped
    await worker.seal({ reviewed, sha256, certificate: certificateData(), sealKey })
    expect(worker.pids).toEqual(pids)
  })

  it('given an input that fails, when it is sealed in a process, then the failure comes back as such', async () => {
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
    ['fills its heap', does.exhaustHeap, PdfRefused, 'PDF_TOO_COMPLEX'],
    ['fills memory outside its heap', does.exhaustMemory, PdfRefused, 'PDF_TOO_COMPLEX'],
    ['makes its process say what is no answer', does.talk, PdfTaskFailed, 'PDF_WORKER_LOST'],
    ['ends the process', does.exit, PdfTaskFailed, 'PDF_WORKER_LOST'],
    ['crashes the process', does.crash, PdfTaskFailed, 'PDF_WORKER_LOST'],
    ['is refused', does.refuse, PdfRefused, 'PDF_HAS_XFA'],
  ])('given a task that %s, when others wait behind it, then it alone is rejected', async (_, what, type, code) => {
    const worker = start({ script: stub, cpuSeconds: 1, heapMegabytes: 32 })
    const bad = worker.inspect(new Uint8Array([what]))
    const good = worker.inspect(new Uint8Array([does.answer, 4]))
    await expect(bad).rejects.toBeInstanceOf(type)
    await expect(bad).rejects.toMatchObject({ code })
    expect(await good).toMatchObject({ pages: 4 })
  })

  it.each(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'])(
    'given a task whose process gets %s from outside, when others wait behind it, then it alone fails, and is not refused',
    async (signal) => {
      const worker = start({ script: stub, checks: 1 })
      await worker.inspect(new Uint8Array([does.answer, 1]))
      const killed = worker.inspect(new Uint8Array([does.hang]))
      const good = worker.inspect(new Uint8Array([does.answer, 4]))
      for (const pid of worker.pids) process.kill(pid, signal)
      await expect(killed).rejects.toBeInstanceOf(PdfTaskFailed)
      await expect(killed).rejects.toMatchObject({ code: 'PDF_KILLED' })
      expect(await good).toMatchObject({ pages: 4 })
    },
  )

  it('given a process that is killed, when it gets a task before anybody has noticed, then the failure says that it was killed', async () => {
    const worker = start({ script: stub, checks: 1 })
    await worker.inspect(new Uint8Array([does.answer, 1]))
    for (const pid of worker.pids) {
      process.kill(pid, 'SIGKILL')
      // Its channel is open until its last thread has ended.
      while (isRunning(pid) || readdirSync(`/proc/${pid}/task`).length > 1);
    }
    await expect(worker.inspect(new Uint8Array([does.answer, 4]))).rejects.toMatchObject({ code: 'PDF_KILLED' })
  })

  it('given a script that ends before it takes a task, when there is one, then the failure says that no process has started', async () => {
    const task = start({ script: new URL('missing.ts', stub) }).inspect(new Uint8Array([does.answer, 1]))
    await expect(task).rejects.toMatchObject({ code: 'PDF_WORKER_NOT_STARTED' })
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

  it('given a process, when it tries to do more than its work, then it finds no secret, reads, writes and starts nothing', async () => {
    process.env.PDF_TEST_SECRET = 'secret'
    onTestFinished(() => {
      delete process.env.PDF_TEST_SECRET
    })
    const { sha256 } = await start({ script: stub }).inspect(new Uint8Array([does.powers]))
    const { environment, ...rest } = JSON.parse(sha256)
    expect(environment).toEqual(expect.not.arrayContaining(['PDF_TEST_SECRET', 'PATH', 'HOME', 'TEST_DATABASE_URL']))
    expect(rest).toEqual({ reads: false, writes: false, spawns: false, evaluates: false })
  })

  it('given uploads that hang, when a document is to be sealed, then it does not wait for them', async () => {
    const worker = start()
    const hanging = [1, 2].map(() => worker.inspect(slowPdf()).catch((error: unknown) => error))
    const sealKey = await createSealKey({ organisation: 'Test' })
    const sealed = await worker.seal({ original: onePagePdf(), stamps: [], certificate: certificateData(), sealKey })
    expect(pdfsig(sealed.pdf)).toContain('Signature is Valid')
    await worker.close()
    for (const end of await Promise.all(hanging)) expect(end).toMatchObject({ code: 'PDF_WORKER_CLOSED' })
  })

  it('given as many tasks as may wait, when one more comes, then it is turned away at once', async () => {
    const worker = start({ script: stub, mostWaiting: 2 })
    const hanging = Array.from({ length: 4 }, () => worker.inspect(new Uint8Array([does.hang])).catch(String))
    expect(worker.isFull).toBe(true)
    await expect(worker.inspect(new Uint8Array([does.answer, 1]))).rejects.toMatchObject({ code: 'PDF_QUEUE_FULL' })
    await worker.close()
    await Promise.all(hanging)
  })

  it('given a process without work, when its time is over, then it ends', async () => {
    const worker = start({ script: stub, idleTimeout: 50 })
    await worker.inspect(new Uint8Array([does.answer, 1]))
    await expect.poll(() => worker.pids, { timeout: 20_000 }).toEqual([])
  })

  it('given a process whose time is over, when a task comes before it has ended, then another process does the task', async () => {
    const worker = start({ script: stub, idleTimeout: 50 })
    await worker.inspect(new Uint8Array([does.answer, 1]))
    const over = performance.now() + 100
    while (performance.now() < over);
    // Runs right after the timer that ends the process, which is due as well.
    await new Promise((due) => setTimeout(due, 0))
    expect(await worker.inspect(new Uint8Array([does.answer, 2]))).toMatchObject({ pages: 2 })
  })

  it('given a service that is killed while a document hangs, when it is gone, then so are its processes', async () => {
    const pool = fileURLToPath(new URL('./pdf-worker-pool.ts', import.meta.url))
    const program = `
      const { createPdfWorker } = await import(${JSON.stringify(pool)})
      const worker = createPdfWorker({ script: new URL(${JSON.stringify(stub.href)}) })
      const answered = await worker.inspect(new Uint8Array([0]))
      void worker.inspect(new Uint8Array([1])).catch(() => {})
      setTimeout(() => console.log(answered.sha256), 500)`
    const service = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = await once(service.stdout, 'data')
    const pid = Number(line)
    expect(isRunning(pid)).toBe(true)
    service.kill('SIGKILL')
    await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false)
  })
})

/** Whether it runs; a process that has ended and that nobody has asked for yet does not. */
const isRunning = (pid: number): boolean => /State:\s+[^ZX\s]/.test(statusOf(pid))

/** The most that a process ever held, in megabytes; 0 when it has ended. */
const mostMemoryOf = (pid: number): number => Number(/VmHWM:\s+(\d+)/.exec(statusOf(pid))?.[1] ?? 0) / 1024

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}
