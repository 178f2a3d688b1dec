import { randomUUID } from 'node:crypto'
import type { SessionListItem } from '@agency/contract/sessions'
import type { Insertable } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { seedSealedForm } from '../../../test/sealed-fixtures.ts'
import { openAsClient, type SeededSession, seedClient, seedForm, seedSession } from '../../../test/session-fixtures.ts'
import type { Schema } from '../../platform/database/schema.ts'

let core: Core
let waiting: SeededSession
let begun: SeededSession
let over: SeededSession
let done: SeededSession
/** Its document was marked as completed by staff, and never signed. */
let marked: SeededSession

const today = '2026-03-10'
const signed_at = '2026-03-09T07:30:00.000Z'

beforeAll(async () => {
  core = await startCore()
  const admin = await core.admin()
  for (const next_f_u_date of ['2026-03-09', '2025-12-31', today, '2026-03-17', '2026-03-18']) {
    await seedClient(core, admin, { client_last_name: 'Follow', client_first_name: next_f_u_date, next_f_u_date })
  }
  waiting = await seedSession(core)
  begun = await seedSession(core)
  over = await seedSession(core)
  done = await seedSession(core)
  const client = await openAsClient(core, begun.session)
  await core.ask(client, { method: 'POST', url: `/sessionforms/${(await seedForm(core, begun)).id}/open` })
  const soon = new Date(Date.now() + 6 * 86_400_000).toISOString()
  await core.app.db.updateTable('sessions').set({ expires_at: soon }).where('id', '=', begun.session.id).execute()
  const past = new Date(Date.now() - 1_000).toISOString()
  await core.app.db.updateTable('sessions').set({ expires_at: past }).where('id', '=', over.session.id).execute()
  const form = await seedSealedForm(core, done)
  const signedDocument = core.app.db.updateTable('envelopes').where('session_form_id', '=', form.id)
  await signedDocument.set({ signed_at }).execute()
  marked = await seedSession(core)
  const payload = { status: 'completed', signed_at }
  await core.ask(admin, { method: 'PUT', url: `/sessionforms/${(await seedForm(core, marked)).id}`, payload })
})
afterAll(() => core.close())

const list = async (query: string) => core.ask(await core.admin(), { method: 'GET', url: `/sessions?${query}` })
const codes = async (query: string) =>
  (await list(query)).json().map(({ session_code }: SessionListItem) => session_code)
const codeOf = ({ session }: SeededSession) => session.session_code

