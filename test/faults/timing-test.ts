import { parseArgs } from 'node:util'
import pg from 'pg'
import { startPostgresServer } from '../../scripts/postgres-server.ts'
import { logIn, prepareReplicas, sendJson } from '../api/replicas.ts'
import { median, rankDeviation } from './rank-test.ts'

/** Beyond this many standard deviations chance alone is hardly ever (1 in 1,000). */
const furthestDeviation = 3.3
/** A difference below this is far below what a network lets anyone see (Crosby et al., 2009), in milliseconds. */
const smallestSeen = 0.3

const { values } = parseArgs({ options: { pairs: { type: 'string', default: '200' } } })
const postgres = await startPostgresServer()
const database = new pg.Client({ connectionString: postgres.url })
await database.connect()
const replicas = prepareReplicas({ DATABASE_URL: postgres.url, LOG_LEVEL: 'error' })
const core = await replicas.startCore()
const bff = await replicas.startBff(core.address, { TRUSTED_PROXIES: '127.0.0.1' })

async function millisecondsOf(send: () => Promise<Response>): Promise<number> {
  const started = performance.now()
  const answer = await send()
  await answer.text()
  const took = performance.now() - started
  if (answer.status !== 401) throw new Error(`an attempt was answered ${answer.status}`)
  return took
}

/** Times both kinds of attempt in turn, each from an address of its own. */
async function compare(
  name: string,
  known: () => Promise<Response>,
  unknown: () => Promise<Response>,
): Promise<boolean> {
  const [knownTimes, unknownTimes]: [number[], number[]] = [[], []]
  for (let pair = 0; pair < Number(values.pairs) + 10; pair++) {
    // The limits on one code or name would end the test after fifty.
    await database.query('DELETE FROM rate_limits')
    const [a, b] = pair % 2 ? [known, unknown] : [unknown, known]
    const [first, second] = [await millisecondsOf(a), await millisecondsOf(b)]
    if (pair < 10) continue
    knownTimes.push(pair % 2 ? first : second)
    unknownTimes.push(pair % 2 ? second : first)
  }
  const [one, other] = [median(knownTimes), median(unknownTimes)]
  const deviation = rankDeviation(knownTimes, unknownTimes)
  const alike = Math.abs(deviation) < furthestDeviation || Math.abs(one - other) < smallestSeen
  const figures = `known ${one.toFixed(2)} ms, unknown ${other.toFixed(2)} ms, ${deviation.toFixed(1)} deviations`
  process.stdout.write(`${name}: ${figures}: ${alike ? 'alike' : 'CAN BE TOLD APART'}\n`)
  return alike
}

const headers = await logIn(bff.address)
const client = await (await sendJson(`${bff.address}/admin/_api/clients`, 'POST', {}, headers)).json()
const body = { client_id: client.id, session_type: 'review', passcode: 'right' }
const session = await (await sendJson(`${bff.address}/admin/_api/session`, 'POST', body, headers)).json()
const openSession = (code: string) =>
  sendJson(`${bff.address}/session/_api/api/session/${code}/auth`, 'POST', { passcode: 'wrong' })
const tryLogin = (username: string) =>
  sendJson(`${bff.address}/admin/_api/admin/login`, 'POST', { username, password: 'wrong' })

const outcomes = [
  await compare(
    'passcode',
    () => openSession(session.session_code),
    () => openSession('ZZZZZZZZZZZZ'),
  ),
  await compare(
    'login',
    () => tryLogin('admin'),
    () => tryLogin('nimda'),
  ),
]
await database.end()
await replicas.stop()
postgres.remove()
process.exitCode = outcomes.every(Boolean) ? 0 : 1
