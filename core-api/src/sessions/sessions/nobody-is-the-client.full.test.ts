import type { AdminRole } from '@agency/contract/admins'
import { hasPermission } from '@agency/contract/permissions'
import type { PrincipalStatement } from '@agency/contract/principal'
import type { Session } from '@agency/contract/sessions'
import pt from '@agency/messages/certificate/pt.json' with { type: 'json' }
import { pdfText } from '@agency/pdf-signing/test/pdf-tools'
import { type MailServer, startMailServer } from '@agency/test-kit/product/mail-server'
import { startTextGateway, type TextGatewayServer } from '@agency/test-kit/product/text-gateway'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { enterPortal, reachable, seedMade, signIn, storedPasscode } from '../../../test/identity-fixtures.ts'
import { type SeededSession, seedForm } from '../../../test/session-fixtures.ts'
import { askForCode, confirmCode } from '../../../test/signing-code-steps.ts'
import { whenSealed } from '../../../test/signing-steps.ts'
import { type Colleague, seedColleague } from '../../../test/staff-fixtures.ts'

/** A staff member of a role who tries to be the client. */
interface Attacker {
  as: PrincipalStatement
  role: AdminRole
  clientId: string
  /** A session that a colleague has started, whose passcode the product has made. */
  session: Session
  /** The texts of all answers to the attacker. */
  seen: string[]
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, headers?: object): Promise<Answer>
}
type Answer = Awaited<ReturnType<Core['ask']>>

const ownMail = 'mallory@evil.example'
const ownNumber = '+14155550666'
const own = { primary_email: ownMail, primary_phone: ownNumber }
const secret = '900112222'
const roles = ['assistant', 'auditor', 'standard', 'power'] as const

let mails: MailServer
let texts: TextGatewayServer
let core: Core
let boss: PrincipalStatement
let formId: string
let colleagues: Map<AdminRole, Colleague>
beforeAll(async () => {
  mails = await startMailServer()
  texts = await startTextGateway()
  const mail = { SMTP_URL: mails.url, MAIL_FROM: 'Sunrise <office@agency.example>' }
  core = await startCore({ ...mail, ...texts.settings, RECORD_READS_LIMIT: '0' })
  boss = await core.admin()
  const library = await seedMade(core)
  formId = (await seedForm(core, library)).form_id ?? ''
  colleagues = new Map()
  for (const role of roles)
    colleagues.set(role, await seedColleague(core, role, { first_name: 'Mal', last_name: role }))
})
beforeEach(async () => {
  // The limit of messages to an address, which all attackers share, must not be what stops them.
  await core.app.db.deleteFrom('rate_limits').execute()
})
afterAll(async () => {
  await core.close()
  await mails.close()
  await texts.close()
})

async function seedAttacker(role: AdminRole): Promise<Attacker> {
  const { as } = colleagues.get(role) ?? expect.fail(`Nobody is ${role}`)
  const { clientId, session } = await seedMade(core)
  await core.ask(boss, { method: 'PUT', url: `/clients/${clientId}`, payload: { ssn: secret } })
  const seen: string[] = []
  const call: Attacker['call'] = async (method, url, payload, headers = {}) => {
    const options: InjectOptions = { method, url, headers: { ...headers }, ...(payload ? { payload } : {}) }
    const answer = await core.ask(as, options)
    seen.push(answer.body)
    return answer
  }
  return { as, role, clientId, session, seen, call }
}

const path = ({ session_code }: Session) => `/session/${session_code}`
const edit = ({ call, clientId }: Attacker, values: object) => call('PUT', `/clients/${clientId}`, values)
const send = ({ call }: Attacker, session: Session, by: object = { link: 'email', passcode: 'text' }) =>
  call('POST', `${path(session)}/messages`, by)