describe('the list of all sessions', () => {
  it('given sessions, when listed, then newest first with whose they are, and nothing sealed', async () => {
    const answer = await list('')
    expect(answer.headers['x-total-count']).toBe('5')
    expect(answer.json().map(({ session_code }: SessionListItem) => session_code)).toEqual(
      [marked, done, over, begun, waiting].map(codeOf),
    )
    expect(answer.json()[0]).toMatchObject({ client_first_name: 'Inês', client_last_name: 'Gonçalves', version: 2 })
    expect(answer.body).not.toMatch(/passcode|consent/)
  })

  it('given sessions that wait, when sorted so, then the longest first, with phone, opening and reminder @full', async () => {
    const other = await seedSession(core)
    await seedForm(core, other)
    const sent_at = '2026-01-05T10:00:00.000Z'
    await core.app.db.updateTable('sessions').set({ sent_at }).where('id', '=', other.session.id).execute()
    await core.ask(other.admin, {
      method: 'PUT',
      url: `/clients/${other.clientId}`,
      payload: { primary_phone: '3055550147' },
    })
    await core.ask(other.admin, { method: 'POST', url: `/session/${other.session.session_code}/remind` })
    expect(await codes('status=waiting')).toEqual([other, begun].map(codeOf))
    expect(await codes('status=waiting&sort=waiting')).toEqual([other, begun].map(codeOf))
    await core.app.db
      .updateTable('sessions')
      .set({ sent_at: new Date().toISOString() })
      .where('id', '=', other.session.id)
      .execute()
    expect(await codes('status=waiting&sort=waiting&limit=1')).toEqual([begun].map(codeOf))
    const rows = (await list('status=waiting&sort=waiting')).json()
    expect(rows[0]).toMatchObject({ client_phone: null, opened_at: expect.any(String), reminded_at: null })
    expect(rows[1]).toMatchObject({ client_phone: '3055550147', opened_at: null, reminded_at: expect.any(String) })
    await core.app.db.deleteFrom('sessions').where('id', '=', other.session.id).execute()
  })

  it.each<[string, () => SeededSession[]]>([
    ['status=waiting', () => [begun]],
    ['status=not_started', () => [waiting]],
    ['status=expired', () => [over]],
    ['status=completed', () => [marked, done]],
    ['status=sealing_failed', () => []],
    ['signed_since=2026-03-09T07:00:00Z', () => [done]],
    ['signed_since=2026-03-09T08:00:00Z', () => []],
    ['limit=2&offset=2', () => [over, begun]],
    ['status=waiting_for_us', () => [waiting]],
    ['status=expiring', () => [begun]],
    ['q=gonc%20in', () => [marked, done, over, begun, waiting]],
    ['q=gonc%20in&status=waiting', () => [begun]],
    ['q=nobody', () => []],
  ])('given %s, when asked, then those alone', async (query, expected) => {
    expect(await codes(query)).toEqual(expected().map(codeOf))
  })

  it('[OF-12] given open sessions, when one was handed over days ago, then it waits for long, whenever it was started', async () => {
    const past = new Date(Date.now() - 4 * 86_400_000).toISOString()
    const { db } = core.app
    const startedAt = ({ session }: SeededSession, created_at: string) =>
      db.updateTable('sessions').set({ created_at }).where('id', '=', session.id).execute()
    const sentAt = (sent_at: string) =>
      db.updateTable('session_forms').set({ sent_at }).where('session_id', '=', begun.session.id).execute()
    for (const seeded of [waiting, begun]) await startedAt(seeded, past)
    expect(await codes('status=waiting_long')).toEqual([])
    await sentAt(past)
    expect(await codes('status=waiting_long')).toEqual([codeOf(begun)])
    await sentAt(new Date().toISOString())
    for (const seeded of [waiting, begun]) await startedAt(seeded, seeded.session.created_at)
  })

  it('[OF-08] given a code in any form of writing, when searched, then that session alone', async () => {
    const code = codeOf(begun)
    for (const q of [code, `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`.toLowerCase()]) {
      expect(await codes(`q=${q}`)).toEqual([code])
    }
  })

  it('[OF-08] given the last four of an SSN, when searched, then nothing is found by it', async () => {
    const payload = { ssn: '900-45-3344' }
    await core.ask(begun.admin, { method: 'PUT', url: `/clients/${begun.clientId}`, payload })
    expect(await codes('q=3344')).toEqual([])
  })

  it('[OF-08] given sessions, when counted, then each state has its number', async () => {
    const answer = await core.ask(await core.admin(), { method: 'GET', url: '/sessions/counts' })
    expect(answer.json()).toEqual({
      ...{ all: 5, waiting_for_us: 1, waiting: 1, declined: 0, expiring: 1, completed: 2, archived: 0 },
    })
  })

  it.each(['waiting', 'completed'])(
    '[OF-08] given sessions that are %s, when paged, then each page tells how many match, also one after the last',
    async (status) => {
      const found: string[] = await codes(`status=${status}`)
      const total = String(found.length)
      const pages = await Promise.all([0, 1, 2].map((offset) => list(`status=${status}&limit=1&offset=${offset}`)))
      expect(pages.map(({ headers }) => headers['x-total-count'])).toEqual([total, total, total])
      expect(pages.map((page) => page.json().map(({ session_code }: SessionListItem) => session_code))).toEqual([
        found.slice(0, 1),
        found.slice(1, 2),
        [],
      ])
      expect(pages[0]?.json()[0]).not.toHaveProperty('matches')
    },
  )

  it('[OF-08] given an open session without a passcode, or with a proposal, when listed, then it waits for us', async () => {
    const before = await codes('status=waiting_for_us')
    const { db } = core.app
    const { encrypted_passcode } = await db
      .selectFrom('sessions')
      .select('encrypted_passcode')
      .where('id', '=', begun.session.id)
      .executeTakeFirstOrThrow()
    const store = (passcode: Buffer | null) =>
      db.updateTable('sessions').set({ encrypted_passcode: passcode }).where('id', '=', begun.session.id).execute()
    await store(null)
    expect(await codes('status=waiting_for_us')).toEqual([codeOf(begun), ...before])
    await store(encrypted_passcode)
    const form = await db
      .selectFrom('session_forms')
      .select('id')
      .where('session_id', '=', done.session.id)
      .executeTakeFirstOrThrow()
    const proposal = {
      client_id: done.clientId,
      session_form_id: form.id,
      field: 'height',
      encrypted_value: Buffer.alloc(1),
    }
    await db
      .insertInto('proposals')
      .values({ ...proposal, id: randomUUID() })
      .execute()
    expect(await codes('status=waiting_for_us')).toEqual([codeOf(done), ...before])
    await db.deleteFrom('proposals').execute()
  })

  it('[OF-12] given a session whose link did not arrive, when it went another way or is opened, then it waits for the client again @full', async () => {
    const { db } = core.app
    const ofSession = { id: waiting.session.id, code: codeOf(waiting) }
    const now = new Date().toISOString()
    const hand = (sent_at: string | null) =>
      db.updateTable('sessions').set({ sent_at }).where('id', '=', ofSession.id).execute()
    const message = async (changes: Partial<Insertable<Schema['outbox_messages']>>) => {
      const id = randomUUID()
      const given = { kind: 'invitation', channel: 'email', language: 'en', destination: '', created_at: now } as const
      const of = { session_id: ofSession.id, state: 'dead', error: 'mailbox-unknown' } as const
      await db
        .insertInto('outbox_messages')
        .values({ id, ...given, ...of, ...changes })
        .execute()
      return id
    }
    const waitsForUs = async () => {
      const found: SessionListItem[] = (await list('status=waiting_for_us')).json()
      const isOurs = found.find(({ session_code }) => session_code === ofSession.code)?.undelivered ?? false
      expect((await codes('status=waiting')).includes(ofSession.code)).toBe(!isOurs)
      return isOurs
    }
    const form = await seedForm(core, waiting)
    await hand(now)
    await message({ error: 'not-needed', kind: 'passcode' })
    expect(await waitsForUs()).toBe(false)
    await message({})
    expect(await waitsForUs()).toBe(true)
    const text = await message({ channel: 'text', state: 'sent', error: null })
    expect(await waitsForUs()).toBe(false)
    await db.deleteFrom('outbox_messages').where('id', '=', text).execute()
    expect(await waitsForUs()).toBe(true)
    await db.updateTable('session_forms').set({ read_at: now }).where('id', '=', form.id).execute()
    expect(await waitsForUs()).toBe(false)
    await db.deleteFrom('session_forms').where('id', '=', form.id).execute()
    await hand(null)
    await db.deleteFrom('outbox_messages').where('session_id', '=', ofSession.id).execute()
  })

  it.each([
    ['status=gone', 'status'],
    ['limit=201', 'limit'],
    ['signed_since=today', 'signed_since'],
  ])('given %s, when asked, then 400 names it', async (query, field) => {
    expect((await list(query)).json().details).toMatchObject([{ field }])
  })
})

