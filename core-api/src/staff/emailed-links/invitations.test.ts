import type { PrincipalStatement } from '@agency/contract/principal'
import { type MailServer, startMailServer } from '@agency/test-kit/product/mail-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { adminPassword, type Core, nobody, startCore } from '../../../test/core.ts'

let mails: MailServer
let core: Core
beforeAll(async () => {
  mails = await startMailServer()
  const mail = { SMTP_URL: mails.url, MAIL_FROM: 'Sunrise <office@example.com>' }
  core = await startCore({ AGENCY_NAME: 'Sunrise', STAFF_URL: 'https://staff.example.com/', ...mail })
})
afterAll(async () => {
  await core.close()
  await mails.close()
})
beforeEach(() => {
  mails.received.length = 0
})

const password = 'swordfish trombone'
let count = 0
const profile = (changes: object = {}) => {
  const username = `ana${++count}`
  return {
    email: `${username}@example.com`,
    username,
    role: 'standard',
    first_name: 'Ana',
    last_name: 'Lima',
    ...changes,
  }
}
const url = '/admin/invitations'
const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object, as?: PrincipalStatement) =>
  core.ask(as ?? (await core.admin()), { method, url: `${url}${path}`, ...(payload ? { payload } : {}) })
const list = async () => (await call('GET', '')).json()
/** The list without the delivery states of its e-mails, which change during a test. */
const withoutDelivery = async () => (await list()).map((invitation: object) => ({ ...invitation, delivery: undefined }))
const accept = (token: string, typed = password) => call('POST', '/accept', { token, password: typed }, nobody)
const logIn = (username: string, typed = password) =>
  core.ask(nobody, { method: 'POST', url: '/admin/login', payload: { username, password: typed } })

/** The secret of the link in the newest e-mail to an address. */
async function tokenSentTo(email: string, nth = 1): Promise<string> {
  const sent = () => mails.received.filter(({ to }) => to.includes(email))
  await vi.waitFor(() => expect(sent()).toHaveLength(nth), { timeout: 20_000, interval: 20 })
  const link = /https:\/\/staff\.example\.com\/admin\/accept-invitation#([\w-]{43})\s/.exec(sent().at(-1)?.text ?? '')
  return link?.[1] ?? ''
}

async function standardAdmin(): Promise<PrincipalStatement> {
  return (await addAdmin('standard')).as
}

/** A new account and its login. */
async function addAdmin(role: 'power' | 'standard') {
  const body = { ...profile({ role, first_name: 'Lee', last_name: `Ortiz ${count}` }), password: adminPassword }
  const { id } = (await core.ask(await core.admin(), { method: 'POST', url: '/admin/create', payload: body })).json()
  const answer = await logIn(body.username, adminPassword)
  const as: PrincipalStatement = { kind: 'admin', id: answer.json().admin_session.id, address: '192.0.2.9' }
  return { id, as, name: `${body.first_name} ${body.last_name}` }
}

describe('an invitation', () => {
  it('[AC-03] given somebody invited, when they open the link and choose a password, then they log in, and the link is used up', async () => {
    const ana = profile({ role: 'assistant' })
    const made = await call('POST', '', ana)
    expect(made.statusCode).toBe(201)
    expect(made.json()).toMatchObject({ ...ana, expired: false })
    expect((await logIn(ana.username)).statusCode).toBe(401)

    const token = await tokenSentTo(ana.email)
    await vi.waitFor(async () => expect(await list()).toContainEqual(expect.objectContaining({ delivery: 'sent' })), {
      timeout: 20_000,
    })
    expect((await call('POST', '/open', { token }, nobody)).json()).toEqual({
      first_name: 'Ana',
      username: ana.username,
    })
    expect((await accept(token, 'Password1234!')).json().details).toMatchObject([{ field: 'password' }])
    expect((await accept(token)).statusCode).toBe(204)
    expect((await logIn(ana.username)).json()).toMatchObject({ success: true, admin: { role: 'assistant' } })
    expect((await accept(token)).json().code).toBe('GONE')
    expect(await list()).not.toContainEqual(expect.objectContaining({ username: ana.username }))
  })

  it('given one sent again, when each link is opened, then the newest alone works; revoked, none does @full', async () => {
    const ana = profile()
    const { id } = (await call('POST', '', ana)).json()
    const first = await tokenSentTo(ana.email)
    expect((await call('POST', `/${id}/resend`)).statusCode).toBe(200)
    const second = await tokenSentTo(ana.email, 2)
    expect((await call('POST', '/open', { token: first }, nobody)).statusCode).toBe(410)
    expect((await call('POST', '/open', { token: second }, nobody)).statusCode).toBe(200)

    expect((await call('DELETE', `/${id}`)).statusCode).toBe(204)
    expect((await accept(second)).statusCode).toBe(410)
    expect((await call('DELETE', `/${id}`)).statusCode).toBe(404)
    expect((await call('POST', `/${id}/resend`)).statusCode).toBe(404)
  })

  it('given one of more than a day, when its link is used, then 410, and the list says that it has expired', async () => {
    const ana = profile()
    const { id } = (await call('POST', '', ana)).json()
    const token = await tokenSentTo(ana.email)
    const past = new Date(Date.now() - 1_000).toISOString()
    await core.app.db.updateTable('admin_invitations').set({ expires_at: past }).where('id', '=', id).execute()
    expect((await accept(token)).statusCode).toBe(410)
    expect(await list()).toContainEqual(expect.objectContaining({ id, expired: true }))
  })

  it('given a stored invitation, when the tables and the trail are read, then nowhere is the link or the address', async () => {
    const ana = profile()
    await call('POST', '', ana)
    const token = await tokenSentTo(ana.email)
    const rows = await Promise.all(
      (['admin_invitations', 'outbox_messages', 'audit_events'] as const).map((table) =>
        core.app.db.selectFrom(table).selectAll().execute(),
      ),
    )
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows.slice(1))).not.toContain(ana.email)
  })

  it.each<[string, object, string]>([
    ['a user name that an admin has', { username: 'ADMIN' }, 'username'],
    ['an address that is none', { email: 'ana' }, 'email'],
    ['an unknown role', { role: 'root' }, 'role'],
    ['a password', { password }, 'password'],
  ])('given %s, when somebody is invited, then 400 names the field and nobody is', async (_what, changes, field) => {
    const before = await withoutDelivery()
    const answer = await call('POST', '', profile(changes))
    expect(answer.statusCode).toBe(400)
    expect(answer.json().details).toMatchObject([{ field }])
    expect(await withoutDelivery()).toEqual(before)
  })

  it('given the names of an open invitation, when another takes them, then 400; taken by an account since, then 409', async () => {
    const ana = profile()
    await call('POST', '', ana)
    const token = await tokenSentTo(ana.email)
    expect((await call('POST', '', profile({ email: ana.email.toUpperCase() }))).json().details).toMatchObject([
      { field: 'email' },
    ])
    const body = { ...profile({ username: ana.username }), password }
    await core.ask(await core.admin(), { method: 'POST', url: '/admin/create', payload: body })
    expect((await accept(token)).json().code).toBe('WRONG_STATE')
  })

  it('given nobody, or a standard admin, when they reach for invitations, then they are refused and nothing changed', async () => {
    const { id } = (await call('POST', '', profile())).json()
    const before = await list()
    const standard = await standardAdmin()
    for (const [as, status] of [
      [nobody, 401],
      [standard, 403],
    ] as const) {
      const answers = [
        await call('GET', '', undefined, as),
        await call('POST', '', profile(), as),
        await call('POST', `/${id}/resend`, undefined, as),
        await call('DELETE', `/${id}`, undefined, as),
      ]
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([status, status, status, status])
    }
    expect((await call('POST', '/open', { token: 'guessed' }, nobody)).statusCode).toBe(410)
    expect(await list()).toMatchObject(
      before.map(({ id, sent_at }: { id: string; sent_at: string }) => ({ id, sent_at })),
    )
  })
})

