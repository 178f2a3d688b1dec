import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { type AgencyServer, agencyName, datasetOf, startAgencyServer } from './agency-server.ts'
import type { BenchOptions } from './core-bench.ts'
import { cpuOfFamily, sharedMemoryOfFamily } from './process-figures.ts'
import { logInAtBff, logInAtCore, type Measured, Services } from './services.ts'
import { ask, countSealed, queueDocuments, queuedDocuments, releaseQueue } from './signed-queue.ts'
import { quantile, say, showTable } from './table.ts'

const agencies = 10
/** After this time the work of the start is over, and the memory that it needed has been given back. */
const settling = 20_000
/** A caller pauses this long after each answer: the machine is not to be busy with the callers alone. */
const pause = 20

/** An agency as the product is today: a core-api and a bff of its own. */
interface Agency {
  services: Services
  core: Measured
  bff: Measured
  headers: Record<string, string>
  ids: string[]
}

async function startAgency(server: AgencyServer, n: number): Promise<Agency> {
  const dataset = datasetOf(server, n)
  const services = new Services(dataset)
  const core = await services.startCore()
  const bff = await services.startBff(core.url)
  const client = new pg.Client({ connectionString: server.urlOf(agencyName(n)) })
  await client.connect()
  const { rows } = await client.query('SELECT id FROM clients')
  await client.end()
  return { services, core, bff, headers: await logInAtBff(bff.url), ids: rows.map(({ id }) => id) }
}

function memoryRow(when: string, all: Agency[], server: AgencyServer): string[] {
  const sum = (pids: number[]) => pids.reduce((total, pid) => total + sharedMemoryOfFamily(pid).pss, 0)
  const database = sharedMemoryOfFamily(server.pid)
  const parts = [
    sum(all.map(({ core }) => core.pid)),
    sum(all.map(({ bff }) => bff.pid)),
    database.pss + database.pageTables,
  ]
  const total = parts.reduce((first, second) => first + second)
  return [when, ...parts, total].map((part) => (typeof part === 'string' ? part : part.toFixed(0)))
}

/** What the services compute while nobody calls them: they poll for jobs, and look whether others answer. */
async function measureIdle(all: Agency[], server: AgencyServer): Promise<void> {
  const sum = (pids: number[]) => pids.reduce((total, pid) => total + cpuOfFamily(pid), 0)
  const read = () => [sum(all.map(({ core }) => core.pid)), sum(all.map(({ bff }) => bff.pid)), cpuOfFamily(server.pid)]
  const before = read()
  await setTimeout(settling)
  const rates = read().map((after, n) => ((after - (before[n] ?? 0)) / (settling / 1000)).toFixed(1))
  showTable('Ten agencies without calls, CPU ms a second', ['core-apis', 'bffs', 'database'], [rates])
}

/** The milliseconds of each answer. */
interface Times {
  page: number[]
  client: number[]
}

