import { type BenchOptions, measure } from './core-bench.ts'
import { preparePostgres } from './dataset.ts'
import { logInAtCore, type Measured, Services } from './services.ts'
import { showTable } from './table.ts'
import { anyOf, readTerms, type Terms } from './terms.ts'

const callerCounts = [1, 8, 32]
const columns = [
  'search',
  ...callerCounts.flatMap((count) => [`${count} callers: answers/s`, 'p50 ms', 'p99 ms']),
  'CPU ms service',
  'CPU ms database',
]

/** Its name, and the paths that are asked for. */
type Case = [string, () => string]

const searchFor = (term: string, rest = ''): string => `/clients?limit=50&q=${encodeURIComponent(term)}${rest}`

/** As a name is typed: its first letter, two of them, and so on; each is asked for. */
function typing({ lastNames }: Terms): () => string {
  let name = ''
  let typed = 0
  return () => {
    if (typed >= Math.min(name.length, 8)) [name, typed] = [anyOf(lastNames), 0]
    typed++
    return searchFor(name.slice(0, typed))
  }
}

const oneOf =
  (...terms: string[]) =>
  () =>
    searchFor(anyOf(terms))

const fourDigits = () => String(Math.floor(Math.random() * 10_000)).padStart(4, '0')

/** What finds a client beside its name. Four digits are those of an SSN too, and every match is recorded. */
const identifiersOf = ({ firstNames, phones, emails, sessionCodes }: Terms): Case[] => [
  ['first name', () => searchFor(anyOf(firstNames))],
  ['e-mail address', () => searchFor(anyOf(emails))],
  ['start of an e-mail address', () => searchFor(anyOf(emails).slice(0, 6))],
  ['phone number', () => searchFor(anyOf(phones))],
  ['last seven digits of it', () => searchFor(anyOf(phones).replace(/\D/g, '').slice(-7))],
  ['four digits', () => searchFor(fourDigits())],
  ['session code', () => searchFor(anyOf(sessionCodes))],
]

/** Other orders than that of names. */
const orders: Case[] = ['status', 'dob'].map((sort) => [
  `page by ${sort}, deep`,
  () => `/clients?limit=50&sort=${sort}&order=desc&offset=30000`,
])

function casesOf(terms: Terms, clients: number): Case[] {
  const deep = (share: number) => `&offset=${Math.floor((clients * share) / 50) * 50}`
  return [
    ['names as they are typed', typing(terms)],
    ['1 letter, frequent', oneOf('a', 'e', 'o', 's', 'r')],
    ['1 letter, rare', oneOf('q', 'x', 'w', 'k', 'z')],
    ['2 letters, frequent', oneOf('an', 'ar', 'er', 'on', 'ma')],
    ['2 letters, rare', oneOf('xz', 'kw', 'qu', 'zz', 'jh')],
    ['3 letters, frequent', oneOf('amb', 'osc', 'mol', 'car', 'sil')],
    ['3 letters, rare', () => searchFor(anyOf(terms.lastNames).slice(0, 3))],
    ['6 letters, frequent', oneOf('ambett', 'molina', 'silver', 'connec', 'united')],
    ['6 letters, rare', () => searchFor(anyOf(terms.lastNames).slice(0, 6))],
    ...identifiersOf(terms),
    ...orders,
    ['counts of sessions', () => '/sessions/counts'],
    [
      'pages 2 to 20 of a search',
      () => searchFor(anyOf(['a', 'an', 'amb', 'mol']), `&offset=${50 * Math.ceil(Math.random() * 19)}`),
    ],
    ['two words', () => searchFor(`${anyOf(terms.lastNames).slice(0, 5)} m`)],
    ['page in the middle', () => `/clients?limit=50${deep(0.5)}`],
    ['page near the end', () => `/clients?limit=50${deep(0.95)}`],
    ['page of a status, in the middle', () => '/clients?limit=50&status=cancelled&offset=5000'],
    ['counts for the filters', () => '/clients/counts'],
  ]
}

/** Someone changes a client every second, so that totals have to be counted anew. */
function editEachSecond(url: string, ids: string[], headers: Record<string, string>): () => void {
  const timer = setInterval(() => {
    const body = JSON.stringify({ status: anyOf(['active', 'inactive', 'unpaid']) })
    const all = { ...headers, 'content-type': 'application/json' }
    fetch(`${url}/clients/${anyOf(ids)}`, { method: 'PUT', headers: all, body }).then((answer) => answer.text())
  }, 1_000)
  return () => clearInterval(timer)
}

interface Sides {
  core: Measured
  headers: Record<string, string>
  serverPid: number
}

/** @returns a row of the table; CPU for each answer is that with the most callers */
async function measureCase({ core, headers, serverPid }: Sides, [name, paths]: Case, seconds: number) {
  const figures: string[] = []
  let cpu: string[] = []
  for (const callers of callerCounts) {
    const round = await measure({ url: core.url, paths, headers, callers, seconds }, core, serverPid)
    figures.push(round.rate.toFixed(0), round.p50.toFixed(1), round.p99.toFixed(1))
    cpu = [round.service.toFixed(2), round.database.toFixed(2)]
  }
  return [name, ...figures, ...cpu]
}

/** Searching and paging, by how long and how frequent the terms are, with one and more callers. */
export async function benchSearch(options: BenchOptions): Promise<void> {
  const { clients, seconds, only } = options
  const dataset = await preparePostgres(clients)
  const services = new Services(dataset)
  try {
    const terms = await readTerms(dataset)
    const core = await services.startCore()
    const sides = { core, headers: await logInAtCore(core.url), serverPid: dataset.serverPid }
    const rows: string[][] = []
    const measureAll = async (cases: Case[]) => {
      for (const one of cases) if (one[0].includes(only)) rows.push(await measureCase(sides, one, seconds))
    }
    const cases = casesOf(terms, clients)
    await measureAll(cases)
    const stopEditing = editEachSecond(core.url, terms.ids, sides.headers)
    await measureAll(cases.slice(0, 2).map(([name, paths]) => [`${name}, with an edit a second`, paths]))
    stopEditing()
    showTable(`Search in ${clients} clients`, columns, rows)
  } finally {
    await services.stop()
    await dataset.remove()
  }
}
