import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { withServer } from './postgres-server.ts'
import { root } from './repository.ts'
import { reportResults, runTasks, type TaskResult } from './run-tasks.ts'
import { ensureEngines, ensureTestTools } from './test-tools.ts'

const { values } = parseArgs({ options: { rest: { type: 'boolean', default: false } } })

/** The night runs 50 kills and 500 requests for each operation; with `--rest` a developer waits. */
const rounds = values.rest ? { kills: '10', fuzz: '100' } : { kills: '50', fuzz: '500' }
/** A failure prints the seed. */
const seed: Record<string, string> = values.rest ? {} : { FUZZ_SEED: String(Date.now() % 2 ** 31) }

/** What `npm test` leaves out: `*.full.test.ts`, tests with @full in their titles, and the embedded engine. */
const tasks = ['test:full', 'test:tagged', 'test:embedded', 'test:browser:full', 'test:release:full']

function runScript(name: string, args: string[], environment: Record<string, string> = {}): TaskResult {
  const shown = [name, ...args].join(' ')
  console.log(`\n── ${shown}`)
  const start = Date.now()
  const env = { ...process.env, ...environment }
  const command = ['run', name, '--silent', '--', ...args]
  const { status } = spawnSync('npm', command, { cwd: root, stdio: 'inherit', env })
  return { name: shown, seconds: (Date.now() - start) / 1000, passed: status === 0 }
}

const hasContainerEngine = spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0

function runAll(url: string): TaskResult[] {
  const environment = { TEST_DATABASE_URL: url }
  return [
    ...(values.rest ? [] : [runScript('test', [], environment)]),
    ...runTasks({ tasks, concurrency: 1, environment }),
    runScript('test:fuzz', [], { ...environment, ...seed, FUZZ_RUNS: rounds.fuzz }),
    runScript('kill-test', ['--rounds', rounds.kills]),
    runScript('timing-test', []),
    ...(hasContainerEngine ? [runScript('test:compose', []), runScript('test:agency', [])] : []),
  ]
}

/** `--rest`: only what `npm test` leaves out, with fewer rounds. Each part runs, also after a failure. */
ensureTestTools()
ensureEngines()
reportResults(await withServer(runAll))
if (!hasContainerEngine)
  console.log('Left out: test:compose and test:agency. No container engine answers on this machine.')
