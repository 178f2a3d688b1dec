import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Core, nobody, startCoreForTest } from '../../test/core.ts'
import { type Person, secondFactorCalls, startSecondFactorCore } from '../../test/second-factor-fixtures.ts'
import { readVerifiedEvents } from '../platform/audit-trail/audit-service.ts'
import { recoverAccount } from './recover-account.ts'

let core: Core
let calls: ReturnType<typeof secondFactorCalls>
beforeAll(async () => {
  const started = await startSecondFactorCore()
  ;({ core, calls } = started)
  return started.close
})

const chosen = 'a quiet lamp of theirs'
const emailOf = ({ username }: Pick<Person, 'username'>) => `${username}@example.com`
const recover = (email: string, { app, config } = core) =>
  recoverAccount(
    { db: app.db, cipher: app.cipher, staffUrl: 'https://staff.example.com/', passwordLogin: config },
    email,
  )
const tokenOf = (link: string) => /^https:\/\/staff\.example\.com\/admin\/reset-password#([\w-]{43})$/.exec(link)?.[1]
const choosePassword = async (link: string, on = core) =>
  on.ask(nobody, {
    method: 'POST',
    url: '/admin/password-resets/finish',
    payload: { token: tokenOf(link), password: chosen },
  })

/** All that a recovery may change. */
async function readTables({ app: { db } } = core) {
  return Promise.all([
    db.selectFrom('admins').selectAll().orderBy('id').execute(),
    db.selectFrom('admin_sessions').selectAll().orderBy('id').execute(),
    db.selectFrom('admin_passkeys').select('id').orderBy('id').execute(),
    db.selectFrom('admin_recovery_codes').select('id').orderBy('id').execute(),
    db.selectFrom('password_resets').selectAll().orderBy('token_hash').execute(),
    db.selectFrom('audit_events').selectAll().orderBy('id').execute(),
    db.selectFrom('outbox_messages').select(['id', 'kind', 'admin_id', 'destination']).orderBy('id').execute(),
  ])
}

describe('an account whose owner has lost password and second factors', () => {
  it('given it is recovered, when its link is used, then the new password alone logs in with power access; former ways in do not', async () => {
    const person = await calls.addPerson()
    const { recoveryCodes } = await calls.addAuthenticator(person)
    await calls.addPasskey(person)
    const { username, link } = await recover(emailOf(person))
    expect(username).toBe(person.username)
    expect((await calls.ask(person.login, 'GET', '/admin/me')).statusCode).toBe(401)
    expect((await calls.enter(person.username, person.device)).statusCode).toBe(401)

    expect((await choosePassword(link)).statusCode).toBe(204)
    expect((await choosePassword(link)).statusCode).toBe(410)
    const withCode = { password: chosen, recovery_code: recoveryCodes[0] }
    expect((await calls.enter(person.username, person.device, withCode)).statusCode).toBe(401)
    const login = calls.loginOf(await calls.enter(person.username, person.device, { password: chosen }))
    expect((await calls.ask(login, 'GET', '/admin/me')).json()).toMatchObject({ id: person.id, role: 'power' })
    expect((await calls.ask(login, 'GET', '/admin/invitations')).statusCode).toBe(200)
  })

  it('given an earlier link for a forgotten password, when the account is recovered, then that link has ended', async () => {
    const person = await calls.addPerson('power')
    const earlier = await recover(emailOf(person))
    await recover(emailOf(person))
    expect((await choosePassword(earlier.link)).statusCode).toBe(410)
  })

  it('given wrong passwords have locked it, when it is recovered, then its owner logs in at once from the same address', async () => {
    const person = await calls.addPerson()
    const stranger = crypto.randomUUID()
    const enter = (password: string) => calls.enter(person.username, stranger, { password })
    for (let n = 0; n < 5; n++) expect((await enter('wrong')).statusCode).toBe(401)
    expect((await enter('wrong')).statusCode).toBe(429)
    await choosePassword((await recover(emailOf(person))).link)
    expect((await enter(chosen)).statusCode).toBe(200)
  })

  it('given STAFF_MFA=required, when its owner logs in again, then the login can only set up a factor', async () => {
    const strict = await startCoreForTest({ STAFF_MFA: 'required' })
    const { ask, enter, loginOf } = secondFactorCalls(strict)
    await strict.app.db.updateTable('admins').set({ email: 'dana@agency.example' }).execute()
    await choosePassword((await recover('dana@agency.example', strict)).link, strict)
    const login = loginOf(await enter('admin', crypto.randomUUID(), { password: chosen }))
    expect((await ask(login, 'GET', '/clients')).json().code).toBe('SECOND_FACTOR_REQUIRED')
    expect((await ask(login, 'POST', '/admin/me/authenticator', {})).statusCode).toBe(201)
  })

  it('given an account that only an OpenID provider logs in, when it is recovered, then its link sets a password', async () => {
    const person = await calls.addPerson()
    await core.app.db.updateTable('admins').set({ password_hash: null }).where('id', '=', person.id).execute()
    expect((await choosePassword((await recover(emailOf(person))).link)).statusCode).toBe(204)
    expect((await calls.enter(person.username, person.device, { password: chosen })).statusCode).toBe(200)
  })
})

