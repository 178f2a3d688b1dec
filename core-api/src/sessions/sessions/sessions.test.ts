import { passcodeCases } from '@agency/contract/found-cases'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, nobody, startCore } from '../../../test/core.ts'
import { openAsClient, passcode, seedForm, seedSession } from '../../../test/session-fixtures.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

const auth = (code: string, typed: string, address = '203.0.113.5') =>
  core.ask(
    { kind: 'nobody', address },
    { method: 'POST', url: `/api/session/${code}/auth`, payload: { passcode: typed } },
  )

describe('a login', () => {
  it('given the language of the client’s record, when its client logs in, then the answer says it; without one, nothing @full', async () => {
    const { session, admin, clientId } = await seedSession(core)
    const prefer = (pref_lang: string | null) =>
      core.ask(admin, { method: 'PUT', url: `/clients/${clientId}`, payload: { pref_lang } })
    await prefer('Spanish')
    expect((await auth(session.session_code, passcode)).json()).toMatchObject({ language: 'es' })
    await prefer(null)
    expect((await auth(session.session_code, passcode)).json()).not.toHaveProperty('language')
  })
})

describe('starting a session', () => {
  it('given a client, when a session is started, then it has a code of 12 characters and its passcode for staff', async () => {
    const { session, admin, clientId } = await seedSession(core)
    expect(session.session_code).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/)
    const details = await core.ask(admin, { method: 'GET', url: `/session/${session.session_code}/details` })
    expect(details.json()).toMatchObject({ passcode, status: 'not_started', client_id: clientId, submitted_at: null })
  })

  it('given a session, when a call that changes nothing answers with its passcode, then the trail says that it was opened', async () => {
    const { admin, clientId } = await seedSession(core)
    const headers = { 'idempotency-key': `"${crypto.randomUUID()}"` }
    const payload = { client_id: clientId, session_type: 'review', passcode }
    const start = { method: 'POST', url: '/session', payload, headers } as const
    const { id, session_code } = (await core.ask(admin, start)).json()
    const events = async () => {
      const rows = core.app.db.selectFrom('audit_events').select(['action', 'fields']).where('subject_id', '=', id)
      return (await rows.orderBy('position').execute()).map(({ action, fields }) => [action, fields])
    }
    const started = ['session.started', ['session_type', 'passcode']]
    const opened = ['session.opened', ['passcode']]
    expect(await events()).toEqual([started])
    const url = `/session/${session_code}`
    const calls = [start, { method: 'PUT', url, payload: { session_type: 'review' } } as const]
    for (const call of calls) expect((await core.ask(admin, call)).json()).toMatchObject({ id, passcode })
    expect(await events()).toEqual([started, opened, opened])
  })

  it('[SE-01] given sessions, when listed, then newest first, and the rows have no passcode', async () => {
    const { session, admin, clientId } = await seedSession(core)
    const payload = { client_id: clientId, session_type: 'review', passcode }
    const newer = (await core.ask(admin, { method: 'POST', url: '/session', payload })).json()
    const rows = (await core.ask(admin, { method: 'GET', url: `/clients/${clientId}/sessions` })).json()
    const { session_code, created_at } = newer
    expect(rows).toMatchObject([
      { session_code, created_at, session_type: 'review', status: 'not_started' },
      { id: session.id, session_type: 'onboarding', status: 'not_started' },
    ])
    expect(JSON.stringify(rows)).not.toContain(passcode)
  })

  it('[OF-03] given documents, when the sessions are listed, then the row says how many are done, without voided ones @full', async () => {
    const seeded = await seedSession(core)
    const [done, , gone] = [await seedForm(core, seeded), await seedForm(core, seeded), await seedForm(core, seeded)]
    const setStatus = (id: string, status: 'signed' | 'voided') =>
      core.app.db.updateTable('session_forms').set({ status }).where('id', '=', id).execute()
    await setStatus(done.id, 'signed')
    await setStatus(gone.id, 'voided')
    const list = { method: 'GET', url: `/clients/${seeded.clientId}/sessions` } as const
    const counts = async () => {
      const [{ documents_total, documents_done, documents_to_sign }] = (await core.ask(seeded.admin, list)).json()
      return [documents_total, documents_done, documents_to_sign]
    }
    // Marked as signed, without a date: nobody signed it.
    expect(await counts()).toEqual([2, 1, 1])
    const setDate = (dates_set: 'signed_at'[]) =>
      core.app.db
        .updateTable('session_forms')
        .set({ signed_at: new Date().toISOString(), dates_set })
        .where('id', '=', done.id)
        .execute()
    await setDate(['signed_at'])
    expect(await counts()).toEqual([2, 1, 1])
    await setDate([])
    expect(await counts()).toEqual([2, 1, 2])
  })

  it('given an unknown client, when a session is started, then 404 and none is stored', async () => {
    const payload = { client_id: '01a1fe2c-2b2e-7171-b77b-9bdc9c23fc5b', session_type: 'review', passcode: 'x' }
    expect((await core.ask(await core.admin(), { method: 'POST', url: '/session', payload })).statusCode).toBe(404)
  })
})

