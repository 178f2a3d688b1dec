import { printRecord } from '../certificate/print-record.ts'
import { proposeFields } from '../flat-forms/propose-fields.ts'
import { assertBounded } from '../intake/bounded-pdf.ts'
import { inspectPdf, inspectPrompt } from '../intake/inspect-pdf.ts'
import { measurePages } from '../reading/page-sizes.ts'
import { sealPdf } from '../seal/seal-pdf.ts'
import { stampPdf } from '../stamps/stamp-pdf.ts'
import { failedAnswer, type PdfAnswer, type PdfTask } from './pdf-worker-messages.ts'

// The service ended, or closed the channel.
process.on('disconnect', () => process.exit())

process.on('message', async (task: PdfTask) => {
  process.send?.(await run(task).catch(failedAnswer))
})

async function run(task: PdfTask): Promise<PdfAnswer> {
  if (task.kind === 'seal') return { kind: 'sealed', sealed: await sealPdf(task.input) }
  if (task.kind === 'print') return { kind: 'printed', pdf: await printRecord(task.record) }
  await assertBounded(task.kind === 'stamp' ? task.input.original : task.bytes)
  if (task.kind === 'stamp') return { kind: 'stamped', stamped: await stampPdf(task.input) }
  if (task.kind === 'inspect') return { kind: 'inspected', inspection: await inspectPdf(task.bytes, task.options) }
  if (task.kind === 'inspect-prompt') {
    const found = await inspectPrompt(task.bytes, task.limit, task.options)
    return 'plain' in found ? { kind: 'inspected', inspection: found } : { kind: 'postponed', postponed: found }
  }
  if (task.kind === 'propose') return { kind: 'proposed', fields: await proposeFields(task.bytes) }
  return { kind: 'measured', pages: await measurePages(task.bytes) }
}

process.send?.({ kind: 'ready' } satisfies PdfAnswer)