const start = async (
  { call, role, clientId, session }: Attacker,
  more: object = {},
  headers = {},
): Promise<Session> => {
  // Whoever may choose a passcode has it made, so that they have to learn it.
  const made = 'passcode' in more || maySee(role) === false ? {} : { make_passcode: true }
  const body = { client_id: clientId, session_type: 'custom', passcode: null, ...made, ...more }
  const answer = await call('POST', '/session', body, headers)
  return answer.statusCode === 201 ? answer.json() : session
}
/** Sends, with a server that refuses, so that the message can be retried. */
const failedMessages = async ({ call }: Attacker, session: Session): Promise<{ id: string }[]> => {
  await core.app.db
    .updateTable('outbox_messages')
    .set({ state: 'dead', encrypted_message: null })
    .where('session_id', '=', session.id)
    .execute()
  return (await call('GET', `${path(session)}/messages`)).json().messages ?? []
}

/** The ways to a passcode, and the session that each is about. */
const ways: Record<string, (attacker: Attacker) => Promise<Session>> = {
  'reading the session': async ({ call, session }) => {
    await call('GET', `${path(session)}/details`)
    return session
  },
  'choosing in Start New Session': (attacker) => start(attacker, { passcode: 'mallory-knows-1' }),
  'choosing for a session of a colleague': async ({ call, session }) => {
    await call('PUT', path(session), { passcode: 'mallory-knows-2' })
    return session
  },
  'having a new one made': async ({ call, session }) => {
    await call('PUT', path(session), { make_passcode: true })
    return session
  },
  Show: async ({ call, session }) => {
    await call('POST', `${path(session)}/passcode/reveal`)
    return session
  },
  'the outbox page': async ({ call, session }) => {
    await core.ask(boss, {
      method: 'POST',
      url: `${path(session)}/messages`,
      payload: { link: 'email', passcode: 'text' },
    })
    await call('GET', '/outbox')
    return session
  },
  'contact edited before Send': async (attacker) => {
    await edit(attacker, own)
    await send(attacker, attacker.session)
    return attacker.session
  },
  'contact edited before, and back after': async (attacker) => {
    await edit(attacker, own)
    await send(attacker, attacker.session)
    await edit(attacker, reachable)
    return attacker.session
  },
  'contact edited between start and Send': async (attacker) => {
    const session = await start(attacker)
    await edit(attacker, own)
    await send(attacker, session)
    return session
  },
  'contact edited after Send, then sent again': async (attacker) => {
    await send(attacker, attacker.session)
    await edit(attacker, own)
    await send(attacker, attacker.session)
    return attacker.session
  },
  'contact edited, and back before a session is sent': async (attacker) => {
    await edit(attacker, own)
    const session = await start(attacker)
    await edit(attacker, reachable)
    await send(attacker, session)
    return session
  },
  'the number alone edited': async (attacker) => {
    await edit(attacker, { primary_phone: ownNumber })
    await send(attacker, attacker.session, { link: 'none', passcode: 'text' })
    return attacker.session
  },
  'by hand, with codes to one’s own address': async (attacker) => {
    const session = await start(attacker, { signing_code: 'client' })
    await edit(attacker, own)
    await send(attacker, session, { link: 'none', passcode: 'none' })
    await edit(attacker, reachable)
    return session
  },
  'codes moved to the edited contact': async (attacker) => {
    await edit(attacker, own)
    await attacker.call('PUT', `${path(attacker.session)}/code-destinations`)
    return attacker.session
  },
  'retry to the edited contact': async (attacker) => {
    await send(attacker, attacker.session)
    const messages = await failedMessages(attacker, attacker.session)
    await edit(attacker, own)
    for (const { id } of messages) await attacker.call('POST', `${path(attacker.session)}/messages/${id}/retry`)
    return attacker.session
  },
  'releasing one’s own Send': async (attacker) => {
    await edit(attacker, own)
    await send(attacker, attacker.session)
    await attacker.call('POST', `${path(attacker.session)}/messages/release`)
    return attacker.session
  },
  'own session': async (attacker) => {
    const session = await start(attacker)
    await attacker.call('GET', `${path(session)}/details`)
    await attacker.call('GET', `${path(session)}/messages`)
    return session
  },
  'preset, reminder and its text': async (attacker) => {
    const session = await start(attacker)
    const form = await attacker.call('POST', '/sessionforms', {
      session_id: session.id,
      form_id: formId,
      status: 'pending',
    })
    await edit(attacker, { primary_email: null })
    await attacker.call('POST', `/sessionforms/${form.json().id ?? formId}/remind`)
    return session
  },
  'copied link and the suggested passcode': async (attacker) => {
    for (const guess of ['gonçalves0147', 'client2026']) {
      if (await enterPortal(core, attacker.session, guess)) attacker.seen.push(guess)
    }
    return attacker.session
  },
  'owner alone of a client they have added': async (attacker) => {
    const { call } = attacker
    const added = await call('POST', '/clients', { client_last_name: 'Added', ...own })
    if (added.statusCode !== 201) return attacker.session
    const clientId: string = added.json().id
    await core.ask(boss, { method: 'PUT', url: `/clients/${clientId}`, payload: { ssn: secret } })
    const session = await start({ ...attacker, clientId })
    await send(attacker, session)
    return session
  },
  'the same start again': async (attacker) => {
    const headers = { 'idempotency-key': `"${crypto.randomUUID()}"` }
    await start(attacker, {}, headers)
    return start(attacker, {}, headers)
  },
  'the answer of a conflict': async ({ call, session }) => {
    await core.ask(boss, { method: 'PUT', url: path(session), payload: { session_type: 'renewal' } })
    await call('PUT', path(session), { session_type: 'review' }, { 'if-match': '"1"' })
    return session
  },
  'archiving and restoring': async ({ call, session }) => {
    for (const archived of [true, false]) await call('PUT', `${path(session)}/archived`, { archived })
    return session
  },
  'trail, export, lists and packet': async ({ call, session, clientId }) => {
    const urls = ['audit', 'audit/export'].map((name) => `/${name}?client_id=${clientId}`)
    const lists = [`/sessions?q=${session.session_code}`, `/clients/${clientId}/sessions`, `/clients/${clientId}`]
    // The values of the record are masked for those who may not see them.
    for (const url of [...urls, ...lists, `${path(session)}/packet`]) await call('GET', url)
    return session
  },
}

