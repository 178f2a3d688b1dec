import { randomUUID } from 'node:crypto'
import type { PrincipalStatement } from '@agency/contract/principal'
import {
  type OidcPerson,
  type OidcServer,
  providerSetting,
  startOidcServer,
  visitProvider,
} from '@agency/test-kit/product/oidc-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEvents } from '../../../test/audit-events.ts'
import { adminPassword, type Core, nobody, startCore, startCoreForTest } from '../../../test/core.ts'
import { sendOverlapping } from '../../../test/held-calls.ts'

const staffUrl = 'http://staff.localhost:8080'
const people = new Map<string, OidcPerson>()
let provider: OidcServer
let core: Core
let settings: Record<string, string>

beforeAll(async () => {
  provider = await startOidcServer(() => `${staffUrl}/admin/login/provider`, people)
  settings = { STAFF_URL: `${staffUrl}/`, OIDC_PROVIDERS: JSON.stringify([setting()]) }
  core = await startCore(settings)
})
afterAll(async () => {
  await core.close()
  await provider.close()
})
beforeEach(() => core.app.db.deleteFrom('rate_limits').execute())

const setting = () => providerSetting(provider, { roles: { bosses: 'power', office: 'standard' } })

let count = 0
function person(changes: Partial<OidcPerson> = {}): OidcPerson {
  const sub = `person-${++count}`
  const made = {
    sub,
    email: `Ida${count}@Agency.example`,
    email_verified: true,
    given_name: 'Ida',
    family_name: 'Berg',
  }
  people.set(sub, { ...made, groups: ['office', 'everyone'], ...changes })
  return change(sub, {})
}
function change(sub: string, changes: Partial<OidcPerson>): OidcPerson {
  const known = people.get(sub)
  if (!known) throw new Error('no such person')
  const changed = { ...known, ...changes }
  people.set(sub, changed)
  return changed
}

const start = (as: PrincipalStatement, device: string, on = core, confirmation?: string) =>
  on.ask(as, {
    method: 'POST',
    url: '/admin/oidc/acme/start',
    payload: { device, ...(confirmation ? { confirmation } : {}) },
  })
const confirm = async (as: PrincipalStatement, on = core): Promise<string> => {
  const payload = { password: adminPassword }
  return (await on.ask(as, { method: 'POST', url: '/admin/me/confirmations', payload })).json().confirmation
}
const finish = (query: string, device: string, on = core) =>
  on.ask(
    { kind: 'nobody', address: '192.0.2.7', device },
    { method: 'POST', url: '/admin/oidc/finish', payload: { query } },
  )

const visit = (url: string) => visitProvider(url, staffUrl)

async function logIn(
  who: OidcPerson | 'denied',
  { as = nobody, on = core }: { as?: PrincipalStatement; on?: Core } = {},
) {
  const device = randomUUID()
  provider.next = who
  const confirmation = as.kind === 'admin' ? await confirm(as, on) : undefined
  const query = await visit((await start(as, device, on, confirmation)).json().url)
  return { device, query, answer: await finish(query, device, on) }
}

const loginOf = (answer: { json(): { admin_session: { id: string } } }): PrincipalStatement => ({
  kind: 'admin',
  id: answer.json().admin_session.id,
  address: '192.0.2.8',
})
const me = (as: PrincipalStatement, on = core) => on.ask(as, { method: 'GET', url: '/admin/me' })
const admins = async (on = core) => (await on.ask(await on.admin(), { method: 'GET', url: '/admin/list' })).json()
const refusals = async () => {
  const events = core.app.db.selectFrom('audit_events').select('detail').where('action', '=', 'admin.provider-refused')
  return (await events.orderBy('position').execute()).map(({ detail }) => detail)
}

