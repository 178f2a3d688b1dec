import { spawnSync } from 'node:child_process'
import { conclude, runSteps, type Step } from './run-steps.ts'
import { ensureTestTools } from './test-tools.ts'

const script = (name: string, args: string[] = [], environment: Record<string, string> = {}): Step => ({
  name: [name, ...args].join(' '),
  command: 'npm',
  args: ['run', name, '--silent', '--', ...args],
  environment,
})

const hasEngine = spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0

/** Everything: what `npm test` runs, and what takes too long for it. For the night and before a release. */
ensureTestTools()
const failed = await runSteps([
  script('test'),
  script('test:fuzz', [], { FUZZ_RUNS: '500' }),
  script('kill-test', ['--rounds', '50']),
  script('timing-test'),
  ...(hasEngine ? [script('test:compose')] : []),
])
if (!hasEngine) console.log('\nLeft out: test:compose, since no container engine answers on this machine.')
conclude(failed)
