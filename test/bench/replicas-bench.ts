import type { BenchOptions } from './core-bench.ts'
import { type Dataset, preparePostgres } from './dataset.ts'
import { applyLoad, type Outcome } from './load.ts'
import { cpuOf, cpuOfFamily } from './process-figures.ts'
import { logInAtBff, logInAtCore, type Measured, Services } from './services.ts'
import { median, showTable } from './table.ts'
import { anyOf, readTerms } from './terms.ts'

interface Way {
  name: string
  url: string
  base: string
  headers: Record<string, string>
  bffs: Measured[]
  cores: Measured[]
}
interface Round extends Outcome {
  /** Milliseconds of computing for each answer. */
  bff: number
  core: number
  database: number
}

const columns = ['call', 'way', 'answers/s', 'of the core', 'p50 ms', 'p99 ms', 'CPU ms bff', 'core', 'database']

async function measure(way: Way, path: () => string, { serverPid }: Dataset, options: BenchOptions): Promise<Round> {
  const spent = () => ({
    bff: way.bffs.reduce((sum, { pid }) => sum + cpuOf(pid), 0),
    core: way.cores.reduce((sum, { pid }) => sum + cpuOf(pid), 0),
    database: serverPid ? cpuOfFamily(serverPid) : 0,
  })
  const before = spent()
  const { url, base, headers } = way
  const { callers, seconds } = options
  const outcome = await applyLoad({ url, paths: () => base + path(), headers, callers, seconds })
  const after = spent()
  const per = (what: keyof typeof before) => (after[what] - before[what]) / outcome.answers
  return { ...outcome, bff: per('bff'), core: per('core'), database: per('database') }
}

async function compare(ways: Way[], ids: string[], dataset: Dataset, options: BenchOptions) {
  const cases: [string, () => string][] = [
    ['one client', () => `/clients/${anyOf(ids)}`],
    ['a page of the list', () => '/clients?limit=50'],
  ]
  const rows: (string | number)[][] = []
  for (const [call, path] of cases) {
    const rounds: Round[][] = ways.map(() => [])
    for (const way of ways) await measure(way, path, dataset, { ...options, seconds: 1 })
    // Turn by turn, so that what else the machine does meets all of them.
    for (let round = 0; round < options.rounds; round++) {
      for (const [n, way] of ways.entries()) rounds[n]?.push(await measure(way, path, dataset, options))
    }
    const middle = (n: number, what: keyof Round) => median((rounds[n] ?? []).map((round) => round[what]))
    for (const [n, { name }] of ways.entries()) {
      const ratio = (middle(n, 'rate') / middle(0, 'rate')).toFixed(2)
      const times = (['p50', 'p99', 'bff', 'core', 'database'] as const).map((what) => middle(n, what).toFixed(2))
      rows.push([call, name, middle(n, 'rate').toFixed(0), ratio, ...times])
    }
  }
  return rows
}

/** One of each service and two of each behind nginx, beside the core direct. */
export async function benchReplicas(options: BenchOptions): Promise<void> {
  const dataset = await preparePostgres(options.clients)
  const services = new Services(dataset)
  try {
    const { ids } = await readTerms(dataset)
    const cores = [await services.startCore(), await services.startCore()]
    const [core = await services.startCore()] = cores
    const both = cores.map(({ url }) => url).join()
    const single = [await services.startBff(core.url)]
    const pair = [await services.startBff(both), await services.startBff(both)]
    const headers = await logInAtBff(pair[0]?.url ?? '')
    const through = async (name: string, bffs: Measured[], asked: Measured[]): Promise<Way> => {
      const { url } = await services.startNginx(...bffs.map((bff) => bff.url))
      return { name, url, base: '/admin/_api', headers, bffs, cores: asked }
    }
    const direct = { url: core.url, base: '', headers: await logInAtCore(core.url), bffs: [], cores: [core] }
    const ways = [
      { name: 'core', ...direct },
      await through('nginx, 1 bff, 1 core', single, [core]),
      await through('nginx, 2 bffs, 2 cores', pair, cores),
    ]
    showTable(`Replicas, ${options.callers} callers`, columns, await compare(ways, ids, dataset, options))
  } finally {
    await services.stop()
    await dataset.remove()
  }
}
