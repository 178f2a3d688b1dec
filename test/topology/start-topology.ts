import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { newTally } from './app-calls.ts'
import { type Report, restartDatabase, runThroughFaults } from './run.ts'
import { startTopology, type Topology } from './topology.ts'
import { logInStaff } from './walk.ts'

const { values } = parseArgs({
  options: {
    walk: { type: 'boolean', default: false },
    walkers: { type: 'string', default: '4' },
    replicas: { type: 'string', default: '2' },
    times: { type: 'string', default: '1' },
  },
})
const say = (line: string) => process.stdout.write(`${line}\n`)

function tell({ calls, walks, repeats, longest, failures, problems }: Report): void {
  say(`${walks} walks, ${calls} calls, the longest ${longest} ms`)
  say(`sent again: by nginx ${repeats.nginx}, by the bff ${repeats.bff}, by an app ${repeats.app}`)
  say(`${failures.length} failures that a person would see, ${problems.length} problems in what was made`)
  for (const line of [...failures, ...problems]) say(`  ${line}`)
}

/** @returns whether all went well */
async function walkThrough(topology: Topology): Promise<boolean> {
  let well = true
  for (let n = 0; n < Number(values.times); n++) {
    const report = await runThroughFaults(topology, { walkers: Number(values.walkers), tell: say })
    tell(report)
    well &&= report.failures.length + report.problems.length === 0
  }
  const walkStaff = await logInStaff(topology, topology.password, newTally())
  say(`PostgreSQL was killed and started again: answers after ${await restartDatabase(topology, walkStaff)} ms`)
  return well
}

const topology = await startTopology({ replicas: Number(values.replicas) })
try {
  if (values.walk) process.exitCode = (await walkThrough(topology)) ? 0 : 1
  else {
    say(`Staff    https://staff.localhost:${topology.port}/admin/ (admin, ${topology.password})`)
    say(`Clients  https://client.localhost:${topology.port}/session/`)
    say('Stop with Ctrl+C.')
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  }
} finally {
  await topology.stop()
}
