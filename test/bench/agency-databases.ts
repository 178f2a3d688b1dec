import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { type AgencyServer, agencyName, clientsOfAgency, startAgencyServer, templateName } from './agency-server.ts'
import { type Call, connect, makeCommonTables, planning, type Way, waysOf } from './agency-ways.ts'
import type { BenchOptions } from './core-bench.ts'
import { ownTable, productPage, productRecord } from './list-statements.ts'
import { cpuOfEnded, cpuOfFamily, sharedMemoryOfFamily } from './process-figures.ts'
import { median, quantile, say, showTable } from './table.ts'

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** The first statements on new connections to agencies that nobody has used yet, and the same statements again. */
async function measureFirst(server: AgencyServer, agencies: number): Promise<void> {
  const found = new Map<string, number[]>()
  const note = async (name: string, work: () => Promise<unknown>) =>
    found.set(name, [...(found.get(name) ?? []), await millisecondsOf(work)])
  for (let n = 0; n < agencies; n += agencies / 100) {
    const client = new pg.Client({ connectionString: server.urlOf(agencyName(Math.floor(n))) })
    await note('connecting', async () => {
      await client.connect()
      await client.query(planning)
    })
    const { rows } = await client.query('SELECT id FROM listed_clients LIMIT 1')
    const page = () => client.query({ name: 'page', text: productPage })
    const record = () => client.query({ name: 'record', text: productRecord, values: [rows[0].id] })
    await note('a page of the list, first', page)
    await note('one client, first', record)
    for (let time = 0; time < 6; time++) await page().then(record)
    await note('a page of the list, again', page)
    await note('one client, again', record)
    await client.end()
  }
  const cells = [...found].map(([name, times]) => [name, median(times).toFixed(1), quantile(times, 0.99).toFixed(1)])
  showTable('New connections to 100 databases', ['what', 'median ms', 'p99 ms'], cells)
}

/** Answers a second, p50, p99 and the database's CPU in ms, of each round. */
type Rounds = Map<string, number[][]>

/** Each caller makes its call again as soon as it is answered. */
async function measureCallers(calls: Call[], serverPid: number, seconds: number): Promise<number[]> {
  for (const call of calls) await call()
  const times: number[] = []
  const before = cpuOfFamily(serverPid)
  const ends = performance.now() + seconds * 1000
  const work = async (call: Call) => {
    while (performance.now() < ends) times.push(await millisecondsOf(call))
  }
  await Promise.all(calls.map(work))
  const computed = (cpuOfFamily(serverPid) - before) / times.length
  return [times.length / seconds, quantile(times, 0.5), quantile(times, 0.99), computed]
}

function rowsOf(rounds: Rounds): string[][] {
  const digits = [0, 2, 2, 3]
  return [...rounds].map(([way, found]) => [
    way,
    ...digits.map((places, column) => median(found.map((figures) => figures[column] ?? 0)).toFixed(places)),
  ])
}

/** All ways take turns in each round; the memory is that of the first round. */
async function measureWays(server: AgencyServer, ways: Way[], options: BenchOptions) {
  const { agencies, callers, seconds, rounds } = options
  const found: Rounds = new Map(ways.map(({ name }) => [name, []]))
  const idle = sharedMemoryOfFamily(server.pid)
  const memory = [['none', '0', idle.pss.toFixed(0), idle.pageTables.toFixed(0), '']]
  for (let round = 0; round < rounds; round++) {
    for (const { name, open } of ways) {
      const { clients, calls } = await open(callers)
      found.get(name)?.push(await measureCallers(calls, server.pid, seconds))
      const { pss, pageTables } = sharedMemoryOfFamily(server.pid)
      const each = (pss + pageTables - idle.pss - idle.pageTables) / clients.length
      if (round === 0) memory.push([name, `${clients.length}`, pss.toFixed(0), pageTables.toFixed(0), each.toFixed(1)])
      await Promise.all(clients.map((client) => client.end()))
    }
  }
  const columns = ['way', 'connections', 'PSS of all processes', 'page tables', 'each connection']
  showTable('Memory of the server in MB', columns, memory)
  const figures = ['way', 'answers/s', 'p50 ms', 'p99 ms', 'CPU ms database']
  showTable(`A page of the list of any of ${agencies} agencies, ${callers} callers`, figures, rowsOf(found))
}

/** Looks at the tables of each database in turns, also when nobody uses them. */
async function measureAutovacuum(server: AgencyServer, agencies: number): Promise<void> {
  const client = await connect(server.urlOf(templateName))
  const watched = 15_000
  const rows: string[][] = []
  for (const settings of [{ autovacuum: 'off' }, { autovacuum: 'on' }, { autovacuum_naptime: '10min' }]) {
    for (const [name, value] of Object.entries(settings)) await client.query(`ALTER SYSTEM SET ${name} = '${value}'`)
    await client.query('SELECT pg_reload_conf()')
    await setTimeout(2_000)
    const before = cpuOfFamily(server.pid) + cpuOfEnded(server.pid)
    await setTimeout(watched)
    const computed = cpuOfFamily(server.pid) + cpuOfEnded(server.pid) - before
    rows.push([JSON.stringify(settings), (computed / (watched / 1000)).toFixed(0)])
  }
  await client.end()
  showTable(`The server without calls, ${agencies} databases`, ['setting', 'CPU ms a second'], rows)
}

/** What a database per agency costs, beside one database for all. */
export async function benchDatabases(options: BenchOptions): Promise<void> {
  const { agencies } = options
  const began = performance.now()
  const sayTime = (what: string) => say(`${what} after ${((performance.now() - began) / 1000).toFixed(0)} s`)
  const server = await startAgencyServer(agencies, ownTable)
  try {
    sayTime(`${agencies} databases were made`)
    const { schema, filled, bare } = server.megabytes
    showTable(
      'A database per agency, made from a template',
      ['seconds', 'MB of an empty database', 'with the tables', `with ${clientsOfAgency} clients`],
      [[server.secondsOfAgency.toFixed(3), bare.toFixed(1), schema.toFixed(1), filled.toFixed(1)]],
    )
    await measureFirst(server, agencies)
    await makeCommonTables(server, agencies)
    sayTime('The tables of all agencies were made')
    await measureWays(server, waysOf(server, agencies), options)
    await measureAutovacuum(server, agencies)
    sayTime('All was measured')
  } finally {
    await server.remove()
  }
}
