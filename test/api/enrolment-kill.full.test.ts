import { once } from 'node:events'
import type { FactorAdded, PasskeyChallenge } from '@agency/contract/second-factors'
import { answered, succeeded } from '@agency/test-kit/api/send'
import { type MailServer, startMailServer } from '@agency/test-kit/product/mail-server'
import {
  ida,
  type OidcServer,
  providerSetting,
  startOidcServer,
  visitProvider,
} from '@agency/test-kit/product/oidc-server'
import { credentials } from '@agency/test-kit/product/product-address'
import { prepareReplicasOnServer } from '@agency/test-kit/product/replicas'
import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { makeSoftwarePasskey } from '../../core-api/test/software-authenticator.ts'
import { freePort, type Service } from '../../scripts/product.ts'
import { holdTable } from '../faults/held-table.ts'

const staffUrl = 'http://localhost:8080'
const password = 'swordfish trombone'

let mails: MailServer
let provider: OidcServer
let replicas: Awaited<ReturnType<typeof prepareReplicasOnServer>>
let core: Service
let bff: Service
let db: pg.Client
let port: string
let power: string

beforeAll(async () => {
  mails = await startMailServer()
  provider = await startOidcServer(() => `${staffUrl}/admin/login/provider`, new Map([[ida.sub, ida]]))
  replicas = await prepareReplicasOnServer({
    STAFF_URL: staffUrl,
    STAFF_MFA: 'optional',
    LOG_LEVEL: 'error',
    SMTP_URL: mails.url,
    MAIL_FROM: 'Sunrise <office@example.com>',
    OIDC_PROVIDERS: JSON.stringify([providerSetting(provider)]),
  })
  db = new pg.Client({ connectionString: replicas.databaseUrl })
  await db.connect()
  port = String(await freePort())
  core = await replicas.startCore({ PORT: port })
  bff = await replicas.startBff(core.address)
  power = await logIn(credentials.username, credentials.password)
})
afterAll(async () => {
  await db.end()
  await replicas.stop()
  await provider.close()
  await mails.close()
})

interface Call {
  token?: string
  cookie?: string
}

