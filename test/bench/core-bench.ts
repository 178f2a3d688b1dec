import { type Dataset, prepareEmbedded, preparePostgres } from './dataset.ts'
import { applyLoad, type Load, type Outcome } from './load.ts'
import { cpuOf, cpuOfFamily } from './process-figures.ts'
import { logInAtCore, type Measured, Services } from './services.ts'
import { median, showTable } from './table.ts'
import { anyOf, readTerms } from './terms.ts'

export interface BenchOptions {
  clients: number
  seconds: number
  rounds: number
  callers: number
  /** Measures only the cases whose names contain this, such as `phone`. */
  only: string
}

interface Round extends Outcome {
  /** Milliseconds of computing for each answer, of the service and of the database server. */
  service: number
  database: number
}

/** Applies a load to a service, and reads how long it and the database computed for each answer. */
export async function measure(load: Load, { pid }: Measured, serverPid: number | undefined): Promise<Round> {
  const before = { service: cpuOf(pid), database: serverPid ? cpuOfFamily(serverPid) : 0 }
  const outcome = await applyLoad(load)
  const per = (milliseconds: number) => milliseconds / outcome.answers
  return {
    ...outcome,
    service: per(cpuOf(pid) - before.service),
    database: per((serverPid ? cpuOfFamily(serverPid) : 0) - before.database),
  }
}

const middleOf = (rounds: Round[], what: keyof Round): number => median(rounds.map((round) => round[what]))

function rowOf(name: string, floors: Round[], cores: Round[]): (string | number)[][] {
  const figures = (who: string, rounds: Round[], ratio: string) => [
    name,
    who,
    middleOf(rounds, 'rate').toFixed(0),
    ratio,
    middleOf(rounds, 'p50').toFixed(2),
    middleOf(rounds, 'p99').toFixed(2),
    middleOf(rounds, 'service').toFixed(2),
    middleOf(rounds, 'database').toFixed(2),
  ]
  const ratio = median(cores.map(({ rate }, n) => rate / (floors[n]?.rate ?? rate)))
  return [figures('floor', floors, '1'), figures('core', cores, ratio.toFixed(2))]
}

interface Sides {
  floor: Measured
  core: Measured
  headers: Record<string, string>
  terms: Awaited<ReturnType<typeof readTerms>>
}

async function compare({ floor, core, headers, terms }: Sides, serverPid: number | undefined, options: BenchOptions) {
  const { callers, seconds, rounds } = options
  const term = () => encodeURIComponent(anyOf(terms.lastNames).slice(0, 6))
  const client = () => `/clients/${anyOf(terms.ids)}`
  const cases: { name: string; paths: () => string; floorPaths?: () => string }[] = [
    { name: 'one client', paths: client },
    {
      name: 'one client; floor with login and audit',
      paths: client,
      floorPaths: () => `/opened-clients/${anyOf(terms.ids)}`,
    },
    { name: 'a page of the list', paths: () => '/clients?limit=50' },
    { name: 'search, six letters', paths: () => `/clients?limit=50&q=${term()}` },
  ]
  const rows: (string | number)[][] = []
  for (const { name, paths, floorPaths = paths } of cases) {
    const floors: Round[] = []
    const cores: Round[] = []
    await applyLoad({ url: floor.url, paths: floorPaths, callers, seconds: 1 })
    await applyLoad({ url: core.url, paths, headers, callers, seconds: 2 })
    for (let round = 0; round < rounds; round++) {
      floors.push(await measure({ url: floor.url, paths: floorPaths, callers, seconds }, floor, serverPid))
      cores.push(await measure({ url: core.url, paths, headers, callers, seconds }, core, serverPid))
    }
    rows.push(...rowOf(name, floors, cores))
  }
  return rows
}

const columns = ['call', 'who', 'answers/s', 'of the floor', 'p50 ms', 'p99 ms', 'CPU ms service', 'CPU ms database']

async function run(title: string, datasets: { core: Dataset; floor: Dataset }, options: BenchOptions) {
  const terms = await readTerms(datasets.core)
  const ours = new Services(datasets.core)
  const bare = new Services(datasets.floor)
  try {
    const core = await ours.startCore()
    const sides = { core, floor: await bare.startFloor(), headers: await logInAtCore(core.url), terms }
    showTable(title, columns, await compare(sides, datasets.core.serverPid, options))
  } finally {
    await bare.stop()
    await ours.stop()
  }
}

/** core-api on a PostgreSQL server, beside the floor on the same database. */
export async function benchCore(options: BenchOptions): Promise<void> {
  const dataset = await preparePostgres(options.clients)
  try {
    await run(`core-api on PostgreSQL, ${options.callers} callers`, { core: dataset, floor: dataset }, options)
  } finally {
    await dataset.remove()
  }
}

/** The same on the embedded engine, each on a copy of its own: one process alone may use it. */
export async function benchEmbedded(options: BenchOptions): Promise<void> {
  const datasets = { core: await prepareEmbedded(options.clients), floor: await prepareEmbedded(options.clients) }
  try {
    await run(`core-api on the embedded engine, ${options.callers} callers`, datasets, options)
  } finally {
    await datasets.core.remove()
    await datasets.floor.remove()
  }
}
