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
  it('[AP-03] given a client, when sessions of each type are started, then they are listed, and their details are there by code', async () => {
    const { id } = await staff.addClient()
    for (const [before, session_type] of ['onboarding', 'review', 'renewal', 'custom'].entries()) {
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
      expect(await staff.read<SessionSummary[]>(`/clients/${id}/sessions`)).toHaveLength(before + 1)
      expect(await staff.read(`/session/${session.session_code}/details`)).toEqual(session)
    }
  })
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
})
