import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import type { BenchOptions } from './core-bench.ts'
import { preparePostgres } from './dataset.ts'
import { cpuOf, memoryOf } from './process-figures.ts'
import { logInAtCore, type Measured, Services } from './services.ts'
import { countSealed, pagesOfDocument, queueDocuments, queuedDocuments, releaseQueue } from './signed-queue.ts'
import { say, showTable } from './table.ts'

const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )

async function measure(core: Measured, db: pg.Client): Promise<(string | number)[]> {
  const before = cpuOf(core.pid)
  const cpu = new Map<number, number>()
  const most = { core: 0, worker: 0 }
  const started = performance.now()
  await releaseQueue(db)
  for (let sealed = 0; sealed < queuedDocuments; ) {
    const workers = childrenOf(core.pid)
    most.core = Math.max(most.core, memoryOf(core.pid))
    for (const pid of workers) {
      cpu.set(pid, cpuOf(pid))
      most.worker = Math.max(most.worker, memoryOf(pid))
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
    sealed = await countSealed(db)
    if (performance.now() - started > 10 * 60_000) throw new Error(`Only ${sealed} documents were sealed`)
  }
  const seconds = (performance.now() - started) / 1000
  const ofWorkers = [...cpu.values()].reduce((sum, time) => sum + time, 0)
  const each = (milliseconds: number) => (milliseconds / queuedDocuments).toFixed(1)
  return [
    ...[(queuedDocuments / seconds).toFixed(1), seconds.toFixed(1), each(cpuOf(core.pid) - before), each(ofWorkers)],
    ...[most.core.toFixed(0), most.worker.toFixed(0)],
  ]
}

/** How fast a queue of signed documents is sealed: from the release of the queue to the last stored file. */
export async function benchSealing(options: BenchOptions): Promise<void> {
  const dataset = await preparePostgres(Math.min(options.clients, 1_000))
  const services = new Services(dataset)
  const db = new pg.Client({ connectionString: dataset.target.url })
  try {
    await db.connect()
    const core = await services.startCore()
    const staff = await logInAtCore(core.url)
    say(`Signing ${queuedDocuments} documents of ${pagesOfDocument} pages …`)
    await queueDocuments(core, db, staff)
    showTable(
      `${queuedDocuments} signed documents of ${pagesOfDocument} pages, queued`,
      ['a second', 'seconds', 'core CPU ms each', 'PDF process CPU ms each', 'core MB', 'PDF process MB'],
      [await measure(core, db)],
    )
  } finally {
    await db.end()
    await services.stop()
    await dataset.remove()
  }
}