async function timeOf(agency: Agency, path: string): Promise<number> {
  const began = performance.now()
  const answer = await fetch(`${agency.bff.url}/admin/_api${path}`, { headers: agency.headers })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`)
  return performance.now() - began
}

/** Reads a page of the list and one client in turns, until the work beside it is done. */
async function readUntil(agency: Agency, isDone: () => boolean): Promise<Times> {
  const times: Times = { page: [], client: [] }
  while (!isDone()) {
    times.page.push(await timeOf(agency, '/clients?limit=50'))
    await setTimeout(pause)
    const id = agency.ids[Math.floor(Math.random() * agency.ids.length)]
    times.client.push(await timeOf(agency, `/clients/${id}`))
    await setTimeout(pause)
  }
  return times
}

function rowsOf(beside: string, noisy: Times, others: Times[]): string[][] {
  const row = (whose: string, all: Times[]) => {
    const [page, client] = [all.flatMap((times) => times.page), all.flatMap((times) => times.client)]
    const figures = [quantile(page, 0.5), quantile(page, 0.99), quantile(client, 0.5), quantile(client, 0.99)]
    return [beside, whose, `${page.length + client.length}`, ...figures.map((value) => value.toFixed(1))]
  }
  return [row('this agency', [noisy]), row('the nine others', others)]
}

/** One caller of each agency reads while the first agency does this work. */
async function measureBeside(beside: string, all: Agency[], work: () => Promise<void>): Promise<string[][]> {
  let isDone = false
  const reading = Promise.all(all.map((agency) => readUntil(agency, () => isDone)))
  try {
    await work()
  } finally {
    isDone = true
  }
  const [noisy, ...others] = await reading
  if (!noisy) throw new Error('There is no agency')
  return rowsOf(beside, noisy, others)
}

/** Adds clients, four at a time, as an import does. */
async function addClients({ core }: Agency, headers: Record<string, string>, seconds: number): Promise<void> {
  const ends = performance.now() + seconds * 1000
  let added = 0
  const work = async () => {
    while (performance.now() < ends) {
      added += 1
      const names = { client_first_name: 'Ana', client_last_name: `Lima ${added}` }
      await ask(core, headers, 'POST', '/clients', names)
    }
  }
  await Promise.all([work(), work(), work(), work()])
  say(`${(added / seconds).toFixed(0)} clients a second were added`)
}

async function sealAll(db: pg.Client): Promise<void> {
  const began = performance.now()
  await releaseQueue(db)
  while ((await countSealed(db)) < queuedDocuments) {
    await setTimeout(100)
    if (performance.now() - began > 120_000) throw new Error('The documents were not sealed in time')
  }
  say(`${queuedDocuments} documents were sealed in ${((performance.now() - began) / 1000).toFixed(1)} s`)
}

async function measureNeighbours(server: AgencyServer, all: Agency[], seconds: number): Promise<void> {
  const [first] = all
  if (!first) throw new Error('There is no agency')
  const db = new pg.Client({ connectionString: server.urlOf(agencyName(0)) })
  await db.connect()
  try {
    const staff = await logInAtCore(first.core.url)
    say(`Signing ${queuedDocuments} documents …`)
    await queueDocuments(first.core, db, staff)
    await measureBeside('warming up', all, () => setTimeout(3_000))
    const rows = [
      ...(await measureBeside('nothing', all, () => setTimeout(seconds * 1000))),
      ...(await measureBeside('adding clients', all, () => addClients(first, staff, seconds))),
      ...(await measureBeside('sealing', all, () => sealAll(db))),
      ...(await measureBeside('nothing', all, () => setTimeout(seconds * 1000))),
    ]
    const columns = ['one agency does', 'who reads', 'calls', 'page: p50 ms', 'p99 ms', 'client: p50 ms', 'p99 ms']
    showTable('Ten agencies, one reader each, through their bffs', columns, rows)
  } finally {
    await db.end()
  }
}

/** Ten agencies on one machine: memory, and what one of them costs the others. */
export async function benchAgencyServices({ seconds }: BenchOptions): Promise<void> {
  const server = await startAgencyServer(agencies)
  const all: Agency[] = []
  try {
    const rows = [memoryRow('nothing', all, server)]
    for (let n = 0; n < agencies; n++) {
      all.push(await startAgency(server, n))
      if (n === 0) {
        await setTimeout(settling)
        rows.push(memoryRow('one agency', all, server))
      }
    }
    await setTimeout(settling)
    rows.push(memoryRow('ten agencies', all, server))
    await measureIdle(all, server)
    await measureNeighbours(server, all, seconds)
    rows.push(memoryRow('after the calls below', all, server))
    showTable('Memory of all processes in MB', ['started', 'core-apis', 'bffs', 'database', 'sum'], rows)
  } finally {
    for (const { services } of all) await services.stop()
    await server.remove()
  }
}
