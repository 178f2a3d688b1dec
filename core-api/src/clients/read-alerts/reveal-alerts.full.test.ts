import { maskedHeader } from '@agency/contract/masked-call'
import type { PrincipalStatement } from '@agency/contract/principal'
import type { RevealAlert } from '@agency/contract/reveal-alerts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Core, nobody, startCore } from '../../../test/core.ts'
import { openAsClient, seedClient, seedSession } from '../../../test/session-fixtures.ts'
import { type Colleague, seedColleague } from '../../../test/staff-fixtures.ts'
import { recordOnClients } from '../../platform/audit-trail/audit-service.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { watchReveals } from './reveal-alert-service.ts'

const hour = 3_600_000
const limits = { clients: 3, factor: 5 }

let core: Core
let boss: PrincipalStatement
let lee: Colleague
let clients: string[]
beforeEach(async () => {
  core = await startCore({ REVEAL_ALERT: '3' })
  boss = await core.admin()
  await core.app.db.updateTable('admins').set({ email: 'dana@agency.example' }).execute()
  lee = await seedColleague(core, 'standard', { first_name: 'Lee', last_name: 'Ortiz' })
  clients = []
  for (let n = 0; n < 5; n++) clients.push(await seedClient(core, boss, { ssn: '123456789', occupation: 'Baker' }))
})
afterEach(async () => {
  vi.useRealTimers()
  await core.close()
})

const reveal = (id: string, as = lee.as) =>
  core.ask(as, { method: 'POST', url: `/clients/${id}/reveals`, payload: { fields: ['ssn'] } })
const watch = (now = new Date(), used = limits) => watchReveals(core.app, used, now)
const list = async (): Promise<RevealAlert[]> =>
  (await core.ask(boss, { method: 'GET', url: '/reveal-alerts' })).json().alerts
const acknowledge = (id: string, as = boss) => core.ask(as, { method: 'POST', url: `/reveal-alerts/${id}/acknowledge` })
const notices = () =>
  core.app.db.selectFrom('outbox_messages').select('admin_id').where('kind', '=', 'reveal-alert').execute()
const trail = async (action: string) =>
  (await core.ask(boss, { method: 'GET', url: `/audit?action=${action}` })).json().events

const asLee = (): AdminPrincipal => ({
  kind: 'admin',
  adminId: lee.admin.id,
  adminSessionId: lee.as.kind === 'admin' ? lee.as.id : '',
  role: 'standard',
  scope: 'all',
  address: '192.0.2.9',
})

/** Reveals of the past: one event on the trail of each of `count` clients. */
async function revealedBefore(at: number, count: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: at })
  const ids = Array.from({ length: count }, () => crypto.randomUUID())
  const shown = { action: 'client.field-shown' as const, fields: ['ssn'] }
  await recordOnClients(core.app.db, asLee(), shown, ids)
  vi.useRealTimers()
}

