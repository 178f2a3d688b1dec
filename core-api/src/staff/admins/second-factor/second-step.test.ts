import { beforeAll, describe, expect, it } from 'vitest'
import { adminPassword, type Core, nobody } from '../../../../test/core.ts'
import { sendOverlapping } from '../../../../test/held-calls.ts'
import {
  address,
  codeOf,
  type Person,
  type secondFactorCalls,
  startSecondFactorCore,
} from '../../../../test/second-factor-fixtures.ts'
import { makeSoftwarePasskey } from '../../../../test/software-authenticator.ts'
import { makeLinkToken } from '../../../platform/encryption/link-token.ts'

let core: Core
let calls: ReturnType<typeof secondFactorCalls>
beforeAll(async () => {
  const started = await startSecondFactorCore()
  ;({ core, calls } = started)
  return started.close
})

const statusOf = async (answer: Promise<{ statusCode: number }>) => (await answer).statusCode
const codeIn = (answer: { json(): { code?: string } }) => answer.json().code

describe('a password login of an account with an authenticator app', () => {
  it('given the right password, when it is sent, then a challenge and no login; a code completes it @full', async () => {
    const person = await calls.addPerson()
    const { secret } = await calls.addAuthenticator(person)
    const { id, answer } = await calls.challengeOf(person)
    expect(answer.json()).toEqual({
      success: false,
      message: expect.any(String),
      second_factor: { challenge: id, methods: ['code', 'recovery_code'] },
    })
    const done = await calls.complete(person.device, { challenge: id, code: ` ${codeOf(secret)} ` })
    expect(done.json()).toMatchObject({ success: true, admin: { username: person.username } })
    expect(await statusOf(calls.ask(calls.loginOf(done), 'GET', '/clients'))).toBe(200)
  })

  it('given a code, when it is used again in a new challenge, then it is refused; so is one of an earlier step', async () => {
    const person = await calls.addPerson()
    const { secret } = await calls.addAuthenticator(person)
    const code = codeOf(secret)
    const first = await calls.challengeOf(person)
    expect(await statusOf(calls.complete(person.device, { challenge: first.id, code }))).toBe(200)
    const { id } = await calls.challengeOf(person)
    const again = await calls.complete(person.device, { challenge: id, code })
    expect([again.statusCode, codeIn(again)]).toEqual([401, 'INVALID_SECOND_FACTOR'])
    expect(await statusOf(calls.complete(person.device, { challenge: id, code: codeOf(secret, -1) }))).toBe(401)
    expect(await statusOf(calls.complete(person.device, { challenge: id, code: codeOf(secret, 1) }))).toBe(200)
  })

  it('given a code of two steps ago, of two steps ahead, or of letters, when it is sent, then it is refused', async () => {
    const person = await calls.addPerson()
    const { secret } = await calls.addAuthenticator(person)
    const { id } = await calls.challengeOf(person)
    for (const code of [codeOf(secret, -2), codeOf(secret, 2), 'abcdef', ''])
      expect(await statusOf(calls.complete(person.device, { challenge: id, code }))).toBe(401)
  })

  it('given one challenge, when two codes are sent at once, then one of them logs in', async () => {
    const person = await calls.addPerson()
    const { secret, recoveryCodes } = await calls.addAuthenticator(person)
    const { id } = await calls.challengeOf(person)
    const answers = await Promise.all([
      statusOf(calls.complete(person.device, { challenge: id, code: codeOf(secret) })),
      statusOf(calls.complete(person.device, { challenge: id, recovery_code: recoveryCodes[0] })),
    ])
    expect(answers.toSorted()).toEqual([200, 410])
  })

  it('given a challenge, when another browser answers it, or it has expired, then it has ended', async () => {
    const person = await calls.addPerson()
    const { secret } = await calls.addAuthenticator(person)
    const { id } = await calls.challengeOf(person)
    const stranger = await calls.complete(crypto.randomUUID(), { challenge: id, code: codeOf(secret) })
    expect([stranger.statusCode, codeIn(stranger)]).toEqual([410, 'CHALLENGE_ENDED'])
    const past = new Date(Date.now() - 3_600_000).toISOString()
    await core.app.db.updateTable('admin_challenges').set({ expires_at: past }).where('id', '=', id).execute()
    expect(await statusOf(calls.complete(person.device, { challenge: id, code: codeOf(secret) }))).toBe(410)
  })

  it('given a challenge for the old password, when a colleague, the owner or a link sets a new one, then it has ended @full', async () => {
    const chosen = 'a quiet lamp of theirs'
    const admin = await core.admin()
    const ways: ((person: Person) => Promise<{ statusCode: number }>)[] = [
      ({ id }) => core.ask(admin, { method: 'PUT', url: `/admin/${id}/password`, payload: { password: chosen } }),
      ({ id }) => core.ask(admin, { method: 'PUT', url: `/admin/${id}/update`, payload: { password: chosen } }),
      ({ login, id }) => {
        const payload = { password: chosen, current_password: adminPassword }
        return core.ask(login, { method: 'PUT', url: `/admin/${id}/password`, payload })
      },
      async ({ id }) => {
        const { token, hash } = makeLinkToken()
        const expires_at = new Date(Date.now() + 60_000).toISOString()
        await core.app.db.insertInto('password_resets').values({ admin_id: id, token_hash: hash, expires_at }).execute()
        await core.app.db
          .updateTable('admins')
          .set({ email: `${id}@example.com` })
          .where('id', '=', id)
          .execute()
        const payload = { token, password: chosen }
        return core.ask(nobody, { method: 'POST', url: '/admin/password-resets/finish', payload })
      },
    ]
    for (const setPassword of ways) {
      const person = await calls.addPerson()
      const { secret } = await calls.addAuthenticator(person)
      const { id } = await calls.challengeOf(person)
      expect(Math.floor((await setPassword(person)).statusCode / 100)).toBe(2)
      const answer = await calls.complete(person.device, { challenge: id, code: codeOf(secret) })
      expect([answer.statusCode, codeIn(answer)]).toEqual([410, 'CHALLENGE_ENDED'])
    }
  })

  it('given five wrong codes, when the right one follows, then the challenge has ended, and codes have to wait', async () => {
    const person = await calls.addPerson()
    const { secret } = await calls.addAuthenticator(person)
    const { id } = await calls.challengeOf(person)
    for (let n = 0; n < 5; n++)
      expect(await statusOf(calls.complete(person.device, { challenge: id, code: 'wrong' }))).toBe(401)
    expect(await statusOf(calls.complete(person.device, { challenge: id, code: codeOf(secret) }))).toBe(410)
    const next = await calls.challengeOf(person)
    expect(await statusOf(calls.complete(person.device, { challenge: next.id, code: codeOf(secret) }))).toBe(429)
  })

  it.each([
    ['none', {}],
    ['two', { code: '1', recovery_code: '2' }],
  ])('given an answer with %s of the factors, when it is sent, then 400', async (_how, sent) => {
    const challenge = crypto.randomUUID()
    expect(await statusOf(calls.complete(crypto.randomUUID(), { challenge, ...sent }))).toBe(400)
  })
})

