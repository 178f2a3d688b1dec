import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { PdfRefused } from '@agency/pdf-signing/pdf-errors'
import { createPdfWorker, type PdfWorker } from '@agency/pdf-signing/pdf-worker-pool'
import { createSealKey, type SealKey, sealFingerprint } from '@agency/pdf-signing/seal-key'
import type { Sealed } from '@agency/pdf-signing/seal-pdf'
import { certificateData } from '@agency/pdf-signing/test/certificate'
import { memoryOf } from './process-figures.ts'
import { median, say, showTable } from './table.ts'

const onePage = fileURLToPath(new URL('../../packages/pdf-signing/test/pdfs/cairo.pdf', import.meta.url))
const rounds = 5
const largestUpload = 25 * 2 ** 20

interface Bench {
  worker: PdfWorker
  sealKey: SealKey
  directory: string
}

/** A mark on each page and a typed signature on the certificate, as a document without fields is sealed. */
function seal({ worker, sealKey }: Bench, original: Uint8Array, pages: number): Promise<Sealed> {
  const certificate = certificateData({
    document: { title: 'Bench', pages },
    sealFingerprint: sealFingerprint(sealKey),
  })
  return worker.seal({ original, stamps: [], mark: `Envelope ${certificate.envelopeId}`, certificate, sealKey })
}

async function benchPageCounts(bench: Bench) {
  await seal(bench, readFileSync(onePage), 1)
  const rows: (string | number)[][] = []
  for (const pages of [1, 20, 200]) {
    const file = join(bench.directory, `${pages}.pdf`)
    const copies = Array.from({ length: pages }, () => [onePage, '1']).flat()
    execFileSync('qpdf', ['--empty', '--pages', ...copies, '--', file])
    const original = readFileSync(file)
    const watching = watchProcesses(bench.worker)
    const times = { inspect: [] as number[], seal: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      times.inspect.push(await timed(() => bench.worker.inspect(original)))
      times.seal.push(await timed(() => seal(bench, original, pages)))
    }
    const mostMemory = watching.stop()
    rows.push([pages, median(times.inspect).toFixed(0), median(times.seal).toFixed(0), mostMemory.toFixed(0)])
  }
  showTable(
    'Checking at upload and sealing, in processes that have started',
    ['pages', 'check ms', 'seal ms', 'most MB of a process'],
    rows,
  )
}

/** What the first document waits for: each round starts processes of its own. */
async function benchStart({ sealKey, directory }: Bench) {
  const original = readFileSync(onePage)
  const times = { check: [] as number[], checkAgain: [] as number[], seal: [] as number[], sealAgain: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    const worker = createPdfWorker()
    times.check.push(await timed(() => worker.inspect(original)))
    times.checkAgain.push(await timed(() => worker.inspect(original)))
    times.seal.push(await timed(() => seal({ worker, sealKey, directory }, original, 1)))
    times.sealAgain.push(await timed(() => seal({ worker, sealKey, directory }, original, 1)))
    await worker.close()
  }
  const rows = Object.entries(times).map(([what, taken]) => [what, median(taken).toFixed(0)])
  showTable('One page, with and without the start of a process', ['what', 'ms'], rows)
}

/** The most that any process of the worker holds, in megabytes, when stopped. */
function watchProcesses(worker: PdfWorker): { stop(): number } {
  let most = 0
  const timer = setInterval(() => {
    for (const pid of worker.pids) most = Math.max(most, existsSync(`/proc/${pid}/status`) ? memoryOf(pid) : 0)
  }, 20)
  return {
    stop() {
      clearInterval(timer)
      return most
    },
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function benchCorpus(bench: Bench, folder: string, most: number) {
  const files = globSync('**/*.pdf', { cwd: folder })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile() && statSync(file).size <= largestUpload)
    .toSorted()
  // Spread over the folder, so that no one package is all there is.
  const step = Math.max(1, files.length / most)
  const chosen = Array.from({ length: Math.min(most, files.length) }, (_, n) => files[Math.floor(n * step)] ?? '')
  const outcomes = new Map<string, string[]>()
  for (const file of chosen) {
    const outcome = await tryOne(bench, file)
    outcomes.set(outcome, [...(outcomes.get(outcome) ?? []), file])
  }
  const rows = [...outcomes].map(([outcome, of]) => [outcome, of.length])
  showTable(`${chosen.length} PDFs of ${files.length}`, ['outcome', 'files'], rows)
  for (const [outcome, of] of outcomes) if (outcome !== valid) say(`${outcome}: ${of.join(', ')}`)
}

const valid = 'sealed, and valid in pdfsig'

/** @returns what became of a PDF: valid, not valid, or why it is refused */
async function tryOne(bench: Bench, file: string): Promise<string> {
  const original = readFileSync(file)
  try {
    const { pages } = await bench.worker.inspect(original)
    const { pdf } = await seal(bench, original, pages)
    const sealed = join(bench.directory, 'sealed.pdf')
    writeFileSync(sealed, pdf)
    const { stdout } = spawnSync('pdfsig', ['-nocert', sealed], { encoding: 'utf8' })
    return stdout.includes('Signature is Valid') ? valid : 'sealed, but not valid in pdfsig'
  } catch (error) {
    if (error instanceof PdfRefused) return `refused at upload: ${error.code}`
    throw error
  }
}

/** What sealing takes by the number of pages, and, given a folder, what becomes of the PDFs in it. */
const { values } = parseArgs({ options: { pdfs: { type: 'string' }, most: { type: 'string', default: '150' } } })
const directory = mkdtempSync(join(tmpdir(), 'seal-bench-'))
const bench = { worker: createPdfWorker(), sealKey: await createSealKey({ organisation: 'Bench' }), directory }
try {
  await benchStart(bench)
  await benchPageCounts(bench)
  if (values.pdfs) await benchCorpus(bench, values.pdfs, Number(values.most))
} finally {
  await bench.worker.close()
  rmSync(directory, { recursive: true })
}
