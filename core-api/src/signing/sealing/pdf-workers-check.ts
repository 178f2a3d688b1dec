import { setTimeout as wait } from 'node:timers/promises'
import type { PdfWorker } from '@agency/pdf-signing/pdf-worker-pool'
import type { HealthCheck } from '../../platform/http/health-checks.ts'

/** Milliseconds between trials, since a trial starts a process. */
const trialInterval = 15 * 60_000
const answerWithin = 800

const emptyPage = Buffer.from(
  [
    '%PDF-1.7',
    '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
    '2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj',
    '3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >> endobj',
    'trailer << /Size 4 /Root 1 0 R >>',
    'startxref\n0\n%%EOF\n',
  ].join('\n'),
)

type Finding = Awaited<ReturnType<HealthCheck['run']>>

export function pdfWorkersCheck(worker: PdfWorker): HealthCheck {
  let last: Finding = { state: 'ok', message: 'The first trial has not ended yet.' }
  let trial: Promise<void> | undefined
  let nextTrial = 0
  async function tryOne(): Promise<void> {
    last = await findingOf(worker)
    nextTrial = Date.now() + (last.state === 'failing' ? 0 : trialInterval)
    trial = undefined
  }
  return {
    id: 'pdf-workers',
    title: 'Checking and sealing of PDFs',
    affectsReadiness: false,
    async run() {
      if (worker.isFull)
        return { state: 'failing', message: 'Too many PDFs are waiting to be checked. Uploads are rejected.' }
      if (Date.now() >= nextTrial) trial ??= tryOne()
      if (trial) await Promise.race([trial, wait(answerWithin, undefined, { ref: false })])
      return last
    },
  }
}

async function findingOf(worker: PdfWorker): Promise<Finding> {
  const at = new Date().toISOString()
  const failure = await worker.measure(emptyPage).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : 'It failed.'),
  )
  if (failure) return { state: 'failing', message: `A trial page could not be processed. ${failure}`, at }
  if (await worker.hasSystemLimits()) return { state: 'ok', message: 'A trial page was processed.', at }
  return {
    state: 'warning',
    message:
      'PDF processes run without limits of the operating system, because choom, setpriv and prlimit (util-linux) are not installed. The service itself checks time and memory.',
    at,
  }
}