describe('what needs doing today', () => {
  const count = async (query: string) => core.ask(await core.admin(), { method: 'GET', url: `/clients/today?${query}` })
  const names = async (query: string) => {
    const answer = await core.ask(await core.admin(), { method: 'GET', url: `/clients?q=follow&${query}` })
    return answer.json().map((row: { client_first_name: string }) => row.client_first_name)
  }

  it('given today where the browser is, when counted, then each count is that of its list', async () => {
    const since = '2026-03-09T07:00:00Z'
    const answer = await count(`date=${today}&since=${since}`)
    expect(answer.json()).toEqual({
      overdue: 2,
      coming: 2,
      proposals: 0,
      waiting: 1,
      signed: 1,
      unsealed: 0,
      declined: 0,
      signed_since: since,
    })
    const sort = 'sort=next_f_u_date'
    expect(await names(`follow_up=overdue&date=${today}&${sort}`)).toEqual(['2025-12-31', '2026-03-09'])
    expect(await names(`follow_up=coming&date=${today}&${sort}`)).toEqual([today, '2026-03-17'])
  })

  it('given another day or time zone, when counted, then by that one', async () => {
    expect((await count('date=2026-03-09')).json()).toMatchObject({ overdue: 1, coming: 2, signed: 1 })
    expect((await count('date=2026-03-10&since=2026-03-09T10:00:00Z')).json().signed).toBe(0)
    expect((await count('date=2026-03-11')).json()).toMatchObject({
      signed: 0,
      signed_since: '2026-03-10T00:00:00.000Z',
    })
  })

  it('given no date or an impossible one, when counted, then 400 names it', async () => {
    expect((await count('')).json().details).toMatchObject([{ field: 'date' }])
    expect((await count('date=2026-02-30')).json().details).toMatchObject([{ field: 'date' }])
  })

  it('[OF-14] given two documents of one session, and cancelled clients, when counted, then each figure is its number of rows @full', async () => {
    const admin = await core.admin()
    const extra = await seedSession(core)
    const client = await openAsClient(core, extra.session)
    for (const form of [await seedForm(core, extra), await seedForm(core, extra)]) {
      await core.ask(client, { method: 'POST', url: `/sessionforms/${form.id}/decline`, payload: { reason: 'No' } })
      const envelope = { id: uuid(), session_form_id: form.id, provider: 'built-in', status: 'signed' } as const
      const failed = { sent_at: signed_at, signed_at, sealing_failed_at: signed_at }
      await core.app.db
        .insertInto('envelopes')
        .values({ ...envelope, ...failed })
        .execute()
    }
    const values = { client_last_name: 'Gone', next_f_u_date: '2026-03-01', status: 'cancelled' }
    await seedClient(core, admin, values)
    const since = '2026-03-09T07:00:00Z'
    const figures = (await count(`date=${today}&since=${since}`)).json()
    const lists = {
      overdue: `/clients?follow_up=overdue&date=${today}`,
      coming: `/clients?follow_up=coming&date=${today}`,
      proposals: '/clients?proposals=open',
      waiting: '/sessions?status=waiting',
      signed: `/sessions?signed_since=${since}`,
      unsealed: '/sessions?status=sealing_failed',
      declined: '/sessions?status=declined',
    }
    const rows: Record<string, number> = {}
    for (const [figure, url] of Object.entries(lists)) {
      rows[figure] = (await core.ask(admin, { method: 'GET', url })).json().length
    }
    expect(figures).toEqual({ ...rows, signed_since: since })
    expect(rows).toMatchObject({ overdue: 2, signed: 2, unsealed: 1, declined: 1 })
    const counts = (await core.ask(admin, { method: 'GET', url: `/sessions/counts?q=${codeOf(extra)}` })).json()
    expect(counts).toMatchObject({ all: 1, declined: 1, waiting: 0, waiting_for_us: 1, completed: 0 })
  })
})