describe('more clients than REVEAL_ALERT', () => {
  it('given reveals, plain reads and packets of one person, when counted by several processes, then one alert, one e-mail, one event', async () => {
    await reveal(clients[0] ?? '')
    await reveal(clients[0] ?? '')
    await core.ask(lee.as, { method: 'GET', url: `/clients/${clients[1]}` })
    await core.ask(lee.as, { method: 'GET', url: `/clients/${clients[4]}`, headers: { [maskedHeader]: '1' } })
    await reveal(clients[2] ?? '')
    expect(await watch()).toBe(0)

    await recordOnClients(core.app.db, asLee(), { action: 'session.packet-downloaded' }, [clients[3] ?? ''])
    const raised = await Promise.all([watch(), watch(), watch()])
    expect(raised.toSorted()).toEqual([0, 0, 1])
    expect(await list()).toMatchObject([
      { admin_id: lee.admin.id, admin_name: 'Lee Ortiz', clients: 4, usual_clients: null, acknowledged_at: null },
    ])
    const [boss] = await core.app.db.selectFrom('admins').select('id').where('role', '=', 'power').execute()
    expect(await notices()).toEqual([{ admin_id: boss?.id }])
    expect(await trail('reveals.unusual-rate')).toMatchObject([
      { actor_kind: 'system', subject_id: lee.admin.id, client_id: null, detail: '4 clients within an hour' },
    ])
  })

  it('given an open alert, when more are revealed, then it counts on; once acknowledged, only what comes after counts', async () => {
    for (const id of clients.slice(0, 4)) await reveal(id)
    await watch()
    await reveal(clients[4] ?? '')
    expect(await watch()).toBe(0)
    const [alert] = await list()
    expect(alert?.clients).toBe(5)
    expect((await acknowledge(alert?.id ?? '')).statusCode).toBe(204)
    expect((await acknowledge(alert?.id ?? '')).statusCode).toBe(204)
    expect(await list()).toMatchObject([{ acknowledged_by_name: 'admin' }])
    expect(await trail('reveals.alert-acknowledged')).toMatchObject([{ actor_name: 'admin', subject_id: lee.admin.id }])
    expect(await watch()).toBe(0)
    for (const id of clients.slice(0, 4)) await reveal(id)
    expect(await watch()).toBe(1)
    expect(await notices()).toHaveLength(2)
  })

  it('given reveals, when an hour has passed, or REVEAL_ALERT is 0, then no alert is raised', async () => {
    for (const id of clients.slice(0, 4)) await reveal(id)
    expect(await watch(new Date(Date.now() + hour))).toBe(0)
    expect(await watch(new Date(), { clients: 0, factor: 5 })).toBe(0)
    expect(await watch(new Date(Date.now() + hour - 60_000))).toBe(1)
  })
})

describe('five times one’s own usual', () => {
  const now = Date.now()

  it.each([
    ['ten hours of two clients', 10, 11, 1],
    ['ten hours of two clients, and five times as many', 10, 10, 0],
    ['nine such hours, too few to tell', 9, 11, 0],
  ])(
    'given %s, when eleven or ten are revealed, then the alert follows the usual',
    async (_what, hours, clients, raised) => {
      for (let n = 1; n <= hours; n++) await revealedBefore(now - (n + 1) * hour, 2)
      await revealedBefore(now - 60_000, clients)
      expect(await watch(new Date(now), { clients: 100, factor: 5 })).toBe(raised)
      if (raised === 1) expect(await list()).toMatchObject([{ clients, usual_clients: 2 }])
    },
  )
})

describe('who acknowledges an alert', () => {
  it('given an alert, when anybody else asks or acknowledges, then it is refused, and it stays open', async () => {
    for (const id of clients.slice(0, 4)) await reveal(id)
    await watch()
    const [alert] = await list()
    const id = alert?.id ?? ''
    const auditor = (await seedColleague(core, 'auditor')).as
    const client = await openAsClient(core, (await seedSession(core)).session)
    const refused = [lee.as, auditor, client, nobody]
    const statuses = async (answers: Promise<{ statusCode: number }>[]) =>
      (await Promise.all(answers)).map(({ statusCode }) => statusCode)
    expect(await statuses(refused.map((as) => acknowledge(id, as)))).toEqual([403, 403, 404, 401])
    expect(await statuses(refused.map((as) => core.ask(as, { method: 'GET', url: '/reveal-alerts' })))).toEqual([
      403, 200, 404, 401,
    ])
    expect((await acknowledge(crypto.randomUUID())).statusCode).toBe(404)
    expect((await acknowledge('7')).statusCode).toBe(400)
    expect(await list()).toMatchObject([{ acknowledged_at: null }])
  })

  it('given an alert about a power admin, when they acknowledge it, then 409 while another can, else 204', async () => {
    for (const id of clients.slice(0, 4)) await reveal(id, boss)
    const other = await seedColleague(core, 'power')
    await watch()
    const [alert] = await list()
    expect((await acknowledge(alert?.id ?? '')).statusCode).toBe(409)
    expect(await list()).toMatchObject([{ acknowledged_at: null }])
    await core.app.db.deleteFrom('admins').where('id', '=', other.admin.id).execute()
    expect((await acknowledge(alert?.id ?? '')).statusCode).toBe(204)
  })
})