describe('a login at an OpenID provider', () => {
  it('given a person of the domain and a group, when it is their first login, then it makes their account, and the second finds it', async () => {
    const ida = person()
    const first = await logIn(ida)
    expect(first.answer.json()).toMatchObject({ success: true, admin: { first_name: 'Ida', role: 'standard' } })
    const account = (await me(loginOf(first.answer))).json()
    expect(account).toMatchObject({ email: ida.email.toLowerCase(), username: ida.email.toLowerCase() })

    change(ida.sub, { email: 'renamed@agency.example' })
    const second = await logIn(ida)
    expect((await me(loginOf(second.answer))).json().id).toBe(account.id)
  })

  it('given the provider, when a login begins, then it asks with PKCE, state and nonce, and for no more than it needs', async () => {
    const url = new URL((await start(nobody, randomUUID())).json().url)
    expect(url.origin).toBe(provider.issuer)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      redirect_uri: `${staffUrl}/admin/login/provider`,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    })
  })

  it('given another group, when they log in again, then they have its role, and their earlier logins end', async () => {
    const ida = person()
    const earlier = loginOf((await logIn(ida)).answer)
    change(ida.sub, { groups: ['bosses', 'office'] })
    const later = await logIn(ida)
    expect(later.answer.json().admin.role).toBe('power')
    expect((await me(earlier)).statusCode).toBe(401)
    expect((await me(loginOf(later.answer))).json().role).toBe('power')
  })

  it.each<[string, Partial<OidcPerson>, string]>([
    ['an address of another domain', { email: 'ida@elsewhere.example' }, 'acme: domain'],
    ['an address that only ends like the domain', { email: 'ida@not-agency.example' }, 'acme: domain'],
    ['an address that the provider has not verified', { email_verified: false }, 'acme: domain'],
    ['no group of the setting', { groups: ['everyone'] }, 'acme: role'],
  ])(
    'given %s, when they log in, then 403 with a message, no account, and it is on the trail',
    async (_what, wrong, why) => {
      const before = await admins()
      const { answer } = await logIn(person(wrong))
      expect(answer.statusCode).toBe(403)
      expect(answer.json()).toEqual({ code: 'LOGIN_REFUSED', message: expect.stringContaining('Acme SSO account') })
      expect(await admins()).toEqual(before)
      expect((await refusals()).at(-1)).toBe(why)
    },
  )

  it('given somebody who left the group, when they log in, then 403, and their open logins end', async () => {
    const ida = person()
    const open = loginOf((await logIn(ida)).answer)
    expect((await me(open)).statusCode).toBe(200)
    change(ida.sub, { groups: [] })
    expect((await logIn(ida)).answer.statusCode).toBe(403)
    expect((await me(open)).statusCode).toBe(401)
  })

  it('given a login, when the person cancels it at the provider, then the message says so', async () => {
    const { answer } = await logIn('denied')
    expect(answer.json()).toEqual({ code: 'LOGIN_REFUSED', message: 'The login with Acme SSO was canceled.' })
  })

  it('given an answer, when it is sent again, from another browser, with another state or a forged code, then 403', async () => {
    const ida = person()
    const { query, device, answer } = await logIn(ida)
    expect(answer.statusCode).toBe(200)
    expect((await finish(query, device)).json().message).toMatch('was used before')

    provider.next = ida
    const other = await visit((await start(nobody, device)).json().url)
    expect((await finish(other, randomUUID())).json().message).toMatch('was used before')
    const wrongState = other.replace(/state=[\w-]+/, 'state=abc')
    expect((await finish(wrongState, device)).json().message).toMatch('was used before')
    expect((await finish(other.replace(/code=[\w-]+/, 'code=forged'), device)).json().message).toMatch(
      'did not log you in',
    )
    expect((await finish(other, device)).json().message).toMatch('was used before')
  })

  it('given 500 answers to logins that nobody began, when one address sends them, then 60 are on the trail, and a real login works', async () => {
    const before = (await refusals()).length
    const device = randomUUID()
    for (let n = 0; n < 500; n++) expect((await finish(`state=${n}`, device)).statusCode).toBe(403)
    const added = (await refusals()).slice(before)
    expect(added).toHaveLength(60)
    expect(added.at(-1)).toBe('not begun here; further ones from this address are not recorded')
    expect((await logIn(person())).answer.statusCode).toBe(200)
    expect((await logIn(person({ groups: [] }))).answer.statusCode).toBe(403)
    expect((await refusals()).at(-1)).toBe('acme: role')
  })

  it('given the code of somebody else’s login, when it is put into one’s own, then PKCE refuses it', async () => {
    const device = randomUUID()
    provider.next = person()
    const [theirs, own] = [await visit((await start(nobody, device)).json().url), await start(nobody, device)]
    const code = new URLSearchParams(theirs).get('code') ?? ''
    const mixed = new URLSearchParams(await visit(own.json().url))
    mixed.set('code', code)
    expect((await finish(mixed.toString(), device)).json().message).toMatch('did not log you in')
  })

  it('given 70 begun logins from one address, when staff begin one there, then a known browser does at once, and a new one within a minute', async () => {
    const ida = person()
    const { device: known } = await logIn(ida)
    for (let n = 0; n < 70; n++) await start(nobody, randomUUID())
    expect((await start(nobody, known)).statusCode).toBe(200)

    for (let waits = 0; waits < 6; waits++) {
      await sql`UPDATE rate_limits SET blocked_until = now() WHERE blocked_until > now()`.execute(core.app.db)
      expect((await start(nobody, randomUUID())).statusCode).toBe(200)
    }
    const refused = await start(nobody, randomUUID())
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
  })

  it('given 65 colleagues of one address, when each logs in on a new browser, then nobody waits; nor does one who logs in often', async () => {
    const ida = person()
    // The network from which `finish` calls.
    const as = { kind: 'nobody', address: '192.0.2.7' } as const
    for (let n = 0; n < 65; n++) expect((await logIn(ida, { as })).answer.statusCode).toBe(200)
    const { device } = await logIn(ida, { as })
    for (let n = 0; n < 65; n++) {
      provider.next = ida
      expect((await finish(await visit((await start(as, device)).json().url), device)).statusCode).toBe(200)
    }
  })

  it('given an unknown provider, or one that does not answer, when a login begins, then 404, or a message', async () => {
    const payload = { device: randomUUID() }
    expect((await core.ask(nobody, { method: 'POST', url: '/admin/oidc/other/start', payload })).statusCode).toBe(404)
    const gone = { ...setting(), issuer: 'http://127.0.0.1:9' }
    const lost = await startCoreForTest({ ...settings, OIDC_PROVIDERS: JSON.stringify([gone]) })
    expect((await start(nobody, randomUUID(), lost)).json().message).toBe(
      'Acme SSO does not answer. Try again in a minute.',
    )
  })
})

