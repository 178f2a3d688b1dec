import { type MailServer, startMailServer } from '@agency/test-kit/product/mail-server'
import { startTextGateway, type TextGatewayServer } from '@agency/test-kit/product/text-gateway'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Core, nobody, startCore } from '../../../test/core.ts'
import { addForm } from '../../../test/library-fixtures.ts'
import { seedClient } from '../../../test/session-fixtures.ts'
import { type Colleague, seedColleague } from '../../../test/staff-fixtures.ts'
import { storeStop } from '../../platform/outbox/text-opt-outs.ts'
import { findSignerMarks } from '../../sessions/sessions/signer-marks-repository.ts'

let mails: MailServer
let texts: TextGatewayServer
let core: Core
let assistant: Colleague
beforeAll(async () => {
  mails = await startMailServer()
  texts = await startTextGateway()
  core = await startCore({ SMTP_URL: mails.url, MAIL_FROM: 'Sunrise <office@agency.example>', ...texts.settings })
  assistant = await seedColleague(core, 'assistant')
})
afterAll(async () => {
  await core.close()
  await mails.close()
  await texts.close()
})

let made = 0
const reachable = () => {
  const n = made++
  return { primary_email: `c${n}@example.com`, primary_phone: `(415) 555-${String(1000 + n)}` }
}
const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, as?: Colleague['as']) =>
  core.ask(as ?? (await core.admin()), { method, url, ...(payload && { payload }) })
const addClient = async (values: object = reachable()) => seedClient(core, await core.admin(), values)
const bothWays = { link: 'email', passcode: 'text' }

let forms: string[]
let preset: { id: string }
beforeEach(async () => {
  // All messages go to few numbers, which counts.
  await core.app.db.deleteFrom('rate_limits').execute()
  await core.app.db.deleteFrom('form_presets').execute()
  forms = [(await addForm(core)).id, (await addForm(core)).id]
  const payload = { name: 'Renewal packet', session_type: 'renewal', form_ids: forms }
  preset = (await ask('POST', '/form-presets', payload)).json()
})

const actionOf = (send: object | null = bothWays) => ({ kind: 'start_session', value: preset.id, send })
const plan = (client_ids: string[], action: object = actionOf(), as?: Colleague['as']) =>
  ask('POST', '/client-selections', { client_ids, action }, as)

/** Starts a step of a selection, and waits for its end. @returns counts and rows by client */
async function finish(id: string, step: 'run' | 'undo', as?: Colleague['as']) {
  expect((await ask('POST', `/client-selections/${id}/${step}`, undefined, as)).statusCode).toBe(200)
  return ended(id, as)
}
async function ended(id: string, as?: Colleague['as']) {
  const selection = await vi.waitFor(
    async () => {
      core.app.wakeJobs()
      const answer = (await ask('GET', `/client-selections/${id}`, undefined, as)).json()
      expect(['running', 'undoing']).not.toContain(answer.state)
      return answer
    },
    { timeout: 60_000, interval: 50 },
  )
  const { rows } = (await ask('GET', `/client-selections/${id}/rows`, undefined, as)).json()
  const of = (client: string) => rows.find(({ client_id }: { client_id: string }) => client_id === client)
  return { ...selection, of }
}
const sessionsOf = async (client: string) => (await ask('GET', `/clients/${client}/sessions`)).json()
const messagesOf = (sessionId: string) =>
  core.app.db
    .selectFrom('outbox_messages')
    .select(['kind', 'channel'])
    .where('session_id', '=', sessionId)
    .orderBy('kind')
    .execute()

