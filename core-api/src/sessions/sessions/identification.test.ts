import { passcodeMask } from '@agency/contract/sessions'
import { pdfText } from '@agency/pdf-signing/test/pdf-tools'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '../../../test/audit-events.ts'
import { type Core, startCore, startCoreForTest } from '../../../test/core.ts'
import { enterPortal, seedMade, signIn, storedPasscode } from '../../../test/identity-fixtures.ts'
import { openAsClient, type SeededSession, seedForm, seedSession } from '../../../test/session-fixtures.ts'
import { whenSealed } from '../../../test/signing-steps.ts'
import { seedColleague } from '../../../test/staff-fixtures.ts'

let core: Core
beforeAll(async () => {
  core = await startCore({ DEMO: 'true' })
})
afterAll(() => core.close())

const urlOf = ({ session }: SeededSession) => `/session/${session.session_code}`
const details = async (journey: SeededSession, as = journey.admin) =>
  (await core.ask(as, { method: 'GET', url: `${urlOf(journey)}/details` })).json()
const put = (journey: SeededSession, payload: object, as = journey.admin) =>
  core.ask(as, { method: 'PUT', url: urlOf(journey), payload })
const reveal = (journey: SeededSession, as = journey.admin, on = core, headers = {}) =>
  on.ask(as, { method: 'POST', url: `${urlOf(journey)}/passcode/reveal`, headers })
const send = (journey: SeededSession, as = journey.admin, on = core) =>
  on.ask(as, { method: 'POST', url: `${urlOf(journey)}/messages`, payload: { link: 'email', passcode: 'text' } })
const shownEvents = ({ session }: SeededSession, on = core) =>
  auditEvents(on.app.db)
    .select(['action', 'fields', 'detail'])
    .where('subject_id', '=', session.id)
    .where('action', '=', 'session.passcode-shown')
    .execute()

describe('a passcode that the product makes', () => {
  it('given a session whose passcode is made, when staff read, list and write it back, then they see a mask, and it stays as it is @full', async () => {
    const journey = await seedMade(core)
    const made = await storedPasscode(core, journey.session)
    expect(made).toMatch(/^[2-9b-z]{4}(-[2-9b-z]{4}){2}$/)
    expect(journey.session).toMatchObject({ passcode: passcodeMask, identification: 'made_and_sent' })
    expect(await details(journey)).toMatchObject({ passcode: passcodeMask, identified_by: null })
    const url = `/clients/${journey.clientId}/sessions`
    expect((await core.ask(journey.admin, { method: 'GET', url })).json()).toMatchObject([
      { identification: 'made_and_sent' },
    ])
    expect((await put(journey, { passcode: passcodeMask, session_type: 'review' })).statusCode).toBe(200)
    expect(await storedPasscode(core, journey.session)).toBe(made)
    expect((await details(journey)).identification).toBe('made_and_sent')
  })

  it('[SI-03] given one that was sent, when a document is signed with it, then session, list and certificate say so in one line @full', async () => {
    const journey = await seedMade(core)
    const { id } = await seedForm(core, journey)
    expect((await send(journey)).statusCode).toBe(200)
    const client = await enterPortal(core, journey.session, await storedPasscode(core, journey.session))
    if (!client) return expect.fail('The passcode was refused')
    expect(await signIn(core, client, journey.session, id)).toEqual({
      level: 'made_and_sent',
      to: '•••0147',
      contact_changes: [],
      opened_in_agency: false,
    })
    expect(await details(journey)).toMatchObject({ identification: 'made_and_sent', identified_by: '•••0147' })
    await whenSealed(core, journey, id)
    const file = await core.ask(journey.admin, { method: 'GET', url: `/sessionforms/${id}/file` })
    const firstPage = pdfText(file.rawPayload, 2, 2).replaceAll(/\s+/g, ' ')
    expect(firstPage).toContain('Senha criada pelo sistema, enviada para •••0147, não mostrada a ninguém')
    expect(firstPage).not.toContain('Aberto na rede da agência')
  })

  it('given one, when staff reveal it, then it is on the trail, the level is lower from then on, and a new one raises it', async () => {
    const journey = await seedMade(core)
    expect((await reveal(journey)).json()).toEqual({ passcode: await storedPasscode(core, journey.session) })
    expect(await shownEvents(journey)).toEqual([
      { action: 'session.passcode-shown', fields: ['passcode'], detail: null },
    ])
    const seen = await details(journey)
    expect(seen).toMatchObject({
      identification: 'chosen_or_seen',
      passcode: await storedPasscode(core, journey.session),
    })
    expect((await put(journey, { make_passcode: true })).json()).toMatchObject({
      identification: 'made_and_sent',
      passcode: passcodeMask,
    })
    expect(await storedPasscode(core, journey.session)).not.toBe(seen.passcode)
  })

  it('given one that was sent, when it is made anew, then the session says so until the new one is sent @full', async () => {
    const journey = await seedMade(core)
    await send(journey)
    expect((await details(journey)).passcode_outdated).toBe(false)
    expect((await put(journey, { make_passcode: true })).json().passcode_outdated).toBe(true)
    await send(journey)
    expect((await details(journey)).passcode_outdated).toBe(false)
  })

  it('given a deployment that requires a reason, when a passcode is revealed without and with one, then 400, and the reason is on the trail @full', async () => {
    const asking = await startCoreForTest({ REVEAL_REASON: 'required' })
    const journey = await seedMade(asking)
    expect((await reveal(journey, journey.admin, asking)).statusCode).toBe(400)
    expect(await shownEvents(journey, asking)).toEqual([])
    expect((await reveal(journey, journey.admin, asking, { 'x-reveal-reason': 'client-request' })).statusCode).toBe(200)
    expect(await shownEvents(journey, asking)).toMatchObject([{ detail: 'client-request' }])
  })

  it('given a demonstration, when its outbox page shows the passcode, then staff have seen it @full', async () => {
    const demo = await startCoreForTest({ DEMO: 'true' })
    const journey = await seedMade(demo)
    await send(journey, journey.admin, demo)
    const passcode = await storedPasscode(demo, journey.session)
    await expect
      .poll(async () => (await demo.ask(journey.admin, { method: 'GET', url: '/outbox' })).body, { timeout: 20_000 })
      .toContain(passcode)
    const read = await demo.ask(journey.admin, { method: 'GET', url: `${urlOf(journey)}/details` })
    expect(read.json().identification).toBe('chosen_or_seen')
    expect(await shownEvents(journey, demo)).toHaveLength(1)
  })

  it('given a passcode beside a request to make one, or a mask, when a session is started, then 400 names the field', async () => {
    const { clientId, admin } = await seedSession(core)
    for (const body of [{ passcode: 'harbor', make_passcode: true }, { passcode: passcodeMask }]) {
      const payload = { client_id: clientId, session_type: 'custom', ...body }
      const answer = await core.ask(admin, { method: 'POST', url: '/session', payload })
      expect([answer.statusCode, answer.json().details?.[0]?.field]).toEqual([400, 'passcode'])
    }
  })
})

