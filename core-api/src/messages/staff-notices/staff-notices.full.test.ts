import { type MailServer, startMailServer } from '@agency/test-kit/product/mail-server'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { openAsClient, seedForm, seedSession } from '../../../test/session-fixtures.ts'
import { signAsClient, step, whenSealed } from '../../../test/signing-steps.ts'
import { seedColleague } from '../../../test/staff-fixtures.ts'

let mails: MailServer
let core: Core
beforeAll(async () => {
  mails = await startMailServer()
  core = await startCore({
    AGENCY_NAME: 'Sunrise',
    SMTP_URL: mails.url,
    MAIL_FROM: 'office@agency.example',
    STANDARD_SCOPE: 'own',
  })
})
afterAll(async () => {
  await core.close()
  await mails.close()
})
beforeEach(async () => {
  mails.received.length = 0
  await setEmail('dana@agency.example')
})

const setEmail = (email: string) => core.app.db.updateTable('admins').set({ email }).execute()
const mailed = () => vi.waitFor(() => expect(mails.received).toHaveLength(1), { timeout: 20_000, interval: 50 })
const whenJobsAreDone = ({ app } = core) =>
  vi.waitFor(
    async () => {
      app.wakeJobs()
      const waiting = app.db.selectFrom('jobs').select('kind').where('done_at', 'is', null)
      expect(await waiting.execute()).toEqual([])
    },
    { timeout: 20_000, interval: 50 },
  )

it('[RE-07] given a client who declines, when told, then who started the session gets one e-mail, without the reason', async () => {
  const journey = await seedSession(core)
  const { id } = await seedForm(core, journey)
  await step(core, await openAsClient(core, journey.session), id, 'decline', { reason: 'Too expensive' })
  await mailed()
  const [mail] = mails.received
  expect(mail?.to).toEqual(['dana@agency.example'])
  expect(mail?.text).toContain('G. declined a document of the onboarding session.')
  for (const kept of ['Too expensive', 'Gonçalves', journey.session.session_code])
    expect(mail?.text).not.toContain(kept)
})

it('given a client who signs all, when it is sealed, then who started the session gets one e-mail', async () => {
  const journey = await seedSession(core)
  const { id } = await seedForm(core, journey)
  await signAsClient(core, journey, id)
  await whenSealed(core, journey, id)
  await mailed()
  expect(mails.received[0]?.text).toContain('signed all documents of the onboarding session.')
})

it('given a document on paper that staff completed, when the client signs the other one, then who started the session gets one e-mail', async () => {
  const journey = await seedSession(core)
  const paper = await seedForm(core, journey)
  const { id } = await seedForm(core, journey)
  const done = { method: 'PUT', url: `/sessionforms/${paper.id}`, payload: { status: 'completed' } } as const
  expect((await core.ask(journey.admin, done)).statusCode).toBe(200)
  await signAsClient(core, journey, id)
  await whenSealed(core, journey, id)
  await mailed()
  await whenJobsAreDone()
  expect(mails.received.map(({ text }) => text)).toEqual([expect.stringContaining('signed all documents')])
})

it('given a completed session, when another document is attached and signed, then a second e-mail says so', async () => {
  const journey = await seedSession(core)
  for (const count of [1, 2]) {
    const { id } = await seedForm(core, journey)
    await signAsClient(core, journey, id)
    await whenSealed(core, journey, id)
    await vi.waitFor(() => expect(mails.received).toHaveLength(count), { timeout: 20_000, interval: 50 })
  }
  await whenJobsAreDone()
  expect(mails.received).toHaveLength(2)
})

it('given a document that staff complete by hand, when that completes the session, then nobody is told', async () => {
  const journey = await seedSession(core)
  const { id } = await seedForm(core, journey)
  await core.ask(journey.admin, { method: 'PUT', url: `/sessionforms/${id}`, payload: { status: 'completed' } })
  await whenJobsAreDone()
  const queued = core.app.db.selectFrom('outbox_messages').select('id').where('session_id', '=', journey.session.id)
  expect(await queued.execute()).toEqual([])
})

it('given a client of somebody else, when it declines, then who started its session and no longer sees it is not told', async () => {
  const { admin } = await seedColleague(core, 'standard')
  const decline = async (owner_id: string | null) => {
    const journey = await seedSession(core)
    const { id } = await seedForm(core, journey)
    const { db } = core.app
    await db.updateTable('sessions').set({ created_by: admin.id }).where('id', '=', journey.session.id).execute()
    await db.updateTable('clients').set({ owner_id }).where('id', '=', journey.clientId).execute()
    await step(core, await openAsClient(core, journey.session), id, 'decline', { reason: 'Too expensive' })
    await whenJobsAreDone()
    const queued = db.selectFrom('outbox_messages').select('admin_id').where('session_id', '=', journey.session.id)
    return queued.execute()
  }
  expect(await decline(null)).toEqual([])
  expect(await decline(admin.id)).toEqual([{ admin_id: admin.id }])
})

it('given an account without an address, when a client declines, then no message is queued', async () => {
  await setEmail('')
  const journey = await seedSession(core)
  const { id } = await seedForm(core, journey)
  await step(core, await openAsClient(core, journey.session), id, 'decline', { reason: 'Too expensive' })
  await whenJobsAreDone()
  const queued = core.app.db.selectFrom('outbox_messages').select('id').where('session_id', '=', journey.session.id)
  expect(await queued.execute()).toEqual([])
})
