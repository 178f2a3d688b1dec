import { parentPort } from 'node:worker_threads'
import { inspectPdf } from './inspect-pdf.ts'
import { measurePages } from './measure-pages.ts'
import { failedAnswer, type PdfAnswer, type PdfTask } from './pdf-worker-messages.ts'
import { sealPdf } from './seal-pdf.ts'

parentPort?.on('message', async (task: PdfTask) => {
  const answer = await run(task).catch(failedAnswer)
  const transfer = answer.kind === 'sealed' ? [answer.sealed.pdf.buffer] : []
  parentPort?.postMessage(
    answer,
    transfer.filter((buffer) => buffer instanceof ArrayBuffer),
  )
})

async function run(task: PdfTask): Promise<PdfAnswer> {
  if (task.kind === 'inspect') return { kind: 'inspected', inspection: await inspectPdf(task.bytes) }
  if (task.kind === 'measure') return { kind: 'measured', pages: await measurePages(task.bytes) }
  const sealed = await sealPdf(task.input)
  return { kind: 'sealed', sealed: { ...sealed, pdf: Uint8Array.from(sealed.pdf) } }
}