describe('opening a session', () => {
  it('[SE-02] given the passcode in other case and the code as people type it, when tried, then it opens', async () => {
    const { session } = await seedSession(core)
    const typed = session.session_code
      .toLowerCase()
      .replace(/(....)/g, '$1-')
      .replaceAll('0', 'o')
      .replaceAll('1', 'l')
    expect((await auth(typed, ` ${passcode.toUpperCase()} `)).statusCode).toBe(200)
  })

  it.each(passcodeCases)(
    '[FN-01] given the passcode $stored, when it is typed as phones write it, then it opens; another does not',
    async ({ stored, typed }) => {
      const { session } = await seedSession(core, { passcode: stored })
      expect(session.passcode).toBe(stored)
      for (const text of typed) expect((await auth(session.session_code, text)).statusCode).toBe(200)
      for (const text of [`${stored}0`, stored.slice(1), '-', ''])
        expect((await auth(session.session_code, text)).statusCode).toBe(401)
    },
  )

  it.each(['----', '’’-a', '. . . 1'])(
    'given the passcode %s, of which little would be compared, when a session is started, then it is refused in words',
    async (text) => {
      const { clientId, admin } = await seedSession(core)
      const payload = { client_id: clientId, session_type: 'review', passcode: text }
      const answer = await core.ask(admin, { method: 'POST', url: '/session', payload })
      expect(answer.statusCode).toBe(400)
      expect(answer.json().details).toMatchObject([{ field: 'passcode', message: expect.stringContaining('letters') }])
    },
  )

  it('given an unknown code or a wrong passcode, when tried, then the answers cannot be told apart', async () => {
    const { session } = await seedSession(core)
    const wrong = await auth(session.session_code, 'wrong')
    const unknown = await auth('ZZZZZZZZZZZZ', 'wrong')
    expect(wrong.statusCode).toBe(401)
    expect(unknown.statusCode).toBe(401)
    expect(unknown.json()).toEqual(wrong.json())
  })

  it('given no passcode, when anything is tried, then it does not open', async () => {
    const { session } = await seedSession(core, { passcode: null })
    for (const typed of ['', 'null', 'undefined'])
      expect((await auth(session.session_code, typed)).statusCode).toBe(401)
  })

  it('given five wrong passcodes, when tried again, then 429 with the waiting time, even with the right one', async () => {
    const { session } = await seedSession(core)
    for (let n = 0; n < 5; n++) expect((await auth(session.session_code, 'wrong', '203.0.113.9')).statusCode).toBe(401)
    const blocked = await auth(session.session_code, passcode, '203.0.113.9')
    expect(blocked.statusCode).toBe(429)
    expect(blocked.json().code).toBe('TOO_MANY_ATTEMPTS')
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0)
    // Somebody elsewhere is not locked out by it.
    expect((await auth(session.session_code, passcode, '203.0.113.10')).statusCode).toBe(200)
  })

  it('given somebody locked out, when staff look, then the session says so; a new passcode ends the wait @full', async () => {
    const { session, admin } = await seedSession(core)
    const { session_code } = session
    for (let n = 0; n < 5; n++) await auth(session_code, 'wrong', '203.0.113.19')
    const url = `/session/${session_code}`
    const read = async () => (await core.ask(admin, { method: 'GET', url: `${url}/details` })).json()
    expect((await read()).locked_out_at).toEqual(expect.any(String))
    await core.ask(admin, { method: 'PUT', url, payload: { passcode: 'another0147' } })
    expect((await read()).locked_out_at).toBeNull()
    expect((await auth(session_code, 'another0147', '203.0.113.19')).statusCode).toBe(200)
  })

  it('given ten guesses at once, when sent, then no more than five are looked at', async () => {
    const { session } = await seedSession(core)
    // Few, since there are six connections: a call that waits for one for 5 s, on a busy machine, gets 503.
    const guesses = Array.from({ length: 10 }, (_, n) => auth(session.session_code, `guess${n}`, '203.0.113.11'))
    const statuses = (await Promise.all(guesses)).map((answer) => answer.statusCode)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  })

  it('given an expired session, when the right passcode is given, then 410; a wrong one still says nothing', async () => {
    const { session } = await seedSession(core)
    const past = new Date(Date.now() - 1_000).toISOString()
    await core.app.db.updateTable('sessions').set({ expires_at: past }).where('id', '=', session.id).execute()
    expect((await auth(session.session_code, passcode)).json().code).toBe('GONE')
    expect((await auth(session.session_code, 'wrong')).statusCode).toBe(401)
  })

  it('given a client that logged out, or was idle for long, when it asks again, then 401', async () => {
    const { session } = await seedSession(core)
    const url = `/session/${session.session_code}/details`
    const leaving = await openAsClient(core, session)
    await core.ask(leaving, { method: 'POST', url: `/api/session/${session.session_code}/logout` })
    expect((await core.ask(leaving, { method: 'GET', url })).statusCode).toBe(401)

    const idle = await openAsClient(core, session)
    const longAgo = new Date(Date.now() - 31 * 60_000).toISOString()
    await core.app.db.updateTable('portal_sessions').set({ last_seen_at: longAgo }).execute()
    expect((await core.ask(idle, { method: 'GET', url })).statusCode).toBe(401)
  })
})

describe('who may', () => {
  it('given the client of one session, when it asks for another, then 404', async () => {
    const mine = await seedSession(core)
    const other = await seedSession(core)
    const client = await openAsClient(core, mine.session)
    for (const url of [
      `/session/${other.session.session_code}/details`,
      `/session/${other.session.session_code}/disclosure`,
      `/sessionforms/session/${other.session.id}`,
      `/clients/${mine.clientId}/sessions`,
    ]) {
      expect((await core.ask(client, { method: 'GET', url })).statusCode).toBe(404)
    }
    const own = await core.ask(client, { method: 'GET', url: `/session/${mine.session.session_code}/details` })
    expect(own.json().passcode).toBeNull()
  })

  it('given nobody or a forged statement, when a session is asked for, then 401', async () => {
    const { session } = await seedSession(core)
    const url = `/session/${session.session_code}/details`
    expect((await core.ask(nobody, { method: 'GET', url })).statusCode).toBe(401)
    expect((await core.app.inject({ method: 'GET', url })).statusCode).toBe(401)
    const forged = await core.app.inject({ method: 'GET', url, headers: { 'x-principal': 'eyJhbGciOiJub25lIn0.e30.' } })
    expect(forged.statusCode).toBe(401)
  })
})