describe('a recovery code', () => {
  it('given ten codes, when one is used, in any case and without hyphens, then it logs in once', async () => {
    const person = await calls.addPerson()
    const { recoveryCodes } = await calls.addAuthenticator(person)
    expect(new Set(recoveryCodes)).toHaveProperty('size', 10)
    const [code = ''] = recoveryCodes
    const sent = { recovery_code: code.toUpperCase().replaceAll('-', ' ') }
    const first = await calls.challengeOf(person)
    expect(await statusOf(calls.complete(person.device, { challenge: first.id, ...sent }))).toBe(200)
    const second = await calls.challengeOf(person)
    expect(await statusOf(calls.complete(person.device, { challenge: second.id, ...sent }))).toBe(401)
    const stored = await core.app.db.selectFrom('admin_recovery_codes').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(code)
  })

  it('given a colleague’s code, when it is sent, then it is refused and stays unused', async () => {
    const [person, colleague] = [await calls.addPerson(), await calls.addPerson()]
    await calls.addAuthenticator(person)
    const [code] = (await calls.addAuthenticator(colleague)).recoveryCodes
    const { id } = await calls.challengeOf(person)
    expect(await statusOf(calls.complete(person.device, { challenge: id, recovery_code: code }))).toBe(401)
    const own = await calls.challengeOf(colleague)
    expect(await statusOf(calls.complete(colleague.device, { challenge: own.id, recovery_code: code }))).toBe(200)
  })
})

