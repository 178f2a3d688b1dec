import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { logInHeader } from '@agency/test-kit/api/staff-api'
import { startMailServer } from '@agency/test-kit/product/mail-server'
import { prepareReplicas, prepareReplicasOnServer } from '@agency/test-kit/product/replicas'
import { buildParts } from '../../scripts/build.ts'
import { freePort, type Service } from '../../scripts/product.ts'
import { killService } from './kill-core.ts'

/** So long the mail server takes for a message, in ms: several are in its hands at each kill. */
const serverMilliseconds = 250
/** A kill comes within this time after the core has started, in ms. */
const longestRound = 700
const longestEnd = 120_000
/** In this time, in ms, a core that has the answer of the mail server has stored it, also on a busy machine. */
const storing = 200

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '50' }, messages: { type: 'string', default: '200' } },
})
const [rounds, messages] = [Number(values.rounds), Number(values.messages)]
const print = (line: string) => process.stdout.write(`${line}\n`)

buildParts({ parts: ['bff'] })
const mails = await startMailServer({ takes: serverMilliseconds })
const unlimited = { RECORD_READS_ALERT: '0', RECORD_READS_LIMIT: '0' }
const mail = { SMTP_URL: mails.url, MAIL_FROM: 'Agency <office@agency.example>' }
const settings = { LOG_LEVEL: 'error', STAFF_MFA: 'off', ...unlimited, ...mail }
// On a server, a core-api starts in half the time, and takes over messages only when their lease has ended.
const onServer = process.env.TEST_DATABASE_URL !== undefined
const replicas = onServer ? await prepareReplicasOnServer(settings) : prepareReplicas(settings)
const port = String(await freePort())

try {
  let core: Service = await replicas.startCore({ PORT: port })
  const bff = await replicas.startBff(core.address)
  const headers = { ...(await logInHeader(bff.address)), 'content-type': 'application/json' }
  const post = async (path: string, body: object, key: string) => {
    const url = `${bff.address}/admin/_api/${path}`
    const idempotency = { 'idempotency-key': `"${key}"` }
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, ...idempotency },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path.split('/')[0]}: ${answer.status}`)
    return answer.json()
  }
  /** Repeats a call with the same key until it is acknowledged. */
  const postUntilDone = async (path: string, body: object) => {
    const key = randomUUID()
    for (;;) {
      try {
        return await post(path, body, key)
      } catch {
        await delay(100)
      }
    }
  }
  const codes: string[] = []
  for (let index = 0; index < messages; index += 1) {
    const record = { client_first_name: 'Ida', client_last_name: 'Sol', primary_email: `ida${index}@example.com` }
    const client = await postUntilDone('clients', record)
    const start = { client_id: client.id, session_type: 'onboarding', passcode: 'sesame' }
    codes.push((await postUntilDone('session', start)).session_code)
  }
  print(`${messages} sessions are ready.`)

  let killed = false
  const sending = Promise.all(
    codes.map(async (code, index) => {
      // Spread over the rounds: some messages are queued while others go out.
      while (!killed && mails.received.length < index / 2) await delay(20)
      await postUntilDone(`session/${code}/messages`, { link: 'email', passcode: 'none' })
    }),
  )
  const kills: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await delay(Math.random() * longestRound)
    kills.push((await killService(core)).at)
    core = await replicas.startCore({ PORT: port })
    if ((round + 1) % 10 === 0) print(`${round + 1} kills, ${mails.received.length} messages taken.`)
  }
  killed = true
  await sending
  const until = Date.now() + longestEnd
  const copiesOf = (code: string) => mails.received.filter(({ text }) => text.includes(code))
  while (codes.some((code) => copiesOf(code).length === 0) && Date.now() < until) await delay(200)
  // A message that was sent twice by mistake would come now.
  await delay(5_000)

  const wasInHands = ({ at }: { at: number }) =>
    kills.some((kill) => kill >= at && kill <= at + serverMilliseconds + storing)
  const arrived = codes.map((code) => copiesOf(code))
  const countOf = (isCounted: (copies: (typeof mails)['received']) => boolean) => arrived.filter(isCounted).length
  const lost = countOf((copies) => copies.length === 0)
  const repeats = arrived.reduce((sum, copies) => sum + Math.max(0, copies.length - 1), 0)
  // Of all its copies, a message may have one that no kill has interrupted.
  const unexplained = countOf((copies) => copies.filter((copy) => !wasInHands(copy)).length > 1)
  const ids = new Set(mails.received.map(({ text }) => /^Message-ID: (.*)$/im.exec(text)?.[1]?.trim()))
  const once = countOf((copies) => copies.length === 1)
  print(
    `${rounds} kills, ${messages} messages: ${lost} lost, ${once} arrived once, ${messages - once - lost} more often.`,
  )
  print(`${repeats} repeats; ${unexplained} messages were repeated that were not in the server's hands at a kill.`)
  print(`${ids.size} Message-IDs.`)
  const isWell = lost === 0 && unexplained === 0 && ids.size === messages
  print(isWell ? 'No message was lost.' : 'Something is wrong.')
  process.exitCode = isWell ? 0 : 1
} finally {
  await replicas.stop()
  await mails.close()
}