/** Waits until every message of the outbox has gone. */
async function whenDelivered() {
  // As if the time to undo a change of contact were over.
  const due = core.app.db.updateTable('outbox_messages').set({ next_attempt_at: sql<string>`now()` })
  await due.where('state', '=', 'queued').execute()
  core.app.wakeOutbox()
  const waiting = () =>
    core.app.db
      .selectFrom('outbox_messages')
      .select('id')
      .where('state', 'in', ['queued', 'sending', 'failed'])
      .execute()
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 30_000, interval: 25 })
}

/** What went to the attacker's own address and number. */
const receivedBy = (since: { mails: number; texts: number }): string[] => [
  ...mails.received.slice(since.mails).flatMap(({ to, text }) => (to.includes(ownMail) ? [text] : [])),
  ...texts.received.slice(since.texts).flatMap(({ to, text }) => (to === ownNumber ? [text] : [])),
]

/** The first page of the certificate of a document of one page, once it is sealed: as a reader of the PDF sees it. */
async function sealedText(of: SeededSession, formId: string): Promise<string> {
  await whenSealed(core, of, formId)
  const file = await core.ask(of.admin, { method: 'GET', url: `/sessionforms/${formId}/file` })
  return pdfText(file.rawPayload, 2, 2).replaceAll(/\s+/g, ' ')
}

/** It may have gone to several addresses. */
const madeAndSentTo = (to: string) => new RegExp(pt['identification.made_and_sent'].replace('{to}', `[^.]*${to}`))
/** The line about a contact that somebody of a role has changed. */
const changedBy = (role: AdminRole) =>
  new RegExp(pt['contactChange.line'].replace('{date}', '[\\d-]{10}').replace('{name}', `Mal ${role}`))

