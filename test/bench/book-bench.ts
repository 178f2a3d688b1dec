import { execFileSync } from 'node:child_process'
import { clientFields } from '@agency/contract/client-fields'
import { importHeading } from '@agency/contract/client-imports'
import pg from 'pg'
import { BookCalls } from './book-calls.ts'
import type { BenchOptions } from './core-bench.ts'
import type { Dataset } from './dataset.ts'
import { applyLoad } from './load.ts'
import { prepareManyPolicies } from './many-policies.ts'
import { logInAtCore, Services } from './services.ts'
import { quantile, say, showTable } from './table.ts'

const callers = 8
const rowsOfImport = 3_000
const columnsOfImport = 40

interface ListCase {
  name: string
  path: string
  /** The plain SELECT of the same rows. */
  floor: string
}

const where = (match: 'all' | 'any', ...conditions: [field: string, operator: string, ...values: string[]][]): string =>
  encodeURIComponent(
    JSON.stringify({
      match,
      conditions: conditions.map(([field, operator, ...values]) => ({ field, operator, values })),
    }),
  )
const today = () => new Date().toISOString().slice(0, 10)

/** Conditions of each kind, alone and together, on clients and on policies. */
const listCases = (carrier: string): ListCase[] => {
  const clients = (condition: string) => `SELECT * FROM clients WHERE ${condition} ORDER BY id DESC LIMIT 50`
  const ofPolicy = (condition: string) =>
    clients(`EXISTS (SELECT FROM policies p WHERE p.client_id = clients.id AND ${condition})`)
  const policies = (condition: string, order = 'effective_date DESC') =>
    `SELECT p.*, c.client_last_name FROM policies p JOIN clients c ON c.id = client_id WHERE ${condition} ORDER BY p.${order} LIMIT 50`
  const clientList = (filter: string) => `/clients?limit=50&where=${filter}`
  return [
    {
      name: 'clients: name contains',
      path: clientList(where('all', ['client_last_name', 'contains', 'mar'])),
      floor: clients(`client_last_name ILIKE '%mar%'`),
    },
    {
      name: 'clients: age and status',
      path: clientList(where('all', ['dob', 'age_between', '60', '70'], ['status', 'is', 'active'])),
      floor: clients(`dob BETWEEN current_date - 71 * 365 AND current_date - 60 * 365 AND status = 'active'`),
    },
    {
      name: 'clients: any of status, follow-up',
      path: clientList(where('any', ['status', 'is', 'unpaid'], ['next_f_u_date', 'within_next', '30'])),
      floor: clients(`status = 'unpaid' OR next_f_u_date BETWEEN current_date AND current_date + 30`),
    },
    {
      name: 'clients: carrier, line and renewal',
      path: clientList(
        where(
          'all',
          ['policy.carrier_id', 'is', carrier],
          ['policy.line', 'is', 'health'],
          ['policy.renewal_date', 'within_next', '30'],
        ),
      ),
      floor: ofPolicy(
        `carrier_id = '${carrier}' AND line = 'health' AND renewal_date BETWEEN current_date AND current_date + 30`,
      ),
    },
    {
      name: 'clients: any of status, plan',
      path: clientList(where('any', ['status', 'is', 'cancelled'], ['policy.product', 'is', 'Plan 17'])),
      floor: clients(
        `status = 'cancelled' OR EXISTS (SELECT FROM policies p WHERE p.client_id = clients.id AND product = 'Plan 17')`,
      ),
    },
    { name: 'policies: first page', path: '/policies', floor: policies('true') },
    {
      name: 'policies: due in 90 days',
      path: `/policies?view=due_90&date=${today()}`,
      floor: policies(
        `p.status = 'active' AND renewal_date BETWEEN current_date AND current_date + 90`,
        'renewal_date',
      ),
    },
    {
      name: 'policies: binder unpaid',
      path: `/policies?view=binder_unpaid&date=${today()}`,
      floor: policies(`binder_paid_date IS NULL AND p.status IN ('submitted', 'pending', 'active')`),
    },
    {
      name: 'policies: pending over 14 days',
      path: `/policies?view=pending_long&date=${today()}`,
      floor: policies(`p.status = 'pending' AND status_date < current_date - 14`, 'status_date'),
    },
    {
      name: 'policies: search of a plan',
      path: '/policies?q=plan%20217',
      floor: policies(`product ILIKE '%plan 217%'`),
    },
    {
      name: 'policies: search of a client',
      path: '/policies?q=mar',
      floor: policies(`c.client_last_name ILIKE 'mar%'`),
    },
    {
      name: 'policies: premium and agent',
      path: `/policies?where=${where('all', ['premium', 'between', '500', '510'], ['writing_agent', 'contains', 'Agent 7'])}`,
      floor: policies(`premium BETWEEN 500 AND 510 AND writing_agent ILIKE '%agent 7%'`),
    },
  ]
}

