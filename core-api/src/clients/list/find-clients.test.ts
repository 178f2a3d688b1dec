import { nameCases, phoneCases } from '@agency/contract/found-cases'
import type { PrincipalStatement } from '@agency/contract/principal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, nobody, startCore, startCoreForTest } from '../../../test/core.ts'
import { handOver, openAsClient, seedClient, seedSession } from '../../../test/session-fixtures.ts'

let core: Core
let admin: PrincipalStatement
let clientId: string
beforeAll(async () => {
  core = await startCore()
  admin = await core.admin()
  clientId = await seedClient(core, admin, {
    client_first_name: 'Olga',
    client_last_name: 'Quist',
    primary_email: 'O.Quist@Mail.example',
    primary_phone: '+1 (786) 555-0142',
    secondary_phone: '305.555.0177',
    secondary_email: 'olga@work.example',
    ssn: '900-45-7310',
  })
  await seedClient(core, admin, { client_last_name: 'Other', primary_email: 'other@mail.example', ssn: '900-45-7311' })
})
afterAll(() => core.close())

const search = (q: string, more = '&limit=20', as = admin) =>
  core.ask(as, { method: 'GET', url: `/clients?q=${encodeURIComponent(q)}${more}` })
const idsFound = async (q: string, more?: string): Promise<string[]> =>
  (await search(q, more)).json().map(({ id }: { id: string }) => id)

async function findEvents(action: string) {
  const answer = await core.ask(admin, { method: 'GET', url: `/audit?action=${action}&client_id=${clientId}` })
  return answer.json().events
}

describe('the whole list', () => {
  const exports = async () => {
    const { events } = (await core.ask(admin, { method: 'GET', url: '/audit?action=clients.exported' })).json()
    return events.map(({ detail }: { detail: string }) => detail)
  }

  it('given all clients or those of a filter, when listed without a limit, then each call is an event without searched values; a page is none', async () => {
    const list = (query: string) => core.ask(admin, { method: 'GET', url: `/clients?${query}` })
    const all = (await list('')).json()
    await list('limit=20')
    await list('q=quist&status=active&sort=dob')
    expect(await exports()).toEqual(['1 client; filters: q, status', `${all.length} clients`])
  })
})

describe('what finds a client', () => {
  it.each([
    ['the e-mail address', 'O.QUIST@mail.example'],
    ['the start of the e-mail address', 'o.qui'],
    ['a part of the e-mail address with its @', 'quist@ma'],
    ['the phone number', '(786) 555-0142'],
    ['the phone number with dots', '786.555.0142'],
    ['the phone number with the country code', '+1 786 555 0142'],
    ['the digits alone', '17865550142'],
    ['the last digits', '555-0142'],
    ['the secondary phone number', '(305) 555-0177'],
    ['the secondary e-mail address', 'Olga@work.example'],
    ['the last four of the SSN', '7310'],
  ])('[OF-05] given %s, when searched, then the client alone is found, also without paging', async (_what, q) => {
    expect(await idsFound(q)).toEqual([clientId])
    expect(await idsFound(q, '')).toEqual([clientId])
    expect((await search(q)).headers['x-total-count']).toBe('1')
  })

  it('[OF-05] given the code of a session, when searched in any form of writing, then its client is found', async () => {
    const { session, clientId: owner } = await seedSession(core)
    const code = session.session_code
    for (const q of [code, code.toLowerCase(), `${code.slice(0, 4)}-${code.slice(4, 8)} ${code.slice(8)}`]) {
      expect(await idsFound(q)).toEqual([owner])
    }
  })

  it.each([
    ['other four digits', '7312'],
    ['five digits of the SSN', '57310'],
    ['the last four with a name', '7310 Quist'],
    ['the last four with a letter', '7310x'],
    ['the whole SSN', '900-45-7310'],
    ['a part of the secondary phone number', '555-0177'],
    ['the middle of an e-mail address', 'quist.mail'],
    ['a wildcard', '%@mail'],
  ])('[OF-05] given %s, when searched, then nobody is found', async (_what, q) => {
    expect(await idsFound(q)).toEqual([])
  })

  it('[OF-05] given a long start of an e-mail address, when searched, then all of it counts', async () => {
    const start = 'long_'.repeat(12)
    const id = await seedClient(core, admin, { client_last_name: 'Start', primary_email: `${start}name@mail.example` })
    expect(await idsFound(start)).toEqual([id])
    expect(await idsFound(`${start}na`)).toEqual([id])
    expect(await idsFound(`${start}no`)).toEqual([])
    expect(await idsFound(start.replaceAll('_', '-'))).toEqual([])
  })

  it('[OF-05] given a changed and a cleared value, when searched, then the new value alone finds the client', async () => {
    const id = await seedClient(core, admin, { ssn: '900-45-0001', primary_phone: '305 555 0001' })
    const put = (payload: object) => core.ask(admin, { method: 'PUT', url: `/clients/${id}`, payload })
    await put({ ssn: '900-45-8642', primary_phone: '305 555 8643' })
    expect([await idsFound('0001'), await idsFound('8642'), await idsFound('305-555-8643')]).toEqual([[], [id], [id]])
    await put({ ssn: null })
    expect(await idsFound('8642')).toEqual([])
  })
})

