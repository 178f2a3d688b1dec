import type { BenchOptions } from './core-bench.ts'
import { preparePostgres } from './dataset.ts'
import { applyLoad, type Load, type Outcome } from './load.ts'
import { cpuOf, cpuOfFamily } from './process-figures.ts'
import { logInAtBff, logInAtCore, Services } from './services.ts'
import { median, showTable } from './table.ts'
import { anyOf, readTerms } from './terms.ts'

type Way = Pick<Load, 'url' | 'headers'> & {
  name: string
  base: string
  /** The process of the bff, and that of nginx, if they are on the way. */
  bff?: number
  nginx?: number
}
type Round = Outcome & { bffCpu: number; nginxCpu: number }

const columns = ['call', 'way', 'answers/s', 'of the core direct', 'p50 ms', 'p99 ms', 'CPU ms bff', 'nginx']

async function compare(ways: Way[], ids: string[], { callers, seconds, rounds }: BenchOptions) {
  const cases: [string, () => string][] = [
    ['one client', () => `/clients/${anyOf(ids)}`],
    ['a page of the list', () => '/clients?limit=50'],
  ]
  const rows: (string | number)[][] = []
  for (const [call, path] of cases) {
    const outcomes: Round[][] = ways.map(() => [])
    for (let round = -1; round < rounds; round++) {
      for (const [n, { url, base, headers, bff, nginx }] of ways.entries()) {
        const paths = () => base + path()
        const spent = () => [bff ? cpuOf(bff) : 0, nginx ? cpuOfFamily(nginx) : 0] as const
        const before = spent()
        const outcome = await applyLoad({
          url,
          paths,
          callers,
          seconds: round < 0 ? 1 : seconds,
          ...(headers ? { headers } : {}),
        })
        // The first round warms up.
        if (round < 0) continue
        const [bffCpu, nginxCpu] = spent()
        const per = (from: number, to: number) => (to - from) / outcome.answers
        outcomes[n]?.push({ ...outcome, bffCpu: per(before[0], bffCpu), nginxCpu: per(before[1], nginxCpu) })
      }
    }
    const middle = (n: number, what: keyof Round) => median((outcomes[n] ?? []).map((outcome) => outcome[what]))
    for (const [n, { name }] of ways.entries()) {
      const ratio = middle(n, 'rate') / middle(0, 'rate')
      const times = (['p50', 'p99', 'bffCpu', 'nginxCpu'] as const).map((what) => middle(n, what).toFixed(2))
      rows.push([call, name, middle(n, 'rate').toFixed(0), ratio.toFixed(2), ...times])
    }
  }
  return rows
}

/** The same calls at the core, through a bare proxy, through the bff, and through nginx and the bff. */
export async function benchProxy(options: BenchOptions): Promise<void> {
  const dataset = await preparePostgres(options.clients)
  const services = new Services(dataset)
  try {
    const { ids } = await readTerms(dataset)
    const core = await services.startCore()
    const bff = await services.startBff(core.url)
    const floor = await services.startProxyFloor(core.url)
    const nginx = await services.startNginx(bff.url)
    const headers = await logInAtBff(bff.url)
    const ways = [
      { name: 'core', url: core.url, base: '', headers: await logInAtCore(core.url) },
      { name: 'floor', url: floor.url, base: '/admin/_api', headers, bff: floor.pid },
      { name: 'bff', url: bff.url, base: '/admin/_api', headers, bff: bff.pid },
      { name: 'nginx and bff', url: nginx.url, base: '/admin/_api', headers, bff: bff.pid, nginx: nginx.pid },
    ]
    showTable(`The way to core-api, ${options.callers} callers`, columns, await compare(ways, ids, options))
  } finally {
    await services.stop()
    await dataset.remove()
  }
}
