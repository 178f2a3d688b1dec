import type { HealthEntry, HealthState } from '@agency/contract/health'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Core } from '../../../test/core.ts'
import { startSingleRunCore } from '../../../test/single-run-core.ts'
import { seedColleague } from '../../../test/staff-fixtures.ts'
import { makeDue } from '../../platform/jobs/recurring-job-repository.ts'
import { messageContext } from '../../platform/outbox/outbox-service.ts'
import { alertKind, FailingChecks, mailFailing } from './health-alerts.ts'

const at = '2026-11-27T12:00:00.000Z'
const entry = (id: string, state: HealthState): HealthEntry => ({ id, title: id, state, message: `${id} is lost.`, at })
const minutes = (count: number) => count * 60_000
const idsIn = (entries: HealthEntry[]) => entries.map(({ id }) => id)

describe('checks that fail', () => {
  it('given one that fails, when ten minutes have passed, then it is named, and not before', () => {
    const failing = new FailingChecks()
    const report = [entry('disk', 'failing'), entry('jobs', 'warning'), entry('clock', 'ok')]
    expect(idsIn(failing.lastingIn(report, minutes(0)))).toEqual([])
    expect(idsIn(failing.lastingIn(report, minutes(10) - 1))).toEqual([])
    expect(idsIn(failing.lastingIn(report, minutes(10)))).toEqual(['disk'])
    expect(idsIn(failing.lastingIn(report, minutes(600)))).toEqual(['disk'])
  })

  it.each(['ok', 'warning'] as const)('given one that is %s in between, then its ten minutes begin anew', (between) => {
    const failing = new FailingChecks()
    failing.lastingIn([entry('disk', 'failing')], minutes(0))
    failing.lastingIn([entry('disk', between)], minutes(9))
    expect(failing.lastingIn([entry('disk', 'failing')], minutes(10))).toEqual([])
    expect(failing.lastingIn([entry('disk', 'failing')], minutes(19))).toEqual([])
    expect(idsIn(failing.lastingIn([entry('disk', 'failing')], minutes(20)))).toEqual(['disk'])
  })
})

describe('the mail about them', () => {
  let core: Core
  beforeAll(async () => {
    core = await startSingleRunCore({ DEMO: 'true' })
    await core.admin()
    await seedColleague(core, 'standard')
    await core.app.db.updateTable('admins').set({ email: 'standard@example.com' }).execute()
  })
  afterAll(() => core.close())
  beforeEach(async () => {
    const { db } = core.app
    await db.deleteFrom('outbox_messages').execute()
    await db.updateTable('admins').set({ email: 'power@example.com' }).where('role', '=', 'power').execute()
    await makeDue(db, alertKind)
  })

  const entries = [entry('disk', 'failing'), entry('backup', 'failing')]
  const mail = (day: string, failing = entries) => {
    const { db, cipher } = core.app
    const now = new Date(`${day}T09:00:00Z`)
    const context = { db, cipher, staffUrl: 'https://staff.agency.example' }
    return mailFailing(context, { entries: failing, now, closing: new AbortController().signal })
  }
  const queued = async () => {
    const rows = await core.app.db
      .selectFrom('outbox_messages')
      .selectAll()
      .where('kind', '=', 'health-alert')
      .execute()
    return rows.map(({ id, encrypted_message }) =>
      JSON.parse(core.app.cipher.decrypt(encrypted_message ?? expect.fail('no content'), messageContext(id))),
    )
  }

  it('[OP-09] given failing checks, when replicas mail them at once and later, then each power admin gets one, with what to do', async () => {
    const sent = await Promise.all([mail('2026-11-27'), mail('2026-11-27'), mail('2026-11-27')])
    expect(sent.filter(Boolean)).toHaveLength(1)
    expect(await mail('2026-11-27')).toBe(false)
    expect(await queued()).toEqual([
      {
        to: 'power@example.com',
        values: {
          problems: 'disk: disk is lost.\nbackup: backup is lost.',
          link: 'https://staff.agency.example/admin/health',
        },
      },
    ])
  })

  it('given the mail of a day, when the job is due again, then the next day has one of its own, and the same day none', async () => {
    await mail('2026-11-27')
    await makeDue(core.app.db, alertKind)
    await mail('2026-11-27')
    expect(await queued()).toHaveLength(1)
    await makeDue(core.app.db, alertKind)
    await mail('2026-11-28')
    expect(await queued()).toHaveLength(2)
  })

  it('given nothing that fails, when asked, then nothing is mailed and the mail of the day is left', async () => {
    expect(await mail('2026-11-27', [])).toBe(false)
    expect(await mail('2026-11-27')).toBe(true)
  })

  it('given no power admin with an address, when one gets one, then the mail is sent', async () => {
    const { db } = core.app
    await db.updateTable('admins').set({ email: '' }).where('role', '=', 'power').execute()
    expect(await mail('2026-11-27')).toBe(false)
    await db.updateTable('admins').set({ email: 'late@example.com' }).where('role', '=', 'power').execute()
    expect(await mail('2026-11-27')).toBe(true)
  })

  it('given a mail that was given up, when Health is asked, then it says so', async () => {
    await mail('2026-11-27')
    const ask = async () => {
      const check = core.app.healthChecks.find(({ id }) => id === 'messages') ?? expect.fail('no check of messages')
      return check.run()
    }
    const dead = { state: 'dead', error: 'mailbox-unknown', encrypted_message: null } as const
    await core.app.db.updateTable('outbox_messages').set(dead).execute()
    expect(await ask()).toMatchObject({ state: 'warning', message: expect.stringContaining('power admins') })
  })
})
