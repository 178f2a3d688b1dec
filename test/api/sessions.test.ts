import type { Session, SessionSummary } from '@agency/contract/sessions'
import { answered } from '@agency/test-kit/api/send'
import { passcode } from '@agency/test-kit/api/staff-api'
import { describe, expect, it } from 'vitest'
import { useSharedProduct } from './api-product.ts'

const { product, staff } = await useSharedProduct()

const auth = (code: string, typed: string, headers?: Record<string, string>) =>
  product.asClient(`/api/session/${code}/auth`, {
    method: 'POST',
    body: { passcode: typed },
    ...(headers ? { headers } : {}),
  })

describe('sessions of a client', () => {
  it.each(['onboarding', 'review', 'renewal', 'custom'])(
    '[AP-03] given a client, when a session of type %s is started, then it is listed, and its details are there by its code',
    async (session_type) => {
      const { id } = await staff.addClient()
      const started = await staff.ask('POST', '/session', { client_id: id, session_type, passcode })
      const session: Session = await started.json()
      expect(started.status).toBe(201)
      expect(session).toMatchObject({
        client_id: id,
        session_type,
        passcode,
        submitted_at: null,
        client_last_name: 'Lima',
      })
      expect(session.session_code).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/)
      expect(await staff.read<SessionSummary[]>(`/clients/${id}/sessions`)).toHaveLength(1)
      expect(await staff.read(`/session/${session.session_code}/details`)).toEqual(session)
    },
  )

  it('[SE-01] given two sessions, when listed, then each row has code, type, status and date, newest first, and no passcode', async () => {
    const { id } = await staff.addClient()
    const older = await staff.startSession(id)
    const newer = await staff.startSession(id, { session_type: 'review' })
    const rows = await staff.read<SessionSummary[]>(`/clients/${id}/sessions`)
    expect(rows.map(({ session_code }) => session_code)).toEqual([newer.session_code, older.session_code])
    expect(rows[0]).toMatchObject({ session_type: 'review', status: 'not_started', created_at: newer.created_at })
    for (const row of rows) expect(row).not.toHaveProperty('passcode')
  })

  it('[AP-03] given a type that is none, an unknown client or an unknown field, when started, then refused and none is there', async () => {
    const { id } = await staff.addClient()
    const start = async (changes: object) => {
      const body = { client_id: id, session_type: 'review', passcode, ...changes }
      return (await staff.ask('POST', '/session', body)).status
    }
    expect(await start({ session_type: 'party' })).toBe(400)
    expect(await start({ colour: 'blue' })).toBe(400)
    expect(await start({ client_id: '01a1fe2c-2b2e-7171-b77b-9bdc9c23fc5b' })).toBe(404)
    expect(await staff.read(`/clients/${id}/sessions`)).toEqual([])
    expect((await staff.ask('GET', '/session/ABCDEFGHJKMN/details')).status).toBe(404)
  })
})

describe('the passcode', () => {
  it('[SE-02] given a passcode, when typed in another case and with spaces around it, then it opens', async () => {
    const { session_code } = await staff.startSession((await staff.addClient()).id, { passcode: 'Lima0147' })
    expect((await auth(session_code, '  lIMA0147 ')).status).toBe(200)
  })

  it.each([null, '', '   '])(
    '[SE-02] given a blank passcode (%j), when stored, then it is null and opens nothing',
    async (blank) => {
      const session = await staff.startSession((await staff.addClient()).id, { passcode: blank })
      expect(session.passcode).toBeNull()
      for (const typed of ['', 'null', passcode]) expect((await auth(session.session_code, typed)).status).toBe(401)
    },
  )
})

describe('POST /api/session/{code}/auth', () => {
  it('[AP-09] given code and passcode, when sent, then the session with its client, and a cookie that opens its own things alone', async () => {
    const { id: client_id } = await staff.addClient()
    const { id, session_code } = await staff.startSession(client_id)
    const answer = await auth(session_code.toLowerCase(), passcode)
    expect(await answer.json()).toEqual({ session: { id, client_id, session_code } })
    const cookie = answer.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/)
    expect(decodeURIComponent(cookie)).not.toContain(id)
    const own = await product.openSession(session_code)
    expect(await answered(own.ask('GET', `/session/${session_code}/details`))).toMatchObject({ id, passcode: null })
  })

  it('[AP-09] given a wrong passcode or an unknown code, when sent, then the same 401, without a cookie', async () => {
    const { session_code } = await staff.startSession((await staff.addClient()).id)
    const answers = [await auth(session_code, 'wrong'), await auth('ABCDEFGHJKMN', passcode)]
    const bodies = await Promise.all(answers.map((answer) => answer.json()))
    expect(bodies).toEqual(
      bodies.map(() => ({ code: 'INVALID_PASSCODE', message: 'Invalid passcode. Please try again.' })),
    )
    expect(answers.map(({ status, headers }) => [status, headers.get('set-cookie')])).toEqual([
      [401, null],
      [401, null],
    ])
  })

  it('[AP-09] given a page of another site, when it sends code and passcode, then 403', async () => {
    const { session_code } = await staff.startSession((await staff.addClient()).id)
    expect((await auth(session_code, passcode, { origin: 'https://elsewhere.example' })).status).toBe(403)
  })

  it('[PO-09] given an opened session, when it is logged out, then its cookie opens nothing, and again is harmless', async () => {
    const { session_code } = await staff.startSession((await staff.addClient()).id)
    const portal = await product.openSession(session_code)
    const path = `/api/session/${session_code}/logout`
    expect((await portal.ask('POST', path)).status).toBe(204)
    expect((await portal.ask('GET', `/session/${session_code}/details`)).status).toBe(401)
    expect((await portal.ask('POST', path)).status).toBe(204)
  })
})