describe('an account of before', () => {
  async function localAdmin(email: string) {
    const username = email.split('@')[0]
    const profile = { email, username, role: 'standard', first_name: 'Ida', last_name: 'Berg', password: adminPassword }
    const made = await core.ask(await core.admin(), { method: 'POST', url: '/admin/create', payload: profile })
    const answer = await core.ask(nobody, {
      method: 'POST',
      url: '/admin/login',
      payload: { username, password: adminPassword },
    })
    return { id: made.json().id, as: loginOf(answer) }
  }
  const connected = async (as: PrincipalStatement) =>
    (await core.ask(as, { method: 'GET', url: '/admin/me/providers' })).json()

  it('given a local account with the address, when the provider’s person logs in, then it is not taken over; connected by its owner, it is', async () => {
    const ida = person({ email: `local${count}@agency.example` })
    const { id, as } = await localAdmin(ida.email)
    const refused = await logIn(ida)
    expect(refused.answer.json().message).toMatch('then connect Acme SSO under Security')
    expect(await connected(as)).toEqual([{ provider: 'acme', label: 'Acme SSO', connected: false }])

    const linked = await logIn(ida, { as })
    expect(linked.answer.json()).toEqual({ success: true, connected: 'Acme SSO' })
    expect(await connected(as)).toMatchObject([{ connected: true }])
    expect((await me(loginOf((await logIn(ida)).answer))).json().id).toBe(id)
  })

  it('given a token alone, or a colleague’s or a used confirmation, when it connects a provider, then 403 and none is', async () => {
    const { as } = await localAdmin(`stolen${count}@agency.example`)
    const { as: colleague } = await localAdmin(`colleague${count}@agency.example`)
    const used = await confirm(as)
    await core.ask(as, { method: 'POST', url: '/admin/me/authenticator', payload: { confirmation: used } })
    for (const confirmation of [undefined, await confirm(colleague), used]) {
      const answer = await start(as, randomUUID(), core, confirmation)
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'CONFIRMATION_REQUIRED'])
    }
    const begun = core.app.db.selectFrom('oidc_logins').select('admin_id').where('admin_id', 'is not', null)
    expect(await begun.execute()).toEqual([])
    expect(await connected(as)).toMatchObject([{ connected: false }])
  })

  it('given an identity of one account, when another connects it, then 403 and it stays', async () => {
    const ida = person()
    const owner = (await me(loginOf((await logIn(ida)).answer))).json().id
    const { as } = await localAdmin(`other${count}@agency.example`)
    expect((await logIn(ida, { as })).answer.statusCode).toBe(403)
    expect((await me(loginOf((await logIn(ida)).answer))).json().id).toBe(owner)
  })

  it('[AC-02] given a connection that was begun, when its login ends before the provider answers, then it connects nothing', async () => {
    for (const end of ['/admin/logout', '/admin/me/logins/end-others']) {
      const ida = person()
      const { id, as } = await localAdmin(`gone${count}@agency.example`)
      const device = randomUUID()
      provider.next = ida
      const query = await visit((await start(as, device, core, await confirm(as))).json().url)
      const username = `gone${count}`
      const payload = { username, password: adminPassword }
      const other = loginOf(await core.ask(nobody, { method: 'POST', url: '/admin/login', payload }))
      await core.ask(end === '/admin/logout' ? as : other, { method: 'POST', url: end })
      const answer = await finish(query, device)
      expect([answer.statusCode, answer.json().message]).toEqual([403, expect.stringContaining('You have logged out')])
      expect((await refusals()).at(-1)).toBe('acme: login ended')
      expect(await connected(other)).toMatchObject([{ connected: false }])
      const identities = core.app.db.selectFrom('admin_identities').select('subject').where('admin_id', '=', id)
      expect(await identities.execute()).toEqual([])
    }
  })

  const disconnect = (as: PrincipalStatement, confirmation?: string, id = 'acme', on = core) => {
    const payload = confirmation ? { confirmation } : {}
    return on.ask(as, { method: 'POST', url: `/admin/me/providers/${id}/disconnect`, payload })
  }

  it('given a connected provider, when its owner disconnects it, then it logs them in no longer, and its other logins end', async () => {
    const ida = person()
    const { id, as } = await localAdmin(`free${count}@agency.example`)
    await logIn(ida, { as })
    const atProvider = loginOf((await logIn(ida)).answer)
    expect((await disconnect(as)).json().code).toBe('CONFIRMATION_REQUIRED')
    expect((await disconnect(nobody)).statusCode).toBe(401)
    expect((await disconnect(as, await confirm(as), 'other')).statusCode).toBe(404)
    expect(await connected(as)).toMatchObject([{ connected: true }])

    expect((await disconnect(as, await confirm(as))).statusCode).toBe(204)
    expect(await connected(as)).toMatchObject([{ connected: false }])
    expect([(await me(as)).statusCode, (await me(atProvider)).statusCode]).toEqual([200, 401])
    expect((await logIn(ida)).answer.json().admin?.username).not.toBe(`free${count - 1}`)
    expect((await disconnect(as, await confirm(as))).statusCode).toBe(404)
    const events = auditEvents(core.app.db).select(['action', 'detail']).where('subject_id', '=', id)
    expect(await events.execute()).toContainEqual({ action: 'admin.provider-disconnected', detail: 'acme' })
    const told = core.app.db.selectFrom('outbox_messages').select('id').where('admin_id', '=', id)
    expect(await told.where('kind', '=', 'account-changed').execute()).toHaveLength(2)
  })

  // The embedded engine has one connection, so nothing happens at the same time.
  it.skipIf(!process.env.TEST_DATABASE_URL)(
    'given a provider that is being disconnected, when a login of it ends, then it is refused, and the account keeps its role',
    async () => {
      const ida = person()
      const { as } = await localAdmin(`late${count}@agency.example`)
      await logIn(ida, { as })
      const { role } = (await me(as)).json()
      change(ida.sub, { groups: ['bosses'] })
      const device = randomUUID()
      provider.next = ida
      const query = await visit((await start(nobody, device)).json().url)
      const confirmation = await confirm(as)
      const [done, late] = await sendOverlapping(
        core,
        () => disconnect(as, confirmation),
        () => finish(query, device),
      )
      expect([done.statusCode, late.statusCode, late.json().code]).toEqual([204, 403, 'LOGIN_REFUSED'])
      expect((await refusals()).at(-1)).toBe('acme: disconnected')
      expect((await me(as)).json().role).toBe(role)
    },
  )

  it('given a provider that is the only way in, when it is disconnected, then 409 and it stays; also where passwords are off', async () => {
    const ida = person()
    const as = loginOf((await logIn(ida)).answer)
    expect((await disconnect(as)).json()).toMatchObject({
      code: 'WRONG_STATE',
      message: expect.stringMatching('only way'),
    })
    expect(await connected(as)).toMatchObject([{ connected: true }])

    const off = { ...settings, STAFF_PASSWORD_LOGIN: 'off', STAFF_BREAK_GLASS: 'admin' }
    const strict = await startCoreForTest(off)
    const bea = person()
    const { id } = (await me(loginOf((await logIn(bea, { on: strict })).answer), strict)).json()
    const set = { method: 'PUT', url: `/admin/${id}/password`, payload: { password: adminPassword } } as const
    expect((await strict.ask(await strict.admin(), set)).statusCode).toBe(204)
    const later = loginOf((await logIn(bea, { on: strict })).answer)
    expect((await disconnect(later, await confirm(later, strict), 'acme', strict)).statusCode).toBe(409)
    const emergency = await strict.admin()
    await logIn(person(), { as: emergency, on: strict })
    expect((await disconnect(emergency, await confirm(emergency, strict), 'acme', strict)).statusCode).toBe(204)
  })

  it('given the routes, when a client, or nobody, asks for what is not theirs, then it is refused', async () => {
    expect((await core.ask(nobody, { method: 'GET', url: '/admin/me/providers' })).statusCode).toBe(401)
    const payload = { query: 'state=x' }
    expect(
      (await core.ask(await core.admin(), { method: 'POST', url: '/admin/oidc/finish', payload })).statusCode,
    ).toBe(403)
    expect((await core.ask(nobody, { method: 'POST', url: '/admin/oidc/finish', payload })).statusCode).toBe(403)
  })
})

