import { beforeAll, describe, expect, it } from 'vitest'
import { type Core, nobody, startCoreForTest } from '../../../../test/core.ts'
import {
  codeOf,
  type Person,
  secondFactorCalls,
  startSecondFactorCore,
} from '../../../../test/second-factor-fixtures.ts'
import { makeSoftwarePasskey } from '../../../../test/software-authenticator.ts'
import { stepOfCode } from './one-time-code.ts'

let core: Core
let calls: ReturnType<typeof secondFactorCalls>
beforeAll(async () => {
  const started = await startSecondFactorCore()
  ;({ core, calls } = started)
  return started.close
})

const securityOf = async ({ login }: Pick<Person, 'login'>) =>
  (await calls.ask(login, 'GET', '/admin/me/security')).json()
const actionsOn = async (id: string) => {
  const url = `/audit?subject_id=${id}`
  const { events } = (await calls.ask(await core.admin(), 'GET', url)).json()
  return events.map(({ action }: { action: string }) => action)
}

describe('RFC 6238', () => {
  it('given the secret of its appendix B, when a code is read, then its step is the one of the table', () => {
    // "12345678901234567890" in Base32; at 59 s the code of SHA-1 ends in 287082.
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    expect(stepOfCode(secret, '287 082', 59_000)).toBe(1)
    expect(stepOfCode(secret, '287082', 89_999)).toBe(1)
    expect(stepOfCode(secret, '287082', 90_000)).toBeUndefined()
    expect(stepOfCode(secret, '081804', 1_111_111_109_000)).toBe(37_037_036)
  })
})

describe('an authenticator app', () => {
  it('given an enrolment, when no code was entered yet, then it counts nowhere; a new one takes its place @full', async () => {
    const person = await calls.addPerson()
    const start = async () => {
      const confirmation = await calls.confirm(person)
      return (await calls.ask(person.login, 'POST', '/admin/me/authenticator', { confirmation })).json()
    }
    const given_up = await start()
    expect(await securityOf(person)).toMatchObject({ authenticator_since: null })
    expect((await calls.enter(person.username, person.device)).json()).toHaveProperty('admin_session')
    const { secret, uri } = await start()
    expect(uri).toMatch(/^otpauth:\/\/totp\/Bayside%20Insurance:person\d+\?issuer=Bayside%20Insurance&secret=/)
    const finish = (code: string) => calls.ask(person.login, 'POST', '/admin/me/authenticator/confirm', { code })
    const old = await finish(codeOf(given_up.secret))
    expect([old.statusCode, old.json().details?.[0].field]).toEqual([400, 'code'])
    const added = await finish(codeOf(secret))
    expect(added.json().recovery_codes).toHaveLength(10)
    expect((await finish(codeOf(secret, 1))).statusCode).toBe(409)
    expect(await securityOf(person)).toEqual({
      has_password: true,
      required: false,
      authenticator_since: expect.any(String),
      passkeys: [],
      recovery_codes_left: 10,
    })
  })

  it('given it is stored, when the table is read, then the secret is encrypted', async () => {
    const { secret } = await calls.addAuthenticator(await calls.addPerson())
    const rows = await core.app.db.selectFrom('admin_authenticators').select('encrypted_secret').execute()
    for (const { encrypted_secret } of rows) expect(encrypted_secret.toString('latin1')).not.toContain(secret)
  })

  it('given an app and a passkey, when one is removed, then the other stays; with the last one the codes go too @full', async () => {
    const person = await calls.addPerson()
    await calls.addAuthenticator(person)
    expect((await calls.addPasskey(person)).recoveryCodes).toEqual([])
    const remove = async (url: string) =>
      (await calls.ask(person.login, 'POST', url, { confirmation: await calls.confirm(person) })).statusCode
    expect(await remove('/admin/me/authenticator/remove')).toBe(204)
    expect(await remove('/admin/me/authenticator/remove')).toBe(404)
    const { passkeys, recovery_codes_left } = await securityOf(person)
    expect([passkeys.length, recovery_codes_left]).toEqual([1, 10])
    expect(await remove(`/admin/me/passkeys/${passkeys[0].id}/remove`)).toBe(204)
    expect(await securityOf(person)).toMatchObject({ passkeys: [], recovery_codes_left: 0 })
    expect(await actionsOn(person.id)).toEqual(
      expect.arrayContaining([
        'admin.authenticator-added',
        'admin.authenticator-removed',
        'admin.passkey-added',
        'admin.passkey-removed',
      ]),
    )
  })
})

