import { afterAll, beforeAll, expect, it } from 'vitest'
import { newTally } from '../topology/app-calls.ts'
import { restartDatabase, runThroughFaults } from '../topology/run.ts'
import { startTopology, type Topology } from '../topology/topology.ts'
import { logInStaff } from '../topology/walk.ts'

let topology: Topology
beforeAll(async () => {
  topology = await startTopology()
}, 300_000)
afterAll(() => topology?.stop())

it('[OP-02] given walkers and two of each service, when each is killed and replaced, then nobody sees a failure, and nothing is lost or made twice', async () => {
  const { walks, failures, problems, repeats } = await runThroughFaults(topology, { walkers: 3, tell: () => undefined })
  expect(failures).toEqual([])
  expect(problems).toEqual([])
  expect(walks).toBeGreaterThan(3)
  // Else nothing was in flight when something ended.
  expect(repeats.nginx + repeats.bff + repeats.app).toBeGreaterThan(0)
}, 240_000)

it('given a database that is killed, when it is back, then the product answers again without a restart', async () => {
  const walkStaff = await logInStaff(topology, topology.password, newTally())
  expect(await restartDatabase(topology, walkStaff)).toBeLessThan(20_000)
})
