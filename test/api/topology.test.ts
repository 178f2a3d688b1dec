import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '../../scripts/repository.ts'
import { newTally } from '../topology/app-calls.ts'
import { restartDatabase, runThroughFaults } from '../topology/run.ts'
import { startTopology, type Topology } from '../topology/topology.ts'
import { openOffice } from '../topology/walk.ts'

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

it('given a database that is killed, when it is back, then the product answers again by itself', async () => {
  const office = await openOffice(topology.port, topology.password, newTally())
  expect(await restartDatabase(topology, office)).toBeLessThan(20_000)
})

it.each(['bff', 'core-api'])(
  'given the image of %s, when it starts, then by the command that is tried here',
  (name) => {
    const dockerfile = readFileSync(join(root, name, 'Dockerfile'), 'utf8')
    expect(dockerfile).toContain(`CMD ["node", "${name}/src/main.ts"]`)
  },
)
