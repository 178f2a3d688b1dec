import { type BenchOptions, measure } from './core-bench.ts'
import type { Dataset } from './dataset.ts'
import { prepareManyClients } from './many-clients.ts'
import { logInAtCore, Services } from './services.ts'
import { say, showTable } from './table.ts'
import { anyOf, readTerms, type Terms } from './terms.ts'

/** The goal at this size is a p99 of 500 ms with so many that never pause. */
const callers = 4

const casesOf = (terms: Terms, clients: number): [string, () => string][] => {
  const search = (term: string) => `/clients?limit=50&q=${encodeURIComponent(term)}`
  return [
    ['first page', () => '/clients?limit=50'],
    ['page in the middle', () => `/clients?limit=50&offset=${clients / 2}`],
    ['page of a status', () => '/clients?limit=50&status=unpaid&offset=5000'],
    ['1 letter', () => search(anyOf(['a', 'e', 'o', 's', 'r']))],
    ['3 letters', () => search(anyOf(terms.lastNames).slice(0, 3))],
    ['6 letters', () => search(anyOf(terms.lastNames).slice(0, 6))],
    ['first name', () => search(anyOf(terms.firstNames))],
    ['e-mail address', () => search(anyOf(terms.emails))],
    ['phone number', () => search(anyOf(terms.phones))],
    ['dashboard', () => `/clients/today?date=${new Date().toISOString().slice(0, 10)}`],
    ['counts of clients', () => '/clients/counts'],
    ['counts of sessions', () => '/sessions/counts'],
    ['sessions that wait', () => '/sessions?status=waiting'],
    ['sessions that wait for staff', () => '/sessions?status=waiting_for_us'],
  ]
}

const columns = ['call', 'first ms', 'answers/s', 'p50 ms', 'p99 ms', 'CPU ms service', 'CPU ms database']

async function measureCases(dataset: Dataset, options: BenchOptions) {
  const terms = await readTerms(dataset)
  const services = new Services(dataset)
  const rows: string[][] = []
  try {
    const began = performance.now()
    const core = await services.startCore()
    say(`core-api started in ${((performance.now() - began) / 1000).toFixed(1)} s`)
    const headers = await logInAtCore(core.url)
    for (const [name, paths] of casesOf(terms, options.clients)) {
      if (!name.includes(options.only)) continue
      const asked = performance.now()
      await fetch(core.url + paths(), { headers }).then((answer) => answer.text())
      const first = performance.now() - asked
      const load = { url: core.url, paths, headers, callers, seconds: options.seconds }
      const { rate, p50, p99, service, database } = await measure(load, core, dataset.serverPid)
      rows.push([name, ...[first, rate, p50, p99, service, database].map((value) => value.toFixed(1))])
    }
  } finally {
    await services.stop()
  }
  return rows
}

/** A million clients and half as many sessions: `--clients` may be less. Lists, searches and the dashboard, 4 callers. */
export async function benchScale(options: BenchOptions): Promise<void> {
  const dataset = await prepareManyClients(options.clients)
  try {
    const title = `${options.clients} clients, ${options.clients / 2} sessions, ${callers} callers`
    showTable(title, columns, await measureCases(dataset, options))
  } finally {
    await dataset.remove()
  }
}