describe('what a recovery leaves behind', () => {
  it('given it is done, when the trail is read, then it names the account, what changed, and nobody of the staff as its actor', async () => {
    const [standard, power] = [await calls.addPerson(), await calls.addPerson('power')]
    for (const person of [standard, power]) await recover(emailOf(person))
    const eventOf = async ({ id }: Person) => {
      const url = `/audit?subject_id=${id}&action=admin.recovered`
      return (await calls.ask(await core.admin(), 'GET', url)).json().events
    }
    const event = { actor_kind: 'system', actor_id: null, address: null }
    expect(await eventOf(standard)).toMatchObject([{ ...event, fields: ['role', 'password'] }])
    expect(await eventOf(power)).toMatchObject([{ ...event, fields: ['password'] }])
    const verified = await readVerifiedEvents(core.app.db, core.app.auditKey, power.id, ['admin.recovered'])
    expect(verified).toMatchObject([{ holds: true }])
  })

  it('given it is done, when the tables are read, then nowhere is the link; its owner is told, without the address in the clear', async () => {
    const person = await calls.addPerson()
    const { link } = await recover(emailOf(person))
    const [, , , , resets, events, messages] = await readTables()
    expect(tokenOf(link)).toBeDefined()
    expect(JSON.stringify([resets, events, messages])).not.toMatch(new RegExp(`${tokenOf(link)}|${emailOf(person)}`))
    expect(messages.filter(({ admin_id }) => admin_id === person.id)).toMatchObject([{ kind: 'account-changed' }])
  })
})

describe('a recovery that is refused', () => {
  it.each([
    ['unknown', () => 'nobody@agency.example'],
    ['empty, as that of the first admin before the set-up', () => ''],
    ['in another case', (person: Person) => emailOf(person).toUpperCase()],
    ['of a deleted account', (person: Person) => emailOf(person), 'delete'],
  ])(
    'given an address that is %s, when it is named, then an error, and nothing is changed',
    async (_, address, ...then) => {
      const person = await calls.addPerson()
      await calls.addPasskey(person)
      if (then.includes('delete')) {
        expect((await calls.ask(await core.admin(), 'DELETE', `/admin/${person.id}`)).statusCode).toBe(204)
      }
      const before = await readTables()
      const refused = 'No staff account has this email address. Nothing was changed.'
      await expect(recover(address(person))).rejects.toThrow(refused)
      expect(await readTables()).toEqual(before)
    },
  )

  it('given two older accounts that share an address, when it is named, then an error, and nothing is changed', async () => {
    const [one, another] = [await calls.addPerson(), await calls.addPerson()]
    const email = emailOf(one)
    await core.app.db.updateTable('admins').set({ email }).where('id', '=', another.id).execute()
    const before = await readTables()
    await expect(recover(email)).rejects.toThrow('Several staff accounts have this email address.')
    expect(await readTables()).toEqual(before)
  })

  it('given STAFF_PASSWORD_LOGIN=off, when an account is named, then the error says how; as the emergency account it is recovered', async () => {
    const person = await calls.addPerson()
    const off = { ...core, config: { ...core.config, STAFF_PASSWORD_LOGIN: 'off' as const } }
    const before = await readTables()
    await expect(recover(emailOf(person), off)).rejects.toThrow(
      `Set STAFF_BREAK_GLASS to its user name (${person.username})`,
    )
    expect(await readTables()).toEqual(before)
    const emergency = { ...off, config: { ...off.config, STAFF_BREAK_GLASS: person.username } }
    expect((await recover(emailOf(person), emergency)).username).toBe(person.username)
  })
})

describe('npm run recover-account', () => {
  it.each([
    ['no address', [], /^Name the account by its email address: npm run recover-account -- --email <address>\n$/],
    ['no database', ['--email', 'dana@agency.example'], /^No database in .+\. Set DATA_DIR to the data directory/],
  ])('given %s, when it runs, then it ends with 1 and says so, and makes no file', (_, options, said) => {
    const directory = mkdtempSync(join(tmpdir(), 'recover-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const command = join(import.meta.dirname, 'recover-account.ts')
    const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...options], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, DATA_DIR: directory },
    })
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: expect.stringMatching(said) })
    expect(readdirSync(directory)).toEqual([])
  })
})