describe('a change of second factors', () => {
  const changes: [method: 'POST' | 'PUT', url: string, body: object][] = [
    ['POST', '/admin/me/authenticator', {}],
    ['POST', '/admin/me/authenticator/remove', {}],
    ['POST', '/admin/me/passkeys/options', {}],
    ['PUT', `/admin/me/passkeys/${crypto.randomUUID()}`, { name: 'Mine' }],
    ['POST', `/admin/me/passkeys/${crypto.randomUUID()}/remove`, {}],
    ['POST', '/admin/me/recovery-codes', {}],
  ]
  it.each(changes)(
    'given %s %s without, or with another’s or a used confirmation, then 403',
    async (method, url, body) => {
      const [person, colleague] = [await calls.addPerson(), await calls.addPerson()]
      await calls.addAuthenticator(person)
      const before = await securityOf(person)
      const own = await calls.confirm(person)
      await calls.ask(person.login, 'POST', '/admin/me/recovery-codes', { confirmation: own })
      for (const confirmation of [undefined, await calls.confirm(colleague), own]) {
        const sent = confirmation === undefined ? body : { ...body, confirmation }
        const answer = await calls.ask(person.login, method, url, sent)
        expect([answer.statusCode, answer.json().code]).toEqual([403, 'CONFIRMATION_REQUIRED'])
      }
      expect(await securityOf(person)).toEqual(before)
      expect((await calls.ask(nobody, method, url, body)).statusCode).toBe(401)
    },
  )

  it('given a wrong password, when it confirms, then 400; after five it has to wait @full', async () => {
    const person = await calls.addPerson()
    const confirm = (password: string) => calls.ask(person.login, 'POST', '/admin/me/confirmations', { password })
    for (let n = 0; n < 5; n++) expect((await confirm('wrong')).json().details[0].field).toBe('password')
    expect((await confirm('wrong')).statusCode).toBe(429)
  })

  it('given a passkey, when it confirms, then that is enough, once; a colleague’s is refused @full', async () => {
    const [person, colleague] = [await calls.addPerson(), await calls.addPerson()]
    const { passkey } = await calls.addPasskey(person)
    const others = await calls.addPasskey(colleague)
    const url = '/admin/me/confirmations'
    const answerWith = async (made: typeof passkey) => {
      const { challenge, options } = (await calls.ask(person.login, 'POST', `${url}/passkey`)).json()
      return { challenge, passkey: made.assert({ challenge: options.challenge }) }
    }
    const sent = await answerWith(passkey)
    const { confirmation } = (await calls.ask(person.login, 'POST', url, sent)).json()
    expect((await calls.ask(person.login, 'POST', '/admin/me/recovery-codes', { confirmation })).statusCode).toBe(201)
    expect((await calls.ask(person.login, 'POST', url, sent)).statusCode).toBe(410)
    expect((await calls.ask(person.login, 'POST', url, await answerWith(others.passkey))).statusCode).toBe(400)
  })
})

