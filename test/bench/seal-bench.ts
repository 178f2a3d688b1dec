import { spawnSync } from 'node:child_process'
import { createPrivateKey, sign, X509Certificate } from 'node:crypto'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { largestPdf, PdfRefused } from '@agency/pdf-signing/pdf-errors'
import { createPdfWorker, type PdfWorker } from '@agency/pdf-signing/pdf-worker-pool'
import { createSealKey, type SealKey, sealFingerprint } from '@agency/pdf-signing/seal-key'
import type { Sealed } from '@agency/pdf-signing/seal-pdf'
import type { Stamped } from '@agency/pdf-signing/stamp-pdf'
import { certificateData } from '@agency/pdf-signing/test/certificate'
import { PDF, type Signer } from '@libpdf/core'
import { pdfOfPages } from './pdf-of-pages.ts'
import { cpuOf, memoryOf } from './process-figures.ts'
import { median, say, showTable } from './table.ts'

const rounds = 5

interface Bench {
  worker: PdfWorker
  sealKey: SealKey
  directory: string
}

/** Pages that a signer has reviewed: a mark on each page, as on a document without fields. */
const review = ({ worker }: Bench, original: Uint8Array): Promise<Stamped> =>
  worker.stamp({ original, stamps: [], mark: `Envelope ${certificateData().envelopeId}` })

/** From the signature to the bytes that are stored. */
function seal({ worker, sealKey }: Bench, { pdf: reviewed, sha256, pages }: Stamped): Promise<Sealed> {
  const sealFigures = { document: { title: 'Bench', pages }, sealFingerprint: sealFingerprint(sealKey) }
  return worker.seal({ reviewed, sha256, certificate: certificateData(sealFigures), sealKey })
}

/** What LibPDF alone does: it opens a file and signs it, with no certificate, no check and no process of its own. */
async function signBare(signer: Signer, original: Uint8Array): Promise<void> {
  const pdf = await PDF.load(original)
  await pdf.sign({ signer, reason: 'Bench', fieldName: 'Bench', level: 'B-B' })
}

const tasks = ['bare', 'check', 'review', 'seal'] as const

async function benchPageCounts(bench: Bench) {
  const signer = await bareSigner(bench.sealKey)
  const rows: (string | number)[][] = []
  for (const pages of [1, 20, 200]) {
    const original = pdfOfPages(pages)
    const { plain } = await bench.worker.inspect(original)
    const reviewed = await review(bench, plain)
    const watching = watchProcesses(bench.worker)
    const work = {
      bare: () => signBare(signer, original),
      check: () => bench.worker.inspect(original),
      review: () => review(bench, plain),
      seal: () => seal(bench, reviewed),
    }
    for (const task of tasks) await work[task]()
    const taken = Object.fromEntries(tasks.map((task) => [task, { ms: [] as number[], cpu: [] as number[] }]))
    for (let round = 0; round < rounds; round += 1) {
      for (const task of tasks) {
        const { ms, cpu } = await figuresOf(bench.worker, work[task])
        taken[task]?.ms.push(ms)
        taken[task]?.cpu.push(cpu)
      }
    }
    const figures = tasks.flatMap((task) => [taken[task]?.ms ?? [], taken[task]?.cpu ?? []].map((all) => median(all)))
    const limit = 1.5 * median(taken.bare?.ms ?? []) + 60
    rows.push([pages, ...[...figures, limit, watching.stop()].map((figure) => figure.toFixed(0))])
  }
  const columns = tasks.flatMap((task) => [`${task} ms`, `${task} CPU ms`])
  const title = 'Bare LibPDF, check at upload, review copy and seal, in processes that have started'
  showTable(title, ['pages', ...columns, '1.5 × bare + 60', 'most MB of a process'], rows)
}

/** What a task takes, with the CPU time of this process and of the PDF processes. */
async function figuresOf(worker: PdfWorker, work: () => Promise<unknown>): Promise<{ ms: number; cpu: number }> {
  const used = () => [process.pid, ...worker.pids].reduce((sum, pid) => sum + cpuOf(pid), 0)
  const before = used()
  const ms = await timed(work)
  return { ms, cpu: used() - before }
}

async function bareSigner({ secret }: SealKey): Promise<Signer> {
  if (secret.kind !== 'pem') throw new Error('The key of the bench is PEM')
  const key = createPrivateKey(secret.pem)
  return {
    certificate: new Uint8Array(new X509Certificate(secret.pem.slice(secret.pem.indexOf('-----BEGIN CERT'))).raw),
    keyType: 'EC',
    signatureAlgorithm: 'ECDSA',
    sign: async (data, digest) => new Uint8Array(sign(digest, data, { key, dsaEncoding: 'der' })),
  }
}

/** What the first document waits for: each round starts processes of its own. */
async function benchStart({ sealKey, directory }: Bench) {
  const original = pdfOfPages(1)
  const times = { check: [] as number[], checkAgain: [] as number[], seal: [] as number[], sealAgain: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    const bench = { worker: createPdfWorker(), sealKey, directory }
    times.check.push(await timed(() => bench.worker.inspect(original)))
    times.checkAgain.push(await timed(() => bench.worker.inspect(original)))
    const reviewed = await review(bench, original)
    times.seal.push(await timed(() => seal(bench, reviewed)))
    times.sealAgain.push(await timed(() => seal(bench, reviewed)))
    await bench.worker.close()
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
    .filter((file) => statSync(file).isFile() && statSync(file).size <= largestPdf)
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
    const { plain } = await bench.worker.inspect(original)
    const { pdf } = await seal(bench, await review(bench, plain))
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
  if (values.pdfs) await benchCorpus(bench, values.pdfs, Number(values.most))
  else {
    await benchStart(bench)
    await benchPageCounts(bench)
  }
} finally {
  await bench.worker.close()
  rmSync(directory, { recursive: true })
}