describe('the last admin with power access who can log in', () => {
  const update = async (on: Core, payload: object) => {
    const as = await on.admin()
    const { id } = (await me(as, on)).json()
    return on.ask(as, { method: 'PUT', url: `/admin/${id}/update`, payload })
  }

  it('given another one whom the provider refused since, when the first gives up power access, then 409; 200 after a login', async () => {
    const own = await startCoreForTest(settings)
    const bea = person({ groups: ['bosses'] })
    expect((await logIn(bea, { on: own })).answer.statusCode).toBe(200)
    change(bea.sub, { groups: [] })
    expect((await logIn(bea, { on: own })).answer.statusCode).toBe(403)
    const refused = await update(own, { role: 'standard' })
    expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringContaining('who can log in')])

    change(bea.sub, { groups: ['bosses'] })
    expect((await logIn(bea, { on: own })).answer.statusCode).toBe(200)
    expect((await update(own, { role: 'standard' })).statusCode).toBe(200)
  })

  it('given the emergency account, when it gets another user name, then 409: its password would stop working', async () => {
    const strict = await startCoreForTest({ ...settings, STAFF_PASSWORD_LOGIN: 'off', STAFF_BREAK_GLASS: 'admin' })
    const refused = await update(strict, { username: 'somebody' })
    expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringContaining('STAFF_BREAK_GLASS')])
    expect((await update(strict, { username: 'Admin' })).statusCode).toBe(200)
  })
})

describe('password login that is off', () => {
  it('given one emergency account, when each logs in with the right password, then it alone does', async () => {
    const strict = await startCoreForTest({ ...settings, STAFF_PASSWORD_LOGIN: 'off', STAFF_BREAK_GLASS: 'Admin' })
    const payload = { email: 'bea@agency.example', username: 'bea', role: 'standard', first_name: 'B', last_name: 'O' }
    const body = { ...payload, password: adminPassword }
    expect(
      (await strict.ask(await strict.admin(), { method: 'POST', url: '/admin/create', payload: body })).statusCode,
    ).toBe(201)
    const login = { username: 'bea', password: adminPassword }
    const answer = await strict.ask(nobody, { method: 'POST', url: '/admin/login', payload: login })
    expect(answer.json()).toEqual({ code: 'INVALID_CREDENTIALS', message: 'Invalid username or password.' })
    const options = await strict.ask(nobody, { method: 'GET', url: '/admin/login-options' })
    expect(options.json()).toEqual({
      password: false,
      password_reset: false,
      providers: [{ id: 'acme', label: 'Acme SSO' }],
    })
  })
})