/** So many callers ask the database itself. */
async function measureFloor(pool: pg.Pool, statement: string, seconds: number): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  const caller = async () => {
    while (performance.now() < end) {
      const asked = performance.now()
      await pool.query(statement)
      times.push(performance.now() - asked)
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return times
}

async function measureLists(pool: pg.Pool, calls: BookCalls, { seconds, only }: BenchOptions): Promise<string[][]> {
  const { rows: carriers } = await pool.query('SELECT id FROM carriers ORDER BY name LIMIT 1')
  const rows: string[][] = []
  for (const { name, path, floor } of listCases(carriers[0].id)) {
    if (!name.includes(only)) continue
    const { url, headers } = calls
    const { p50, p99 } = await applyLoad({ url, paths: () => path, headers, callers, seconds })
    const times = await measureFloor(pool, floor, seconds)
    rows.push([name, ...[p50, p99, quantile(times, 0.5), quantile(times, 0.99)].map((value) => value.toFixed(1))])
  }
  return rows
}

/** Seconds that a piece of work takes. */
async function secondsOf(work: () => unknown): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

/** Runs statements with psql, whose COPY is the floor of exports and imports. */
const psql = (url: string, statement: string, input?: string): Buffer =>
  execFileSync('psql', [url, '-qc', statement], { input, maxBuffer: 2 ** 31 - 1 })

/** Rows of people that are not known yet, with a value in each column. */
function importedBook(): string {
  const fields = clientFields.filter(
    ({ kind, encrypted, name }) => kind === 'text' && !encrypted && !/^client_/.test(name),
  )
  const headings = [
    'First Name',
    'Last Name',
    'Date of Birth',
    'Primary Email',
    'Primary Phone',
    'SSN',
    ...fields.map(importHeading),
  ]
  const lines = Array.from({ length: rowsOfImport }, (_, n) => [
    `New${n}`,
    `Person${n % 97}`,
    `${1940 + (n % 60)}-0${1 + (n % 9)}-1${n % 9}`,
    `new${n}@mail.example`,
    `305-555-${String(1_000 + n)}`,
    `123-45-${String(1_000 + n)}`,
    ...fields.map(({ name }) => `${name} ${n}`),
  ])
  return [headings, ...lines].map((cells) => `${cells.slice(0, columnsOfImport).join(',')}\n`).join('')
}

async function measureJobs(
  { target: { url } }: Dataset,
  calls: BookCalls,
  { only }: BenchOptions,
): Promise<string[][]> {
  const rows: string[][] = []
  const measure = async (name: string, work: () => Promise<string>, floor: () => unknown) => {
    if (!name.includes(only)) return
    let said = ''
    const took = await secondsOf(async () => {
      said = await work()
    })
    rows.push([name, said, took.toFixed(1), (await secondsOf(floor)).toFixed(1)])
  }
  const condition = { match: 'all', conditions: [{ field: 'dob', operator: 'age_between', values: ['60', '65'] }] }
  await measure(
    'selection: add a tag',
    () => calls.tagAll(condition),
    () =>
      psql(
        url,
        'CREATE TABLE floor_tags AS SELECT id, now() FROM clients WHERE dob BETWEEN current_date - 65 * 365 AND current_date - 60 * 365',
      ),
  )
  await measure(
    'export: list as CSV',
    () => calls.download('/clients/export?format=csv&columns=client_first_name,client_last_name,status,primary_email'),
    () =>
      psql(url, 'COPY (SELECT client_first_name, client_last_name, status, primary_email FROM clients) TO STDOUT CSV'),
  )
  await measure(
    'export: whole records as CSV',
    () => calls.download('/clients/export?format=csv'),
    () => psql(url, 'COPY clients TO STDOUT CSV'),
  )
  await measure(
    'export: policies as CSV',
    () => calls.download('/policies/export?format=csv'),
    () => psql(url, 'COPY policies TO STDOUT CSV'),
  )
  const book = importedBook()
  const columns = Array.from({ length: columnsOfImport }, (_, n) => `c${n} text`).join(', ')
  await measure(
    'import: check',
    () => calls.check(book),
    () => {
      psql(url, `CREATE TABLE floor_book (${columns})`)
      psql(url, 'COPY floor_book FROM STDIN CSV HEADER', book)
    },
  )
  await measure(
    'import: run',
    () => calls.runLast(),
    () => psql(url, 'CREATE TABLE floor_clients AS SELECT * FROM floor_book'),
  )
  return rows
}

/** Filters, lists and searches of policies; a selection, exports and an import. 2.5 policies for each client. */
export async function benchBook(options: BenchOptions): Promise<void> {
  const policies = options.clients * 2.5
  const dataset = await prepareManyPolicies(options.clients, policies)
  const services = new Services(dataset)
  const pool = new pg.Pool({ connectionString: dataset.target.url, max: callers })
  try {
    const { url } = await services.startCore()
    const calls = new BookCalls(url, await logInAtCore(url))
    const title = `${options.clients} clients, ${policies} policies`
    const lists = await measureLists(pool, calls, options)
    showTable(`${title}, ${callers} callers`, ['list', 'p50 ms', 'p99 ms', 'floor p50', 'floor p99'], lists)
    const jobs = await measureJobs(dataset, calls, options)
    showTable(title, ['work', 'result', 'seconds', 'floor'], jobs)
  } finally {
    await pool.end()
    await services.stop()
    await dataset.remove()
  }
  say('')
}