describe('what people type', () => {
  it('[FN-01] given names, when they are typed without accents, with other quotes or last name first, then they are found @full', async () => {
    for (const {
      stored: [client_first_name, client_last_name],
      typed,
    } of nameCases) {
      const id = await seedClient(core, admin, { client_first_name, client_last_name })
      for (const q of typed) expect({ q, ids: await idsFound(q) }).toEqual({ q, ids: [id] })
    }
  })

  it('[FN-02] given numbers as phones and pages copy them, when any form of one is typed, then all its records are found @full', async () => {
    const numbers = phoneCases.filter(({ dialled }) => dialled !== null)
    const ids = new Map<string, string[]>()
    for (const { typed, digits } of numbers)
      ids.set(digits, [...(ids.get(digits) ?? []), await seedClient(core, admin, { primary_phone: typed })])
    for (const { typed, digits } of numbers)
      expect({ typed, ids: (await idsFound(typed)).toSorted() }).toEqual({ typed, ids: ids.get(digits)?.toSorted() })
  })

  it.each(["'", '--', '“”'])('given %s alone, when searched, then nobody is found', async (q) => {
    expect(await idsFound(q)).toEqual([])
  })
})

describe('a search by the last four of the SSN', () => {
  it('[OF-05] given a match, when it is shown, then the audit trail names who, whom and which field, without the digits', async () => {
    const before = (await findEvents('client.found-by-ssn')).length
    await search('7310')
    await search('Quist')
    const events = await findEvents('client.found-by-ssn')
    expect(events).toHaveLength(before + 1)
    expect(events[0]).toMatchObject({ actor_kind: 'admin', subject_id: clientId, fields: ['ssn'], detail: null })
    // Alone: an id or a time may contain the digits.
    expect(JSON.stringify(events[0])).not.toMatch(/(?<![\w.])7310(?![\w.-])/)
  })

  it('[OF-05] given several matches, when they are shown, then each has an event, and the trail holds', async () => {
    const ids = [
      await seedClient(core, admin, { ssn: '900-45-4455' }),
      await seedClient(core, admin, { ssn: '900-46-4455' }),
    ]
    for (let n = 0; n < 2; n++) expect((await idsFound('4455')).toSorted()).toEqual(ids.toSorted())
    for (const id of ids) {
      const answer = await core.ask(admin, { method: 'GET', url: `/audit?action=client.found-by-ssn&client_id=${id}` })
      expect(answer.json().events).toMatchObject(Array(2).fill({ subject_id: id, fields: ['ssn'] }))
    }
    const verification = await core.ask(admin, { method: 'GET', url: '/audit/verification' })
    expect(verification.json()).toMatchObject({ valid: true, broken: [] })
  })

  it('[OF-05] given several callers at the same time, when they share an answer, then each has an event of its own', async () => {
    const before = (await findEvents('client.found-by-ssn')).length
    const callers = [admin, await core.logIn(), admin, nobody]
    const answers = await Promise.all(callers.map((as) => search('7310', '&limit=20', as)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 401])
    for (const answer of answers.slice(0, 3)) expect(answer.json()).toMatchObject([{ id: clientId }])
    expect(await findEvents('client.found-by-ssn')).toHaveLength(before + 3)
  })

  it('[OF-05] given as many records as staff may open, when another is found, then it is refused @full', async () => {
    const limited = await startCoreForTest({ RECORD_READS_ALERT: '0', RECORD_READS_LIMIT: '2' })
    const staff = await limited.admin()
    const find = (n: number) => limited.ask(staff, { method: 'GET', url: `/clients?limit=9&q=600${n}` })
    for (const n of [1, 2, 3]) await seedClient(limited, staff, { ssn: `900-45-600${n}` })
    expect([(await find(1)).statusCode, (await find(2)).statusCode, (await find(3)).statusCode]).toEqual([
      200, 200, 429,
    ])
    expect((await find(1)).statusCode).toBe(200)
  })

  it('[OF-05] given a client or nobody, when searched, then it is refused and nothing is recorded', async () => {
    const before = (await findEvents('client.found-by-ssn')).length
    const { session } = await seedSession(core)
    const asClient = await openAsClient(core, session)
    expect((await search('7310', '', asClient)).statusCode).toBe(404)
    expect((await search('7310', '', nobody)).statusCode).toBe(401)
    expect(await findEvents('client.found-by-ssn')).toHaveLength(before)
  })
})

