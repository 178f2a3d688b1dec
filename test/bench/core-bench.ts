import { preparePostgres } from './dataset.ts'
import { applyLoad, type Load, type Outcome } from './load.ts'
import { cpuOf, cpuOfFamily } from './process-figures.ts'
import { logInAtCore, type Measured, Services } from './services.ts'
import { median, showTable } from './table.ts'
import { anyOf, readTerms, type Terms } from './terms.ts'

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
export async function measure(load: Load, { pid }: Measured, serverPid: number): Promise<Round> {
  const before = { service: cpuOf(pid), database: cpuOfFamily(serverPid) }
  const outcome = await applyLoad(load)
  const per = (milliseconds: number) => milliseconds / outcome.answers
  return {
    ...outcome,
    service: per(cpuOf(pid) - before.service),
    database: per(cpuOfFamily(serverPid) - before.database),
  }
}

const middleOf = (rounds: Round[], what: keyof Round): number => median(rounds.map((round) => round[what]))

/** A service of a comparison. */
export interface Side extends Measured {
  who: string
  headers?: Record<string, string>
}

/** What each side is asked for, by the side's name. */
export interface Case {
  name: string
  paths: Record<string, () => string>
}

/**
 * Asks all sides the same, in turns.
 * @param sides the others are compared with the first
 * @returns the rows of `comparisonColumns`
 */
export async function compareSides(
  sides: readonly Side[],
  cases: readonly Case[],
  serverPid: number,
  { callers, seconds, rounds }: BenchOptions,
): Promise<(string | number)[][]> {
  const rows: (string | number)[][] = []
  for (const { name, paths } of cases) {
    const loads = sides.map((side) => {
      const path = paths[side.who]
      if (!path) throw new Error(`${name} has no path for ${side.who}`)
      return { side, rounds: [] as Round[], load: { url: side.url, paths: path, headers: side.headers ?? {}, callers } }
    })
    for (const { load } of loads) await applyLoad({ ...load, seconds: 2 })
    for (let round = 0; round < rounds; round++)
      for (const { side, load, rounds } of loads) rounds.push(await measure({ ...load, seconds }, side, serverPid))
    const rates = loads[0]?.rounds ?? []
    for (const { side, rounds } of loads) rows.push(rowOf(name, side.who, rounds, rates))
  }
  return rows
}

function rowOf(name: string, who: string, rounds: Round[], first: Round[]): (string | number)[] {
  const ratio = median(rounds.map(({ rate }, n) => rate / (first[n]?.rate ?? rate)))
  return [
    name,
    who,
    middleOf(rounds, 'rate').toFixed(0),
    rounds === first ? '1' : ratio.toFixed(2),
    middleOf(rounds, 'p50').toFixed(2),
    middleOf(rounds, 'p99').toFixed(2),
    middleOf(rounds, 'service').toFixed(2),
    middleOf(rounds, 'database').toFixed(2),
  ]
}

export const comparisonColumns = [
  'call',
  'who',
  'answers/s',
  'of the floor',
  'p50 ms',
  'p99 ms',
  'CPU ms service',
  'CPU ms database',
]

/** The calls that core-api and the floor both answer. */
export function clientCalls(terms: Terms) {
  const term = () => encodeURIComponent(anyOf(terms.lastNames).slice(0, 6))
  return {
    client: () => `/clients/${anyOf(terms.ids)}`,
    openedClient: () => `/opened-clients/${anyOf(terms.ids)}`,
    page: () => `/clients?limit=50&offset=${50 * Math.floor(Math.random() * 40)}`,
    term,
    search: () => `/clients?limit=50&q=${term()}`,
  }
}

function coreCases(terms: Terms): Case[] {
  const { client, openedClient, page, search } = clientCalls(terms)
  return [
    { name: 'one client', paths: { floor: client, core: client } },
    { name: 'one client; floor with login and audit', paths: { floor: openedClient, core: client } },
    { name: 'a page of the list', paths: { floor: page, core: page } },
    {
      name: 'a page; floor with login and total',
      paths: { floor: () => page().replace('/', '/equal-'), core: page },
    },
    { name: 'search, six letters', paths: { floor: search, core: search } },
    { name: 'search; floor with login', paths: { floor: () => search().replace('/', '/equal-'), core: search } },
  ]
}

/** core-api on a PostgreSQL server, beside the floor on the same database. */
export async function benchCore(options: BenchOptions): Promise<void> {
  const dataset = await preparePostgres(options.clients)
  const services = new Services(dataset)
  try {
    const terms = await readTerms(dataset)
    const core = await services.startCore()
    const sides = [
      { who: 'floor', ...(await services.startFloor()) },
      { who: 'core', ...core, headers: await logInAtCore(core.url) },
    ]
    const rows = await compareSides(
      sides,
      coreCases(terms).filter(({ name }) => name.includes(options.only)),
      dataset.serverPid,
      options,
    )
    showTable(`core-api on PostgreSQL, ${options.callers} callers`, comparisonColumns, rows)
  } finally {
    await services.stop()
    await dataset.remove()
  }
}