describe('a passkey', () => {
  const answerOf = (
    { passkey }: { passkey: ReturnType<typeof makeSoftwarePasskey> },
    challenge: string,
    changes: object = {},
  ) => passkey.assert({ challenge, ...changes })
  const startAlone = async (device: string) =>
    (await calls.ask(calls.from(device), 'POST', '/admin/login/passkey')).json()

  it('given it is the second factor, when it signs the challenge, then it logs in; the same answer again does not', async () => {
    const person = await calls.addPerson()
    const made = await calls.addPasskey(person)
    const { id, options, answer } = await calls.challengeOf(person)
    expect(answer.json().second_factor.methods).toEqual(['passkey', 'recovery_code'])
    expect(options.allowCredentials).toHaveLength(1)
    const sent = { challenge: id, passkey: answerOf(made, options.challenge) }
    expect(await statusOf(calls.complete(person.device, sent))).toBe(200)
    expect(await statusOf(calls.complete(person.device, sent))).toBe(410)
    const next = await calls.challengeOf(person)
    expect(await statusOf(calls.complete(person.device, { ...sent, challenge: next.id }))).toBe(401)
  })

  it('given nothing but the passkey, when it signs, then that is the whole login', async () => {
    const person = await calls.addPerson()
    const made = await calls.addPasskey(person)
    const { challenge, options } = await startAlone(person.device)
    expect(options).toMatchObject({ userVerification: 'required', rpId: 'localhost', allowCredentials: [] })
    const passkey = answerOf(made, options.challenge, { userHandle: person.id })
    const done = await calls.complete(person.device, { challenge, passkey })
    expect(done.json()).toMatchObject({ success: true, admin: { username: person.username } })
    expect(await statusOf(calls.complete(person.device, { challenge, passkey }))).toBe(410)
  })

  it.each([
    ['did not verify its person', () => ({ verified: false })],
    ['signed for another site', () => ({ origin: 'https://evil.example' })],
    ['names another account', () => ({ userHandle: crypto.randomUUID() })],
    ['signed another challenge', () => ({ challenge: Buffer.from('another challenge').toString('base64url') })],
  ])('given a passkey that %s, when it is sent, then it is refused', async (_how, changes) => {
    const person = await calls.addPerson()
    const made = await calls.addPasskey(person)
    const { challenge, options } = await startAlone(person.device)
    const passkey = answerOf(made, options.challenge, changes())
    expect(await statusOf(calls.complete(person.device, { challenge, passkey }))).toBe(401)
  })

  it('given an unknown passkey, or a colleague’s, when it answers for the account, then it is refused @full', async () => {
    const [person, colleague] = [await calls.addPerson(), await calls.addPerson()]
    await calls.addPasskey(person)
    const others = await calls.addPasskey(colleague)
    for (const made of [others, { passkey: makeSoftwarePasskey() }]) {
      const { id, options } = await calls.challengeOf(person)
      const passkey = answerOf(made, options.challenge)
      expect(await statusOf(calls.complete(person.device, { challenge: id, passkey }))).toBe(401)
    }
  })

  // The embedded engine has one connection, so nothing happens at the same time.
  it.skipIf(!process.env.TEST_DATABASE_URL)(
    'given a passkey that is being removed, when it signs a login, then it is refused',
    async () => {
      const person = await calls.addPerson()
      const made = await calls.addPasskey(person)
      const [kept] = (await calls.ask(person.login, 'GET', '/admin/me/security')).json().passkeys
      const payload = { confirmation: await calls.confirm(person) }
      const { challenge, options } = await startAlone(person.device)
      const [removed, late] = await sendOverlapping(
        core,
        () => calls.ask(person.login, 'POST', `/admin/me/passkeys/${kept.id}/remove`, payload),
        () => calls.complete(person.device, { challenge, passkey: answerOf(made, options.challenge) }),
      )
      expect(removed.statusCode).toBe(204)
      expect([late.statusCode, codeIn(late)]).toEqual([401, 'INVALID_SECOND_FACTOR'])
    },
  )

  it('given a passkey login, when a code or a recovery code answers it, then it is refused', async () => {
    const person = await calls.addPerson()
    const { secret, recoveryCodes } = await calls.addAuthenticator(person)
    const { challenge } = await startAlone(person.device)
    expect(await statusOf(calls.complete(person.device, { challenge, code: codeOf(secret) }))).toBe(401)
    expect(await statusOf(calls.complete(person.device, { challenge, recovery_code: recoveryCodes[0] }))).toBe(401)
  })
})

