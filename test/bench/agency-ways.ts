import pg from 'pg'
import { type AgencyServer, agencyName, templateName } from './agency-server.ts'
import { commonTables, pages } from './list-statements.ts'

/** As each connection of core-api. */
export const planning = 'SET jit = off; SET max_parallel_workers_per_gather = 0; SET random_page_cost = 1.1'

export type Call = () => Promise<unknown>

/** Where the clients of all agencies are kept, and how a page of one agency's list is read. */
export interface Way {
  name: string
  /** Opens connections and uses each of them. @returns a call for each caller, which reads any agency's page */
  open(callers: number): Promise<{ clients: pg.Client[]; calls: Call[] }>
}

/** Connects as core-api does. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(planning)
  return client
}

const anyBelow = (most: number): number => Math.floor(Math.random() * most)

/** PostgreSQL plans a prepared statement five times before it keeps a plan. */
async function warm(clients: pg.Client[], read: (client: pg.Client) => Promise<unknown>): Promise<void> {
  for (const client of clients) for (let time = 0; time < 6; time++) await read(client)
}

/** Connections to this many databases, at least one for each caller; no two callers share one. */
const ownDatabases = (server: AgencyServer, databases: number): Way => ({
  name: `a database per agency, ${databases} of them`,
  async open(callers) {
    const read = (client: pg.Client) => client.query({ name: 'own', text: pages.own })
    const clients: pg.Client[] = []
    for (let n = 0; n < Math.max(databases, callers); n++)
      clients.push(await connect(server.urlOf(agencyName(n % databases))))
    await warm(clients, read)
    const calls = Array.from({ length: callers }, (_, caller) => {
      const mine = clients.filter((__, n) => n % callers === caller)
      return () => {
        const client = mine[anyBelow(mine.length)]
        if (!client) throw new Error('A caller has no connection')
        return read(client)
      }
    })
    return { clients, calls }
  },
})

/** One database for all. Each call is for another agency. */
const commonDatabase = (
  server: AgencyServer,
  name: string,
  read: (client: pg.Client) => Promise<unknown>,
  user?: string,
): Way => ({
  name,
  async open(callers) {
    const url = new URL(server.urlOf(templateName))
    if (user) url.username = user
    const clients = await Promise.all(Array.from({ length: callers }, () => connect(url.href)))
    await warm(clients, read)
    return { clients, calls: clients.map((client) => () => read(client)) }
  },
})

/** Makes the tables of all agencies in the template, which is one database more. */
export async function makeCommonTables(server: AgencyServer, agencies: number): Promise<void> {
  const client = await connect(server.urlOf(templateName))
  for (const statement of commonTables(agencies)) await client.query(statement)
  await client.query('CHECKPOINT')
  await client.end()
}

/** All ways to keep the lists of this many agencies. */
export function waysOf(server: AgencyServer, agencies: number): Way[] {
  const byNumber = (name: 'condition' | 'partition') => (client: pg.Client) =>
    client.query({ name, text: pages[name], values: [anyBelow(agencies)] })
  const byPolicy = async (client: pg.Client) => {
    const text = `SELECT set_config('bench.agency', $1, false)`
    await client.query({ name: 'agency', text, values: [anyBelow(agencies)] })
    return client.query({ name: 'policy', text: pages.policy })
  }
  return [
    ...[1, 10, 100, 1_000].filter((most) => most <= agencies).map((databases) => ownDatabases(server, databases)),
    commonDatabase(server, 'one table, a condition', byNumber('condition')),
    commonDatabase(server, 'one table, row-level security', byPolicy, 'reader'),
    commonDatabase(server, 'a partition per agency', byNumber('partition')),
  ]
}