describe('[BK-34] sessions for selected clients', () => {
  it('[BK-34] given a preset, when sessions are planned and started, then a sentence says it, and each client has one with its forms, sent @full', async () => {
    const ids = [await addClient(), await addClient()]
    const planned = (await plan(ids)).json()
    expect(planned).toMatchObject({
      state: 'planned',
      sentence:
        'Start a session with the forms of Renewal packet for 2 clients, except those who have an open one with them. ' +
        'The link is sent by email, the passcode by text message.',
    })
    expect(await sessionsOf(ids[0] ?? '')).toEqual([])
    expect((await finish(planned.id, 'run')).counts).toEqual({ changed: 2 })
    for (const client of ids) {
      const [session, ...others] = await sessionsOf(client)
      expect(others).toEqual([])
      expect(session).toMatchObject({ session_type: 'renewal', session_state: 'sent', identification: 'made_and_sent' })
      const { data } = (await ask('GET', `/sessionforms/session/${session.id}`)).json()
      expect(data.map(({ form_id }: { form_id: string }) => form_id)).toEqual(forms)
      expect(await messagesOf(session.id)).toEqual([
        { kind: 'invitation', channel: 'email' },
        { kind: 'passcode', channel: 'text' },
      ])
      const marks = await findSignerMarks(core.app.db, session.id)
      expect(marks).toMatchObject({ passcode_to: expect.stringContaining('•'), former_passcode_sent: false })
    }
  })

  it('[BK-34] given clients who cannot be reached, when it runs, then their rows say why, and nothing of a session is left @full', async () => {
    const phones = reachable()
    const ids = {
      fine: await addClient(),
      mailless: await addClient({ ...reachable(), primary_email: null }),
      stopped: await addClient(phones),
      archived: await addClient(),
    }
    const number = `+1415555${phones.primary_phone.slice(-4)}`
    await storeStop(core.app.db, { number, source: 'client', adminId: null })
    const { id } = (await plan(Object.values(ids))).json()
    await ask('PUT', `/clients/${ids.archived}/archived`, { archived: true })
    const done = await finish(id, 'run')
    expect(done.counts).toEqual({ changed: 1, failed: 2, skipped: 1 })
    expect(done.of(ids.mailless)).toMatchObject({ result: 'failed', reason: expect.stringContaining('email address') })
    expect(done.of(ids.stopped)).toMatchObject({ result: 'failed', reason: expect.stringContaining('asked for none') })
    expect(done.of(ids.archived)).toMatchObject({ result: 'skipped' })
    for (const client of [ids.mailless, ids.stopped]) expect(await sessionsOf(client)).toEqual([])
  })

  it('[BK-34] given clients with an open session with these forms, when it runs again, then they get no second one, and others do @full', async () => {
    const [first, second] = [await addClient(), await addClient()]
    await finish((await plan([first])).json().id, 'run')
    const again = await finish((await plan([first, second])).json().id, 'run')
    expect(again.counts).toEqual({ unchanged: 1, changed: 1 })
    expect(again.of(first).reason).toBe('has an open session with these forms')
    expect([(await sessionsOf(first)).length, (await sessionsOf(second)).length]).toEqual([1, 1])
  })

  it('[BK-34] given sent sessions, when that is undone, then those that were opened stay, and the others are cancelled @full', async () => {
    const [opened, unopened] = [await addClient(), await addClient()]
    const { id } = (await plan([opened, unopened], actionOf({ link: 'email', passcode: 'none' }))).json()
    await finish(id, 'run')
    const [session] = await sessionsOf(opened)
    const reveal = await ask('POST', `/session/${session.session_code}/passcode/reveal`)
    const url = `/api/session/${session.session_code}/auth`
    const login = await core.ask(nobody, { method: 'POST', url, payload: { passcode: reveal.json().passcode } })
    expect(login.statusCode).toBe(200)
    const undone = await finish(id, 'undo')
    expect(undone.counts).toEqual({ kept: 1, undone: 1 })
    expect(undone.of(opened)).toMatchObject({ result: 'kept', reason: 'the session was opened since' })
    expect(await sessionsOf(opened)).toMatchObject([{ session_state: 'sent' }])
    expect(await sessionsOf(unopened)).toMatchObject([{ status: 'cancelled' }])
    const { events } = (await ask('GET', `/audit?action=session.cancelled&client_id=${unopened}`)).json()
    expect(events).toMatchObject([{ fields: ['cancelled'] }])
  })

  it('[BK-34] given drafts alone are asked for, when it runs, then nothing is sent @full', async () => {
    const client = await addClient({})
    const planned = (await plan([client], actionOf(null))).json()
    expect(planned.sentence).toMatch(/Nothing is sent\.$/)
    expect((await finish(planned.id, 'run')).counts).toEqual({ changed: 1 })
    const [session] = await sessionsOf(client)
    expect(session).toMatchObject({ session_state: 'draft', documents_total: 2 })
    expect(await messagesOf(session.id)).toEqual([])
  })

  it('[BK-34] given an assistant who has changed a contact lately, when it runs, then that Send waits for a release, and the row says so @full', async () => {
    const client = await addClient()
    await ask('PUT', `/clients/${client}`, { primary_email: 'elsewhere@example.com' }, assistant.as)
    const done = await finish((await plan([client], actionOf(), assistant.as)).json().id, 'run', assistant.as)
    expect(done.of(client)).toMatchObject({ result: 'changed', reason: 'waits for a colleague to release it' })
    const [session] = await sessionsOf(client)
    expect(await messagesOf(session.id)).toEqual([])
  })

  it('[BK-34] given the preset is deleted after the plan, when it runs, then it stops and says so, and nobody has a session @full', async () => {
    const client = await addClient()
    const { id } = (await plan([client])).json()
    await ask('DELETE', `/form-presets/${preset.id}`)
    const fault = 'The preset was deleted.'
    expect(await finish(id, 'run')).toMatchObject({ state: 'stopped', fault })
    expect(await sessionsOf(client)).toEqual([])
    const { events } = (await ask('GET', `/audit?action=clients.selection-stopped&subject_id=${id}`)).json()
    expect(events).toMatchObject([{ actor_kind: 'system', detail: fault }])
  })

  it.each([
    ['no preset', { value: null }, 'action.value'],
    ['an unknown preset', { value: '01a1fe2c-2b2e-7171-b77b-9bdc9c23fc5b' }, 'action.value'],
    ['a text in place of a preset', { value: 'Renewal' }, 'action.value'],
    ['link and passcode by one channel', { send: { link: 'email', passcode: 'email' } }, 'action.send.passcode'],
    ['a link by hand', { send: { link: 'none', passcode: 'text' } }, 'action.send.link'],
    ['Send for another action', { kind: 'status', value: 'active' }, 'action.send'],
  ])('[BK-34] given %s, when it is planned, then 400 names the field', async (_what, changes, field) => {
    const answer = await plan([await addClient()], { ...actionOf(), ...changes })
    expect([answer.statusCode, answer.json().details?.[0].field]).toEqual([400, field])
  })
})