describe('roles that may not see what clients see', () => {
  it('[SI-01] given an assistant, when they choose a passcode, then 400 says who makes it; without one, the product does', async () => {
    const { as } = (await seedColleague(core, 'assistant')) ?? {}
    const { clientId } = await seedSession(core)
    const start = (passcode: string | null) =>
      core.ask(as, {
        method: 'POST',
        url: '/session',
        payload: { client_id: clientId, session_type: 'custom', passcode },
      })
    const refused = await start('assistant-knows')
    expect([refused.statusCode, refused.json().details]).toEqual([
      400,
      [{ field: 'passcode', message: expect.stringContaining('made by the product') }],
    ])
    const started = await start(null)
    expect(started.json()).toMatchObject({ passcode: null, identification: 'made_and_sent' })
    const journey = { admin: as, clientId, session: started.json() }
    expect(started.body).not.toContain(await storedPasscode(core, journey.session))
    expect((await put(journey, { passcode: 'mine' }, as)).statusCode).toBe(400)
    expect((await reveal(journey, as)).statusCode).toBe(403)
    expect((await put(journey, { passcode: null }, as)).json().identification).toBe('made_and_sent')
  })
})

describe('a portal login where staff are', () => {
  const authenticated = async ({ session }: SeededSession) =>
    auditEvents(core.app.db)
      .select('detail')
      .where('subject_id', '=', session.id)
      .where('action', '=', 'authenticated')
      .execute()

  it('[SI-03] given the network of a staff login, when the portal is opened there, then session, trail and signing say so', async () => {
    const journey = await seedSession(core)
    const { id } = await seedForm(core, journey)
    // The address from which the first admin has logged in.
    const client = await openAsClient(core, journey.session)
    expect(await authenticated(journey)).toEqual([{ detail: 'opened in the agency’s network' }])
    expect(await signIn(core, client, journey.session, id)).toMatchObject({ opened_in_agency: true })
    expect((await details(journey)).opened_in_agency_at).toEqual(expect.any(String))
  })

  it('given a browser in which staff log in, when it opens the portal from elsewhere, then that is marked; another one is not @full', async () => {
    const device = crypto.randomUUID()
    const { admin } = await seedColleague(core, 'standard')
    const payload = { username: admin.username, password: 'swordfish trombone' }
    const at = { kind: 'nobody', address: '198.51.100.99', device } as const
    await core.ask(at, { method: 'POST', url: '/admin/login', payload })
    const marked = await seedSession(core)
    const plain = await seedSession(core)
    expect(await enterPortal(core, marked.session, 'gonçalves0147', { device })).toBeDefined()
    expect(await enterPortal(core, plain.session, 'gonçalves0147', { device: crypto.randomUUID() })).toBeDefined()
    expect((await details(marked)).opened_in_agency_at).toEqual(expect.any(String))
    expect((await details(plain)).opened_in_agency_at).toBeNull()
    expect(await authenticated(plain)).toEqual([{ detail: null }])
  })
})