describe('the power of the inviter', () => {
  const trailOf = async (query: string) =>
    (await core.ask(await core.admin(), { method: 'GET', url: `/audit?${query}` })).json().events

  it.each([
    ['deleted', (id: string) => ({ method: 'DELETE', url: `/admin/${id}` }) as const],
    [
      'given a lower role',
      (id: string) => ({ method: 'PUT', url: `/admin/${id}/update`, payload: { role: 'standard' } }) as const,
    ],
  ])(
    'given an inviter who was %s, when the link is opened or accepted, then it has ended, and list and trail name the inviter @full',
    async (_what, end) => {
      const inviter = await addAdmin('power')
      const ana = profile({ role: 'power' })
      const { id } = (await call('POST', '', ana, inviter.as)).json()
      const token = await tokenSentTo(ana.email)
      expect((await call('POST', '/open', { token }, nobody)).statusCode).toBe(200)
      const ended = await core.ask(await core.admin(), end(inviter.id))
      expect(ended.statusCode).toBeLessThan(300)

      expect((await call('POST', '/open', { token }, nobody)).statusCode).toBe(410)
      expect((await accept(token)).statusCode).toBe(410)
      expect((await logIn(ana.username)).statusCode).toBe(401)
      const found = (await list()).find((invitation: { id: string }) => invitation.id === id)
      expect(found).toMatchObject({ ended: true, invited_by_name: inviter.name })
      expect(await trailOf(`subject_id=${id}&action=admin.invited`)).toMatchObject([{ actor_name: inviter.name }])
      expect(await trailOf(`subject_id=${id}&action=admin.invitation-revoked`)).toHaveLength(1)
    },
  )

  it('given a lowered inviter who got the role back, when the link is accepted, then it is ended still, until somebody sends it again @full', async () => {
    const inviter = await addAdmin('power')
    const ana = profile()
    const { id } = (await call('POST', '', ana, inviter.as)).json()
    const token = await tokenSentTo(ana.email)
    for (const role of ['standard', 'power'])
      await core.ask(await core.admin(), { method: 'PUT', url: `/admin/${inviter.id}/update`, payload: { role } })
    expect((await accept(token)).statusCode).toBe(410)

    expect((await call('POST', `/${id}/resend`)).json()).toMatchObject({
      ended: false,
      invited_by_name: 'admin',
    })
    expect((await accept(await tokenSentTo(ana.email, 2))).statusCode).toBe(204)
    const [made] = await trailOf('action=admin.created&limit=1')
    expect(made).toMatchObject({ detail: 'invited by admin' })
  })

  it('given an inviter whose role was lowered where no event ended the invitation, when it is accepted, then it is refused', async () => {
    const inviter = await addAdmin('power')
    const ana = profile()
    await call('POST', '', ana, inviter.as)
    const token = await tokenSentTo(ana.email)
    await core.app.db.updateTable('admins').set({ role: 'assistant' }).where('id', '=', inviter.id).execute()
    expect((await accept(token)).statusCode).toBe(410)
    expect((await logIn(ana.username)).statusCode).toBe(401)
  })
})
