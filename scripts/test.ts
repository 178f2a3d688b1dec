import { buildStaleParts } from './build.ts'
import { checks } from './check.ts'
import { runSteps, type Step } from './run-steps.ts'
import { ensureTestTools } from './test-tools.ts'

const unit = (workspace: string): Step => ({
  name: `tests of ${workspace}`,
  command: 'npm',
  args: ['run', 'test', '--silent', '--workspace', workspace],
})

ensureTestTools()
const passedBeforeBuild = runSteps([
  ...checks,
  ...['contract', 'shared-ui', 'admin-app', 'portal-app', 'bff', 'core-api'].map(unit),
])
await buildStaleParts()
const passedAfterBuild = runSteps([unit('nginx'), unit('e2e')])
process.exitCode = passedBeforeBuild && passedAfterBuild ? 0 : 1
