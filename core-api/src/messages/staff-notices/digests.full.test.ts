import type { PrincipalStatement } from '@agency/contract/principal'
import { type MailServer, startMailServer } from '@agency/test-kit/product/mail-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Core, nobody } from '../../../test/core.ts'
import { handOver, openAsClient, seedForm, seedSession } from '../../../test/session-fixtures.ts'
import { startSingleRunCore } from '../../../test/single-run-core.ts'
import { seedColleague } from '../../../test/staff-fixtures.ts'
import type { RoleScopes } from '../../platform/access/staff-scope.ts'
import { queueDigests } from './digest-service.ts'

let mails: MailServer
let core: Core
let admin: PrincipalStatement
beforeAll(async () => {
  mails = await startMailServer()
  core = await startSingleRunCore({ AGENCY_NAME: 'Sunrise', SMTP_URL: mails.url, MAIL_FROM: 'office@example.com' })
  admin = await core.admin()
  await core.app.db.updateTable('admins').set({ email: 'olga@example.com', first_name: 'Olga' }).execute()
})
afterAll(async () => {
  await core.close()
  await mails.close()
})
beforeEach(async () => {
  await core.app.db.updateTable('admins').set({ digest: false }).execute()
  await core.app.db.deleteFrom('outbox_messages').execute()
})

const url = '/admin/me/digest'
const choose = (digest: unknown, as = admin) => core.ask(as, { method: 'PUT', url, payload: { digest } })
const read = (as = admin) => core.ask(as, { method: 'GET', url })
const all = { power: 'all', standard: 'all', assistant: 'all', auditor: 'all' } as const
const runAt = (moment: string, timeZone = 'America/New_York', scopes: RoleScopes = all) => {
  const { db, cipher } = core.app
  return queueDigests({ db, cipher, timeZone, scopes }, Date.parse(moment))
}
const morning = '2026-11-23T07:05:00-05:00'

describe('the summary of each morning', () => {
  it('given one who asked for it, when something is due, then one e-mail a day has the numbers, and no names', async () => {
    const journey = await seedSession(core)
    await seedForm(core, journey)
    await handOver(core, journey)
    expect((await choose(true)).json()).toEqual({ digest: true })
    expect((await read()).json()).toEqual({ digest: true })
    expect([await runAt(morning), await runAt(morning)]).toEqual([1, 0])
    core.app.wakeOutbox()
    await vi.waitFor(() => expect(mails.received).toHaveLength(1), { timeout: 20_000 })
    const [{ to, text } = { to: [], text: '' }] = mails.received
    expect(to).toEqual(['olga@example.com'])
    expect(text).toContain('Hello Olga,')
    expect(text).toMatch(/\d+ sessions? waiting for the client/)
    expect(text).toContain('List-Unsubscribe')
    expect(text).not.toContain('Gonçalves')
  })

  it.each([
    ['at night', '2026-11-23T06:55:00-05:00', 'America/New_York', 0],
    ['in the afternoon', '2026-11-23T13:00:00-05:00', 'America/New_York', 0],
    ['in the morning of another zone', '2026-11-23T07:05:00-08:00', 'America/Los_Angeles', 1],
    ['on the morning after clocks went back', '2026-11-01T07:05:00-05:00', 'America/New_York', 1],
  ])('given one who asked for it, when the job runs %s, then %s in %s sends %i', async (_when, moment, zone, sent) => {
    await seedForm(core, await seedSession(core))
    await choose(true)
    expect(await runAt(moment, zone)).toBe(sent)
  })

  it('given nobody who asked for it, or no address, when it is morning, then none is sent', async () => {
    expect(await runAt(morning)).toBe(0)
    await choose(true)
    await core.app.db.updateTable('admins').set({ email: '' }).execute()
    expect(await runAt(morning)).toBe(0)
  })

  it('[AC-02] given one who sees the own clients alone, when only others have something due, then none is sent', async () => {
    await seedForm(core, await seedSession(core))
    const colleague = await seedColleague(core, 'standard')
    await choose(true, colleague.as)
    expect(await runAt(morning, 'America/New_York', { ...all, standard: 'own' })).toBe(0)
    expect(await runAt(morning)).toBe(1)
  })

  it('given a wrong body, a client and nobody, when they choose, then 400, 404 and 401, and nothing has changed', async () => {
    const client = await openAsClient(core, (await seedSession(core)).session)
    const statuses = [
      await choose('perhaps'),
      await choose(true, client),
      await choose(true, nobody),
      await read(client),
    ]
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([400, 404, 401, 404])
    expect((await read()).json()).toEqual({ digest: false })
  })
})