const post = (path: string, body: object, { token, cookie }: Call = {}) =>
  fetch(`${bff.address}/admin/_api/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(cookie ? { cookie } : {}),
    },
    body: JSON.stringify(body),
  })
const logIn = async (username: string, typed = password): Promise<string> =>
  (await answered<{ token: string }>(post('admin/login', { username, password: typed }))).token

let people = 0
/** A staff member with a password alone, logged in on two browsers. */
async function addPerson() {
  const username = `person${++people}`
  const person = {
    email: `${username}@agency.example`,
    username,
    role: 'standard',
    first_name: 'Pia',
    last_name: 'Rossi',
  }
  const { id } = await answered<{ id: string }>(post('admin/create', { ...person, password }, { token: power }))
  return { id, token: await logIn(username), other: await logIn(username) }
}
const confirm = async (token: string): Promise<string> =>
  (await answered<{ confirmation: string }>(post('admin/me/confirmations', { password }, { token }))).confirmation

async function countRows(query: string, ...values: string[]): Promise<number> {
  return (await db.query(`SELECT count(*)::int AS count FROM ${query}`, values)).rows[0].count
}

/**
 * Kills core-api while a call is in the middle of its transaction, and starts it again.
 * @param table that the call writes late in its transaction; a lock on it holds the call there
 */
async function killInTheMiddle(table: string, call: () => Promise<Response>): Promise<void> {
  const held = await holdTable(replicas.databaseUrl, table)
  const answer = call()
  await held.hasWriter()
  const exited = once(core.process, 'exit')
  core.process.kill('SIGKILL')
  await exited
  await held.release()
  expect((await answer).status).toBeGreaterThanOrEqual(500)
  core = await replicas.startCore({ PORT: port })
}

/** All that an enrolment of a second factor stores. */
async function factorState(id: string) {
  const of = (query: string) => countRows(`${query} AND admin_id = $1`, id)
  return {
    apps: await of('admin_authenticators WHERE confirmed_at IS NOT NULL'),
    begun: await of('admin_authenticators WHERE confirmed_at IS NULL'),
    passkeys: await of('admin_passkeys WHERE true'),
    codes: await of('admin_recovery_codes WHERE true'),
    notices: await of(`outbox_messages WHERE kind = 'account-changed'`),
    ended: await of('admin_sessions WHERE revoked_at IS NOT NULL'),
    events: await countRows(`audit_events WHERE action LIKE 'admin.%-added' AND subject_id = $1`, id),
  }
}
const nothing = { apps: 0, begun: 0, passkeys: 0, codes: 0, notices: 0, ended: 0, events: 0 }
const whole = { ...nothing, codes: 10, notices: 1, ended: 1, events: 1 }

it('[AC-01] given an authenticator app that is being set up, when core-api is killed in the middle, then there is all of it or nothing', async () => {
  const { id, token } = await addPerson()
  const confirmation = await confirm(token)
  const begin = () => post('admin/me/authenticator', { confirmation }, { token })
  await killInTheMiddle('admin_authenticators', begin)
  expect(await factorState(id)).toEqual(nothing)
  // The confirmation was not used up either.
  const { secret } = await answered<{ secret: string }>(begin())
  const finish = () => {
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    return post('admin/me/authenticator/confirm', { code }, { token })
  }
  await killInTheMiddle('admin_recovery_codes', finish)
  expect(await factorState(id)).toEqual({ ...nothing, begun: 1 })
  expect((await answered<FactorAdded>(finish())).recovery_codes).toHaveLength(10)
  expect(await factorState(id)).toEqual({ ...whole, apps: 1 })
})

it('[AC-01] given a passkey that is being added, when core-api is killed in the middle, then there is none, and it can be added', async () => {
  const { id, token } = await addPerson()
  const add = async () => {
    const { challenge, options } = await answered<PasskeyChallenge>(
      post('admin/me/passkeys/options', { confirmation: await confirm(token) }, { token }),
    )
    const passkey = makeSoftwarePasskey().register({ challenge: String(options.challenge) })
    return () => post('admin/me/passkeys', { challenge, name: 'Laptop', passkey }, { token })
  }
  await killInTheMiddle('admin_recovery_codes', await add())
  expect(await factorState(id)).toEqual(nothing)
  expect((await answered<FactorAdded>((await add())())).recovery_codes).toHaveLength(10)
  expect(await factorState(id)).toEqual({ ...whole, passkeys: 1 })
})

it('[AC-03] given an invitation that is being accepted, when core-api is killed in the middle, then it is open, and can be accepted', async () => {
  const invited = {
    email: 'ana@agency.example',
    username: 'ana',
    role: 'standard',
    first_name: 'Ana',
    last_name: 'Lima',
  }
  await succeeded(post('admin/invitations', invited, { token: power }))
  let linkToken = ''
  await vi.waitFor(
    () => {
      const text = mails.received.findLast(({ to }) => to.includes(invited.email))?.text ?? ''
      linkToken = /accept-invitation#([\w-]{43})/.exec(text)?.[1] ?? ''
      expect(linkToken).not.toBe('')
    },
    { timeout: 30_000, interval: 50 },
  )
  const accept = () => post('admin/invitations/accept', { token: linkToken, password })
  const state = async () => ({
    accounts: await countRows('admins WHERE username = $1', invited.username),
    invitations: await countRows('admin_invitations WHERE username = $1', invited.username),
  })
  await killInTheMiddle('audit_events', accept)
  expect(await state()).toEqual({ accounts: 0, invitations: 1 })
  await succeeded(accept())
  expect(await state()).toEqual({ accounts: 1, invitations: 0 })
  expect(await logIn(invited.username)).toMatch(/^ey/)
})

it('[AC-02] given a first login at a provider, when core-api is killed in the middle, then there is no account, and the next login makes it', async () => {
  provider.next = ida
  const begin = async () => {
    const start = await post('admin/oidc/acme/start', {})
    const cookie = start.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const query = await visitProvider((await answered<{ url: string }>(Promise.resolve(start))).url, staffUrl)
    return () => post('admin/oidc/finish', { query }, { cookie })
  }
  const state = async () => ({
    accounts: await countRows('admins WHERE email = $1', ida.email),
    identities: await countRows('admin_identities WHERE subject = $1', ida.sub),
    logins: await countRows('admin_sessions JOIN admins ON admins.id = admin_id WHERE email = $1', ida.email),
  })
  await killInTheMiddle('admin_identities', await begin())
  expect(await state()).toEqual({ accounts: 0, identities: 0, logins: 0 })
  expect((await answered<{ success: boolean }>((await begin())())).success).toBe(true)
  expect(await state()).toEqual({ accounts: 1, identities: 1, logins: 1 })
})
