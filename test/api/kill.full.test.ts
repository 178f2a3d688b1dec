import { expect, it } from 'vitest'
import { runKillRounds } from '../faults/kill-rounds.ts'

it('given writers at work, when the core is killed and started again, twice, then nothing acknowledged is lost, and nothing half done', async () => {
  const report = await runKillRounds(2, () => undefined)
  expect(report.problems).toEqual([])
  expect(report.clients).toBeGreaterThan(0)
  expect(report.documents).toBeGreaterThan(0)
  expect(report.inFlight).toBeGreaterThan(0)
  expect(report.sealed).toBeGreaterThanOrEqual(report.signatures)
}, 400_000)