it('[OF-08] given open, cancelled and expired sessions, when the list is read, then the open ones of each client are counted @full', async () => {
  const { session, clientId: owner } = await seedSession(core)
  const started = { client_id: owner, session_type: 'review', passcode: 'silva0147' }
  const link = { title: 'Plan', type: 'Link', source: 'https://example.com/' }
  const start = async () => {
    const made = (await core.ask(admin, { method: 'POST', url: '/session', payload: started })).json()
    await core.ask(admin, { method: 'POST', url: '/sessionforms', payload: { ...link, session_id: made.id } })
    await handOver(core, { admin, session: made })
    return made
  }
  // The first has no document: it waits for staff.
  const [, , cancelled, expired] = [await start(), await start(), await start(), await start()]
  const change = (code: string, payload: object) => core.ask(admin, { method: 'PUT', url: `/session/${code}`, payload })
  await change(cancelled.session_code, { cancelled: true })
  await core.app.db.updateTable('sessions').set({ expires_at: '2026-01-01' }).where('id', '=', expired.id).execute()
  for (const more of ['&limit=9', '']) {
    const found = (await search(session.session_code, more)).json()
    expect(found).toMatchObject([{ id: owner, sessions_waiting: 2 }])
  }
})

it('given a client that staff added, when the list is read, then it names the owner, and nobody after the owner is removed @full', async () => {
  const id = await seedClient(core, admin, { client_last_name: 'Owned' })
  expect((await search('Owned')).json()).toMatchObject([{ id, owner_name: expect.stringMatching(/\w/) }])
  const version = { 'if-match': '"1"' }
  await core.ask(admin, { method: 'PUT', url: `/clients/${id}/owner`, payload: { owner_id: null }, headers: version })
  expect((await search('Owned')).json()).toMatchObject([{ id, owner_name: null, version: 2 }])
  const { search_keys_version } = await core.app.db
    .selectFrom('clients')
    .select('search_keys_version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(search_keys_version).toBe(2)
})

it('[OF-14] given a search, when clients are counted by status, then each figure is the number of rows that it leads to', async () => {
  const family = { client_last_name: 'Kowalczyk' }
  for (const status of ['active', 'active', 'unpaid', 'cancelled', 'active'])
    await seedClient(core, admin, { ...family, status, next_f_u_date: '2026-01-02' })
  const gone = await seedClient(core, admin, family)
  await core.ask(admin, { method: 'PUT', url: `/clients/${gone}/archived`, payload: { archived: true } })
  await seedClient(core, admin, { ...family, ssn: '900-45-8812' })
  const get = async (url: string) => (await core.ask(admin, { method: 'GET', url })).json()
  for (const query of ['q=kowalczyk', 'q=kowalczyk&follow_up=overdue&date=2026-01-03']) {
    const counts = await get(`/clients/counts?${query}`)
    const rows = async (more: string) => (await get(`/clients?${query}${more}`)).length
    expect(counts).toEqual({
      all: await rows(''),
      active: await rows('&status=active'),
      inactive: await rows('&status=inactive'),
      unpaid: await rows('&status=unpaid'),
      cancelled: await rows('&status=cancelled'),
      archived: await rows('&archived=true'),
    })
    expect(counts).toMatchObject({ unpaid: 1, inactive: 0 })
  }
  expect(await get('/clients/counts?q=8812')).toMatchObject({ all: 0 })
  expect((await get('/clients/counts?limit=3')).details).toMatchObject([{ field: 'limit' }])
})