describe('a passkey of the account', () => {
  it('given a new name, when it is sent, then it is shown; a colleague’s passkey is 404 and stays @full', async () => {
    const [person, colleague] = [await calls.addPerson(), await calls.addPerson()]
    await calls.addPasskey(person, 'Old name')
    await calls.addPasskey(colleague, 'Theirs')
    const rename = async (id: string) => {
      const sent = { name: ' New name ', confirmation: await calls.confirm(person) }
      return (await calls.ask(person.login, 'PUT', `/admin/me/passkeys/${id}`, sent)).statusCode
    }
    const [own] = (await securityOf(person)).passkeys
    const [theirs] = (await securityOf(colleague)).passkeys
    expect([await rename(own.id), await rename(theirs.id)]).toEqual([204, 404])
    const confirmation = await calls.confirm(person)
    const removed = await calls.ask(person.login, 'POST', `/admin/me/passkeys/${theirs.id}/remove`, { confirmation })
    expect(removed.statusCode).toBe(404)
    expect((await securityOf(person)).passkeys).toMatchObject([{ name: 'New name', last_used_at: null }])
    expect((await securityOf(colleague)).passkeys).toMatchObject([{ name: 'Theirs' }])
  })

  it('given a passkey, when its registration is sent again or for another challenge, then nothing is added', async () => {
    const person = await calls.addPerson()
    const { sent } = await calls.addPasskey(person)
    expect((await calls.ask(person.login, 'POST', '/admin/me/passkeys', sent)).statusCode).toBe(410)
    const confirmation = await calls.confirm(person)
    const asked = await calls.ask(person.login, 'POST', '/admin/me/passkeys/options', { confirmation })
    const replay = { ...sent, challenge: asked.json().challenge }
    expect((await calls.ask(person.login, 'POST', '/admin/me/passkeys', replay)).statusCode).toBe(400)
    expect((await securityOf(person)).passkeys).toHaveLength(1)
  })
})

describe('STAFF_MFA=required', () => {
  it('given an account without a factor, when it logs in, then the token can only set one up, and afterwards everything @full', async () => {
    const strict = await startCoreForTest({ STAFF_MFA: 'required' })
    const { ask, enter, loginOf } = secondFactorCalls(strict)
    const device = crypto.randomUUID()
    const answer = await enter('admin', device)
    expect(answer.json().second_factor_setup).toBe('required')
    const login = loginOf(answer)
    const refused = await ask(login, 'GET', '/clients')
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'SECOND_FACTOR_REQUIRED'])
    for (const url of ['/admin/list', '/admin/me', '/admin/me/logins', '/capabilities'])
      expect((await ask(login, 'GET', url)).json().code).toBe('SECOND_FACTOR_REQUIRED')
    expect((await ask(login, 'POST', '/admin/me/second-factor/postpone')).statusCode).toBe(409)

    const { secret } = (await ask(login, 'POST', '/admin/me/authenticator', {})).json()
    expect((await ask(login, 'GET', '/clients')).statusCode).toBe(403)
    const code = codeOf(secret)
    expect((await ask(login, 'POST', '/admin/me/authenticator/confirm', { code })).statusCode).toBe(200)
    expect((await ask(login, 'GET', '/clients')).statusCode).toBe(200)
    expect((await ask(login, 'POST', '/admin/me/authenticator', {})).json().code).toBe('CONFIRMATION_REQUIRED')

    const { confirmation } = (
      await ask(login, 'POST', '/admin/me/confirmations', { password: 'correct horse battery staple' })
    ).json()
    const last = await ask(login, 'POST', '/admin/me/authenticator/remove', { confirmation })
    expect(last.statusCode).toBe(409)
    expect((await ask(login, 'GET', '/admin/me/security')).json()).toMatchObject({
      required: true,
      authenticator_since: expect.any(String),
    })
  })

  it.each(['an app', 'a passkey'])(
    'given two logins with the password alone, when one sets up %s, then the other has ended, and is no full login @full',
    async (what) => {
      const strict = await startCoreForTest({ STAFF_MFA: 'required' })
      const { ask, enter, loginOf } = secondFactorCalls(strict)
      const [owner, thief] = [
        loginOf(await enter('admin', crypto.randomUUID())),
        loginOf(await enter('admin', crypto.randomUUID())),
      ]
      expect((await ask(thief, 'GET', '/clients')).json().code).toBe('SECOND_FACTOR_REQUIRED')
      if (what === 'an app') {
        const { secret } = (await ask(owner, 'POST', '/admin/me/authenticator', {})).json()
        await ask(owner, 'POST', '/admin/me/authenticator/confirm', { code: codeOf(secret) })
      } else {
        const { challenge, options } = (await ask(owner, 'POST', '/admin/me/passkeys/options', {})).json()
        const passkey = makeSoftwarePasskey().register({ challenge: options.challenge })
        await ask(owner, 'POST', '/admin/me/passkeys', { challenge, name: 'Mine', passkey })
      }
      expect((await ask(owner, 'GET', '/clients?limit=1')).statusCode).toBe(200)
      expect((await ask(thief, 'GET', '/clients?limit=1')).statusCode).toBe(401)
      expect((await ask(thief, 'POST', '/admin/me/authenticator', {})).statusCode).toBe(401)
    },
  )

  it('given the routes, when a login may only set up a factor, then these alone are open to it @full', async () => {
    const open = Object.entries(core.app.swagger().paths ?? {}).flatMap(([path, operations]) =>
      Object.values(operations as Record<string, { operationId: string; description?: string }>)
        .filter(({ description }) => description?.includes('set up a second factor'))
        .map(({ operationId }) => `${operationId} ${path}`),
    )
    expect(open.toSorted()).toEqual([
      'addPasskey /admin/me/passkeys',
      'finishAuthenticator /admin/me/authenticator/confirm',
      'getAccountSecurity /admin/me/security',
      'logOut /admin/logout',
      'postponeSecondFactor /admin/me/second-factor/postpone',
      'reportActivity /admin/activity',
      'startAuthenticator /admin/me/authenticator',
      'startPasskey /admin/me/passkeys/options',
    ])
  })
})

