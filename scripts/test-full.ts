import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { withServer } from './postgres-server.ts'
import { root } from './repository.ts'
import { runTasks } from './run-tasks.ts'
import { ensureTestTools } from './test-tools.ts'

const { values } = parseArgs({ options: { rest: { type: 'boolean', default: false } } })

/** How much is tried: the night has time for more than a change that is about to land. */
const rounds = values.rest ? { kills: '10', fuzz: '100' } : { kills: '50', fuzz: '500' }

/** Runs a script of the root package. @returns whether it succeeded */
function runScript(name: string, args: string[] = [], environment: Record<string, string> = {}): boolean {
  console.log(`\n── ${[name, ...args].join(' ')}`)
  const env = { ...process.env, ...environment }
  return spawnSync('npm', ['run', name, '--silent', '--', ...args], { cwd: root, stdio: 'inherit', env }).status === 0
}

const hasContainerEngine = spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0

/**
 * Everything: what `npm test` runs, and what takes too long for it. For the night and before a release.
 * `--rest`: only what `npm test` leaves out, with fewer rounds.
 */
ensureTestTools()
const results = [
  values.rest || runScript('test'),
  await withServer((url) =>
    runTasks({ tasks: ['test:full'], concurrency: 1, environment: { TEST_DATABASE_URL: url } }),
  ),
  runScript('test:fuzz', [], { FUZZ_RUNS: rounds.fuzz }),
  runScript('kill-test', ['--rounds', rounds.kills]),
  runScript('timing-test'),
  !hasContainerEngine || runScript('test:compose'),
]
if (!hasContainerEngine) console.log('\nLeft out: test:compose. No container engine answers on this machine.')
process.exitCode = results.every(Boolean) ? 0 : 1
