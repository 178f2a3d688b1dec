import type { PrincipalStatement } from '@agency/contract/principal'
import type { LightMyRequestResponse } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import { vi } from 'vitest'
import { adminPassword, type Core, startCore } from './core.ts'
import { makeSoftwarePasskey } from './software-authenticator.ts'

export const address = '192.0.2.33'
const password = adminPassword
let people = 0

/** The code of an authenticator app. @param steps how many steps of 30 seconds later, or earlier */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

export interface Person {
  id: string
  username: string
  device: string
  login: PrincipalStatement
}

const secrets = { password, current: password }

/**
 * Starts a service with a stopped date in the middle of a step of 30 seconds, so that no code expires during a test. Call
 * `close` afterwards.
 */
export async function startSecondFactorCore() {
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 30_000) * 30_000 + 15_000 })
  const core = await startCore()
  const close = async () => {
    vi.useRealTimers()
    await core.close()
  }
  return { core, calls: secondFactorCalls(core), close }
}

/** What the tests of second factors do with a service. */
export function secondFactorCalls(core: Core) {
  const ask = (as: PrincipalStatement, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    core.ask(as, { method, url, ...(payload ? { payload } : {}) })
  const from = (device: string, at = address): PrincipalStatement => ({ kind: 'nobody', address: at, device })
  const loginOf = (answer: LightMyRequestResponse): PrincipalStatement => {
    if (answer.json().admin_session === undefined) throw new Error(`No login: ${answer.body}`)
    return { kind: 'admin', id: answer.json().admin_session.id, address }
  }
  const enter = (username: string, device: string, payload: object = {}, at = address) =>
    ask(from(device, at), 'POST', '/admin/login', { username, password, ...payload })
  const complete = (device: string, payload: object, at = address) =>
    ask(from(device, at), 'POST', '/admin/login/complete', payload)

  /** A staff member of its own, logged in once. */
  async function addPerson(role: 'standard' | 'power' = 'standard'): Promise<Person> {
    const username = `person${people++}`
    const names = { email: `${username}@example.com`, username, role, first_name: 'Pia', last_name: 'Rossi' }
    const made = await ask(await core.logIn(), 'POST', '/admin/create', { ...names, password })
    if (made.statusCode !== 201) throw new Error(made.body)
    const device = crypto.randomUUID()
    return { id: made.json().id, username, device, login: loginOf(await enter(username, device)) }
  }

  async function confirm({ login }: Pick<Person, 'login'>): Promise<string> {
    const answer = await ask(login, 'POST', '/admin/me/confirmations', { password: secrets.password })
    return answer.json().confirmation
  }

  async function addAuthenticator(person: Pick<Person, 'login'>) {
    const started = await ask(person.login, 'POST', '/admin/me/authenticator', { confirmation: await confirm(person) })
    const { secret } = started.json()
    // Where the date is stopped, the step before, so that this step's code is unused. Elsewhere the next step may begin
    // on the way, and the code of this one is accepted then too.
    const code = codeOf(secret, vi.isFakeTimers() ? -1 : 0)
    const added = await ask(person.login, 'POST', '/admin/me/authenticator/confirm', { code })
    if (added.statusCode !== 200) throw new Error(added.body)
    const recoveryCodes: string[] = added.json().recovery_codes
    return { secret: String(secret), recoveryCodes }
  }

  async function addPasskey(person: Pick<Person, 'login'>, name = 'My laptop') {
    const confirmation = await confirm(person)
    const { challenge, options } = (
      await ask(person.login, 'POST', '/admin/me/passkeys/options', { confirmation })
    ).json()
    const passkey = makeSoftwarePasskey()
    const sent = { challenge, name, passkey: passkey.register({ challenge: options.challenge }) }
    const added = await ask(person.login, 'POST', '/admin/me/passkeys', sent)
    if (added.statusCode !== 201) throw new Error(added.body)
    return { passkey, recoveryCodes: added.json().recovery_codes as string[], sent }
  }

  /** Enters the password of an account with a second factor. */
  async function challengeOf({ username, device }: Person) {
    const answer = await enter(username, device)
    const { second_factor } = answer.json()
    return { id: String(second_factor.challenge), options: second_factor.passkey_options, answer }
  }

  return { ask, from, loginOf, enter, complete, addPerson, confirm, addAuthenticator, addPasskey, challengeOf }
}