describe('STAFF_MFA=optional', () => {
  it('given an account without a factor, when it logs in, then it is offered one until it is postponed, and nothing is closed @full', async () => {
    const optional = await startCoreForTest({ STAFF_MFA: 'optional' })
    const { ask, enter, loginOf } = secondFactorCalls(optional)
    const answer = await enter('admin', crypto.randomUUID())
    expect(answer.json().second_factor_setup).toBe('offered')
    const login = loginOf(answer)
    expect((await ask(login, 'GET', '/clients')).statusCode).toBe(200)
    expect((await ask(nobody, 'POST', '/admin/me/second-factor/postpone')).statusCode).toBe(401)
    expect((await ask(login, 'POST', '/admin/me/second-factor/postpone')).statusCode).toBe(204)
    expect((await enter('admin', crypto.randomUUID())).json()).not.toHaveProperty('second_factor_setup')
  })
})

describe('second factors of another staff member', () => {
  it('given a power admin, when they remove them, then the password alone logs in again, and former logins have ended @full', async () => {
    const person = await calls.addPerson()
    await calls.addAuthenticator(person)
    await calls.addPasskey(person)
    const url = `/admin/${person.id}/second-factors/remove`
    expect((await calls.ask(await core.admin(), 'POST', url)).statusCode).toBe(204)
    expect((await calls.ask(person.login, 'GET', '/admin/me/security')).statusCode).toBe(401)
    expect((await calls.enter(person.username, person.device)).json()).toHaveProperty('admin_session')
    expect(await actionsOn(person.id)).toContain('admin.second-factors-removed')
    const told = core.app.db.selectFrom('outbox_messages').select('kind').where('admin_id', '=', person.id)
    expect(await told.execute()).toContainEqual({ kind: 'second-factor-removed' })
  })

  it('given a person who has none, when they are removed, then the power admin is told, and the person stays logged in', async () => {
    const person = await calls.addPerson()
    const refused = await calls.ask(await core.admin(), 'POST', `/admin/${person.id}/second-factors/remove`)
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'This account has no second factor.'])
    expect((await calls.ask(person.login, 'GET', '/admin/me/security')).statusCode).toBe(200)
  })

  it('given a standard admin, oneself, nobody, or an unknown account, when it is asked for, then refused and they stay @full', async () => {
    const [person, colleague] = [await calls.addPerson(), await calls.addPerson('power')]
    await calls.addAuthenticator(colleague)
    const remove = async (as: Person['login'], id: string) =>
      (await calls.ask(as, 'POST', `/admin/${id}/second-factors/remove`)).statusCode
    expect(await remove(person.login, colleague.id)).toBe(403)
    expect(await remove(colleague.login, colleague.id)).toBe(409)
    expect(await remove(nobody, colleague.id)).toBe(401)
    expect(await remove(colleague.login, crypto.randomUUID())).toBe(404)
    expect(await securityOf(colleague)).toMatchObject({ authenticator_since: expect.any(String) })
  })
})