describe('an account that a stranger guesses at', () => {
  const stranger = '198.51.100.7'
  async function besieged(): Promise<Person> {
    const person = await calls.addPerson()
    for (let n = 0; n < 50; n++) {
      await calls.enter(person.username, crypto.randomUUID(), { password: `guess ${n}` }, `198.51.100.${n}`)
      await calls.enter(person.username, crypto.randomUUID(), { password: `guess ${n}` }, stranger)
    }
    return person
  }

  it('[AC-05] given 50 wrong passwords of a stranger, when the colleague logs in on a known device, then it works, at any address', async () => {
    const person = await besieged()
    expect(await statusOf(calls.enter(person.username, crypto.randomUUID(), {}, stranger))).toBe(429)
    expect(await statusOf(calls.enter(person.username, person.device))).toBe(200)
    expect(await statusOf(calls.enter(person.username, person.device, {}, stranger))).toBe(200)
  })

  it('given the password is locked at an address, when a recovery code or a passkey comes from there, then it is a way in', async () => {
    const person = await calls.addPerson()
    const { recoveryCodes } = await calls.addAuthenticator(person)
    const made = await calls.addPasskey(person)
    const device = crypto.randomUUID()
    const at = '198.51.100.99'
    for (let n = 0; n < 5; n++) await calls.enter(person.username, device, { password: 'wrong' }, at)
    expect(await statusOf(calls.enter(person.username, device, {}, at))).toBe(429)

    const [recovery_code] = recoveryCodes
    const wrong = await calls.enter(person.username, device, { recovery_code, password: 'wrong' }, at)
    expect([wrong.statusCode, codeIn(wrong)]).toEqual([401, 'INVALID_CREDENTIALS'])
    expect((await calls.enter(person.username, device, { recovery_code }, at)).json()).toHaveProperty('admin_session')
    expect(await statusOf(calls.enter(person.username, device, { recovery_code }, at))).toBe(401)

    const options = await calls.ask(calls.from(device, at), 'POST', '/admin/login/passkey')
    const { challenge, options: asked } = options.json()
    const passkey = made.passkey.assert({ challenge: asked.challenge })
    expect(await statusOf(calls.complete(device, { challenge, passkey }, at))).toBe(200)
  })

  it('given the password and many networks, when codes are guessed, then ten are checked, and the owner gets in on a known device', async () => {
    const person = await calls.addPerson()
    const { secret, recoveryCodes } = await calls.addAuthenticator(person)
    const statuses: number[] = []
    for (let n = 0; n < 12; n++) {
      const [device, at] = [crypto.randomUUID(), `203.0.113.${n}`]
      const challenge = (await calls.enter(person.username, device, {}, at)).json().second_factor.challenge
      statuses.push(await statusOf(calls.complete(device, { challenge, code: 'abcdef' }, at)))
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])

    const { id } = await calls.challengeOf(person)
    expect(await statusOf(calls.complete(person.device, { challenge: id, code: codeOf(secret) }))).toBe(200)
    const [recovery_code] = recoveryCodes
    const elsewhere = await calls.enter(person.username, crypto.randomUUID(), { recovery_code }, '198.51.100.42')
    expect(elsewhere.json()).toHaveProperty('admin_session')
  })

  it('given the password, when a recovery code is guessed, then after five the right one has to wait', async () => {
    const person = await calls.addPerson()
    const { recoveryCodes } = await calls.addAuthenticator(person)
    const device = crypto.randomUUID()
    for (let n = 0; n < 5; n++) await calls.enter(person.username, device, { recovery_code: 'aaaa-aaaa-aaaa' })
    expect(await statusOf(calls.enter(person.username, device, { recovery_code: recoveryCodes[0] }))).toBe(429)
  })
})

it('given a login without a second factor, when it is answered, then as the specification says', async () => {
  const answer = await calls.ask({ kind: 'nobody', address }, 'POST', '/admin/login', {
    username: 'admin',
    password: adminPassword,
  })
  expect(Object.keys(answer.json()).toSorted()).toEqual(['admin', 'admin_session', 'setup_required', 'success'])
})
