import { expect, it, onTestFinished } from 'vitest'
import { runThroughFaults } from '../topology/run.ts'
import { startTopology } from '../topology/topology.ts'

it('[OP-02] given two of each service, when one of each is killed and one of each is replaced, then no call of a walker fails and nothing is lost or made twice', async () => {
  const topology = await startTopology()
  onTestFinished(() => topology.stop())
  const { walks, failures, problems, repeats } = await runThroughFaults(topology, {
    walkers: 1,
    failing: 'first',
    tell: () => undefined,
  })
  expect({ failures, problems }).toEqual({ failures: [], problems: [] })
  expect(walks).toBeGreaterThan(0)
  // Else nothing was in flight when something ended.
  expect(repeats.nginx + repeats.bff + repeats.app).toBeGreaterThan(0)
}, 360_000)
