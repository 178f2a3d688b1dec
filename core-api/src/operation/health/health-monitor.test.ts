import { describe, expect, it } from 'vitest'
import type { HealthCheck, HealthFinding } from '../../platform/http/health-checks.ts'
import { HealthMonitor } from './health-monitor.ts'

const ok: HealthFinding = { state: 'ok', message: 'Well.' }

/** A check that counts how often it was started. */
function check(id: string, run: () => Promise<HealthFinding>, affectsReadiness = false) {
  const counted = {
    id,
    title: id,
    affectsReadiness,
    runs: 0,
    run: () => {
      counted.runs += 1
      return run()
    },
  }
  return counted
}

function monitorOf(checks: HealthCheck[], { limit = 20, fresh = 60_000 } = {}) {
  const logged: unknown[] = []
  const log = { error: (entry: unknown) => void logged.push(entry) }
  return { monitor: new HealthMonitor({ checks, log, limit, fresh }), logged }
}

describe('the health monitor', () => {
  it('given checks, when a report is asked for, then it has each, in order, with the time of the check', async () => {
    const at = '2026-01-31T02:00:00.000Z'
    const nightly = check('nightly', async () => ({ state: 'warning', message: 'Old.', at }))
    const { monitor } = monitorOf([check('now', async () => ok), nightly])
    const before = Date.now()
    const [first, second] = await monitor.report()
    expect(first).toMatchObject({ id: 'now', title: 'now', ...ok })
    expect(Date.parse(first?.at ?? '')).toBeGreaterThanOrEqual(before)
    expect(second).toEqual({ id: 'nightly', title: 'nightly', state: 'warning', message: 'Old.', at })
  })

  it('given many probes at once and soon after, when they ask, then each check runs once', async () => {
    const counted = check('counted', async () => ok, true)
    const { monitor } = monitorOf([counted])
    await Promise.all([monitor.report(), monitor.readiness(), monitor.report()])
    await monitor.readiness()
    expect(counted.runs).toBe(1)
  })

  it('given a result that is no longer fresh, when asked, then the check runs again', async () => {
    const counted = check('counted', async () => ok)
    const { monitor } = monitorOf([counted], { fresh: -1 })
    await monitor.report()
    await monitor.report()
    expect(counted.runs).toBe(2)
  })

  it('given a check that hangs, when asked again and again, then it fails within the limit and is started once', async () => {
    const hanging = check('hanging', () => new Promise(() => undefined))
    const { monitor } = monitorOf([hanging, check('well', async () => ok)], { fresh: -1 })
    for (const _time of [1, 2]) {
      const [first, second] = await monitor.report()
      expect(first).toMatchObject({ state: 'failing', message: 'This check gave no result within 0.02 seconds.' })
      expect(second).toMatchObject(ok)
    }
    expect(hanging.runs).toBe(1)
  })

  it('given a check that throws, when asked, then it fails without the error’s text, which is logged', async () => {
    const error = new Error('secret')
    const { monitor, logged } = monitorOf([check('broken', () => Promise.reject(error))])
    const [entry] = await monitor.report()
    expect(entry).toMatchObject({ state: 'failing' })
    expect(entry?.message).not.toContain('secret')
    expect(logged).toEqual([{ err: error, check: 'broken' }])
  })

  it('given checks that readiness does without, when one hangs, then readiness does not wait for it and names what failed before', async () => {
    const failing = async (): Promise<HealthFinding> => ({ state: 'failing', message: 'x' })
    const hanging = check('hanging', () => new Promise(() => undefined))
    const checks = [check('needed', failing, true), check('other', failing), hanging]
    const { monitor } = monitorOf(checks, { limit: 60_000 })
    await monitor.readiness()
    expect(await monitor.readiness()).toEqual({ needed: ['needed'], others: ['other'] })
  })
})