const maySee = (role: AdminRole) => hasPermission(role, 'sessions.passcode', 'power')

describe('a member of staff who tries to be the client', () => {
  it('given the roles, when they may see passcodes, then they may see values and open documents too', () => {
    for (const role of roles.filter(maySee)) {
      expect(hasPermission(role, 'clients.sensitive', 'power')).toBe(true)
      expect(hasPermission(role, 'documents.open', 'power')).toBe(true)
    }
    expect(roles.filter(maySee)).toEqual(['standard', 'power'])
  })

  const rows = Object.keys(ways).flatMap((way) => roles.map((role) => [role, way] as const))
  it.each(rows)(
    'given a %s, when they try %s, then they learn nothing that they may not, and a signature says it',
    async (role, way) => {
      const attacker = await seedAttacker(role)
      const since = { mails: mails.received.length, texts: texts.received.length }
      const session = await (ways[way] ?? expect.fail())(attacker)
      await whenDelivered()
      const passcode = await storedPasscode(core, session)
      const wasSeen = attacker.seen.some((text) => text.includes(passcode)) || passcode.startsWith('mallory')
      const received = receivedBy(since)
      const wasReceived = received.some((text) => text.includes(passcode))
      if (!maySee(role)) {
        expect([wasSeen, wasReceived]).toEqual([false, false])
        expect(attacker.seen.join()).not.toContain(secret)
        return
      }
      if (!wasSeen && !wasReceived) return
      // Signs as the client, from the agency's network, with a passcode that they know.
      await core.ask(boss, { method: 'PUT', url: path(session), payload: { signing_code: 'off' } })
      const attached = { session_id: session.id, form_id: formId, status: 'pending' }
      const form = (await core.ask(boss, { method: 'POST', url: '/sessionforms', payload: attached })).json()
      const client = await enterPortal(core, session, passcode, { address: '192.0.2.1' })
      await signIn(core, client ?? expect.fail('The passcode was refused'), session, form.id)
      const text = await sealedText({ admin: boss, clientId: attacker.clientId, session }, form.id)
      expect(text).toContain(pt.openedInAgency)
      expect(text).toMatch(wasSeen ? pt['identification.chosen_or_seen'] : madeAndSentTo('•••0666'))
      // Whoever may see everything also enters the contacts of a new client: only a change is marked.
      const isMarked = wasReceived && way !== 'owner alone of a client they have added'
      if (isMarked) expect(text).toMatch(changedBy(role))
    },
  )

  it.each(['standard', 'power'] as const)(
    'given a %s, when they have the one-time code sent to themselves, and the record corrected after, then the signature names number and change',
    async (role) => {
      const attacker = await seedAttacker(role)
      const since = { mails: mails.received.length, texts: texts.received.length }
      await edit(attacker, own)
      const session = await start(attacker, { passcode: 'mallory-knows-3', signing_code: 'text' })
      await edit(attacker, reachable)
      const attached = { session_id: session.id, form_id: formId, status: 'pending' }
      const form = (await core.ask(boss, { method: 'POST', url: '/sessionforms', payload: attached })).json()
      const client = (await enterPortal(core, session, 'mallory-knows-3')) ?? expect.fail('The passcode was refused')
      expect((await askForCode(core, client, session)).statusCode).toBe(200)
      await whenDelivered()
      // The notice about the changed contact goes to the same number, before the code or after it.
      const [code = ''] = receivedBy(since).flatMap((text) => /\b\d{6}\b/.exec(text) ?? [])
      expect((await confirmCode(core, client, session, code)).statusCode).toBe(200)
      await signIn(core, client, session, form.id)
      const text = await sealedText({ admin: boss, clientId: attacker.clientId, session }, form.id)
      expect(text).toContain(pt['identification.one_time_code'].replace('{to}', '•••0666'))
      expect(text).toContain(pt['contactChange.phone'])
      expect(text).toMatch(changedBy(role))
    },
  )
})
