import { Readable } from 'node:stream'
import { request } from 'undici'
import type { BenchOptions } from './core-bench.ts'
import { type Dataset, preparePostgres } from './dataset.ts'
import { memoryOf, watchMemory } from './process-figures.ts'
import { logInAtBff, Services } from './services.ts'
import { showTable } from './table.ts'
import { readTerms } from './terms.ts'

const megabyte = 2 ** 20
const boundary = 'a-boundary-of-the-bench'
const chunk = Buffer.alloc(64 * 1024, 'The content of a large file. ')
const columns = ['upload', 'MB/s', 'bff idle MB', 'bff added MB', 'core idle MB', 'core added MB']

/** The body of a form with one file, made as it is sent. */
function formWith(bytes: number): { length: number; stream: Readable } {
  const head = Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="documents"; filename="large.bin"\r\ncontent-type: application/octet-stream\r\n\r\n`,
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const parts = function* () {
    yield head
    for (let left = bytes; left > 0; left -= chunk.length) yield chunk.subarray(0, left)
    yield tail
  }
  return { length: head.length + bytes + tail.length, stream: Readable.from(parts(), { objectMode: false }) }
}

async function upload(url: string, headers: Record<string, string>, megabytes: number): Promise<number> {
  const { length, stream } = formWith(megabytes * megabyte)
  const started = performance.now()
  const { statusCode, body } = await request(url, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(length),
    },
    body: stream,
  })
  const answer = await body.text()
  if (statusCode >= 300) throw new Error(`An upload was answered ${statusCode}: ${answer}`)
  return megabytes / ((performance.now() - started) / 1000)
}

async function measure(services: Services, dataset: Dataset) {
  const { ids } = await readTerms(dataset)
  const core = await services.startCore()
  const bff = await services.startBff(core.url)
  const headers = await logInAtBff(bff.url)
  const url = `${bff.url}/admin/_api/upload/${ids[0]}`
  const pids = [bff.pid, core.pid]
  // What the first one loads is needed once, and stays.
  await upload(url, headers, 1)
  const idle = pids.map(memoryOf)
  const rows: (string | number)[][] = []
  for (const round of [1, 2, 3]) {
    const watching = watchMemory(pids)
    const speed = await upload(url, headers, 200)
    const most = watching.stop()
    const figures = pids.flatMap((_, n) => [idle[n] ?? 0, (most[n] ?? 0) - (idle[n] ?? 0)])
    rows.push([`200 MB, ${round}`, speed.toFixed(0), ...figures.map((figure) => figure.toFixed(0))])
  }
  return rows
}

/** A large file through the bff into the core's sealed store, and what memory that takes. */
export async function benchUpload(options: BenchOptions): Promise<void> {
  const dataset = await preparePostgres(Math.min(options.clients, 1_000))
  const services = new Services(dataset)
  try {
    showTable('One upload through the bff', columns, await measure(services, dataset))
  } finally {
    await services.stop()
    await dataset.remove()
  }
}
