import type { Invitation } from '@agency/contract/staff-access'
import { openPortalApi } from '@agency/test-kit/api/portal-api'
import { answered, sendToPortalApi, sendToStaffApi } from '@agency/test-kit/api/send'
import { openStaffApi, type StaffApi } from '@agency/test-kit/api/staff-api'
import { type MailServer, startMailServer } from '@agency/test-kit/product/mail-server'
import { credentials } from '@agency/test-kit/product/product-address'
import { prepareReplicasOnServer } from '@agency/test-kit/product/replicas'
import { startTextGateway, type TextGatewayServer } from '@agency/test-kit/product/text-gateway'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

const passcode = 'cinnamon lighthouse'
const address = 'kanarie@example.com'
const number = '+13055550147'

let mails: MailServer
let texts: TextGatewayServer
let replicas: Awaited<ReturnType<typeof prepareReplicasOnServer>>
let database: pg.Client
let staff: StaffApi
let bffUrl: string
/** The bodies of all refused calls. */
const errors: string[] = []

beforeAll(async () => {
  mails = await startMailServer()
  texts = await startTextGateway()
  const mail = { SMTP_URL: mails.url, MAIL_FROM: 'office@agency.example' }
  replicas = await prepareReplicasOnServer({ LOG_LEVEL: 'debug', STAFF_MFA: 'off', ...mail, ...texts.settings })
  const core = await replicas.startCore()
  bffUrl = (await replicas.startBff(core.address)).address
  database = new pg.Client({ connectionString: replicas.databaseUrl })
  await database.connect()
  staff = await openStaffApi(credentials, sendToStaffApi(bffUrl, keepErrors))
}, 120_000)
afterAll(async () => {
  await database.end()
  await replicas.stop()
  await mails.close()
  await texts.close()
})

async function keepErrors(_method: string, _path: string, answer: Response): Promise<void> {
  if (!answer.ok) errors.push(await answer.clone().text())
}

/** Waits until messages of a kind have come to an end or a pause, and makes those due that pause. */
async function whenTried(kind: string, state: string): Promise<void> {
  const find = `SELECT FROM outbox_messages WHERE kind = $1 AND state = $2`
  await vi.waitFor(async () => expect((await database.query(find, [kind, state])).rows).not.toEqual([]), {
    timeout: 30_000,
    interval: 50,
  })
  await database.query(`UPDATE outbox_messages SET next_attempt_at = now() WHERE state = 'failed'`)
}

/** What an e-mail to an address has that matches, once it has come. */
const received = (to: string, pattern: RegExp) =>
  vi.waitFor(
    () =>
      mails.received.map((mail) => (mail.to.includes(to) && pattern.exec(mail.text)?.[1]) || '').find(Boolean) ??
      expect.fail(),
    { timeout: 30_000, interval: 50 },
  )

/** Sends link, passcode and one-time code of a session, each by a server that first refuses it and quotes it. */
async function sendSession(): Promise<string[]> {
  const record = { client_last_name: 'Sol', primary_email: address, primary_phone: '(305) 555-0147' }
  const client = await staff.addClient(record)
  const session = await staff.startSession(client.id, { passcode, signing_code: 'email' })
  const { session_code } = session
  await staff.ask('POST', `/session/${session_code}/messages`, { link: 'email', passcode: 'email' })
  mails.refuse(451)
  texts.refuse([503, 0])
  await staff.ask('POST', `/session/${session_code}/messages`, { link: 'email', passcode: 'text' })
  await whenTried('invitation', 'failed')
  await whenTried('passcode', 'failed')
  await received(address, new RegExp(`/session/(${session_code})`))
  await vi.waitFor(
    () => expect(texts.received).toMatchObject([{ to: number, text: expect.stringContaining(passcode) }]),
    { timeout: 20_000 },
  )
  mails.refuse(550)
  await staff.ask('POST', `/session/${session_code}/messages`, { link: 'email', passcode: 'none' })
  await whenTried('invitation', 'dead')

  const send = sendToPortalApi(bffUrl, keepErrors)
  await send(`/api/session/${session_code}/auth`, { method: 'POST', body: { passcode: `${passcode}!` } })
  const portal = await openPortalApi(session, send)
  mails.dropAfterData()
  await portal.ask('POST', `/session/${session_code}/signing-code`, { channel: 'email' })
  await whenTried('signing-code', 'failed')
  const code = await received(address, /\b(\d{6})\b/)
  const wrong = code === '000000' ? '000001' : '000000'
  for (const typed of [wrong, `${code}7`, code]) {
    await portal.ask('POST', `/session/${session_code}/signing-code/confirm`, { code: typed })
  }
  return [session_code, session_code.replace(/(.{4})(?=.)/g, '$1-'), passcode, code]
}

/** Invites somebody and resets their password. @returns the secrets of both links */
async function sendStaffLinks(): Promise<string[]> {
  const email = 'ana@agency.example'
  const profile = { email, username: 'ana', role: 'standard', first_name: 'Ana', last_name: 'Lima' }
  mails.refuse(451)
  await answered<Invitation>(staff.ask('POST', '/admin/invitations', profile))
  await whenTried('staff-invitation', 'failed')
  const invitation = await received(email, /accept-invitation#(\S+)/)
  const password = 'swordfish trombone'
  const anyone = sendToStaffApi(bffUrl, keepErrors)
  const post = (path: string, body: object) => anyone(path, { method: 'POST', body })
  for (const typed of ['short', password, password]) {
    await post('/admin/invitations/accept', { token: invitation, password: typed })
  }
  await post('/admin/password-resets', { login: 'ana' })
  const reset = await received(email, /reset-password#(\S+)/)
  for (const typed of ['short', `${password} two`, password]) {
    await post('/admin/password-resets/finish', { token: reset, password: typed })
  }
  return [invitation, reset, password]
}

it('[RE-04] [RE-06] given messages with link, passcode, code and token, when servers refuse and quote them, then no log, trail, error or plain column has them', async () => {
  const secrets = [...(await sendSession()), ...(await sendStaffLinks()), address, number]
  expect(errors.length).toBeGreaterThan(5)
  const rowsOf = async (table: string, columns = '*') =>
    (await database.query(`SELECT ${columns} FROM ${table}`)).rows.map((row) => JSON.stringify(row))
  const places = {
    'the log of core-api': replicas.logOf('core-api').split('\n'),
    'the log of bff': replicas.logOf('bff').split('\n'),
    'the audit trail': await rowsOf('audit_events'),
    'the jobs': await rowsOf('jobs'),
    'the outbox': await rowsOf('outbox_messages', 'kind, destination, error, key, provider_id'),
    'the errors': errors,
  }
  for (const [place, lines] of Object.entries(places)) {
    expect([place, lines.length > 0]).toEqual([place, true])
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(5)
      // A code of six digits may be a part of a longer number.
      const pattern = new RegExp(`(?<![\\w.])${RegExp.escape(secret)}(?!\\w)`, 'i')
      expect([place, lines.filter((line) => pattern.test(line))]).toEqual([place, []])
    }
  }
}, 180_000)
