import { buildStaleParts } from './build.ts'
import { checks } from './check.ts'
import { startPostgresServer } from './postgres-server.ts'
import { runSteps, type Step } from './run-steps.ts'
import { ensureTestTools } from './test-tools.ts'

const testsOf = (workspace: string, script = 'test'): Step => ({
  name: `${script} of ${workspace}`,
  command: 'npm',
  args: ['run', script, '--silent', '--workspace', workspace],
})

/** core-api's tests, once on each engine. Those that touch no database run once. */
async function runOnBothEngines(): Promise<boolean> {
  const onEmbedded = { ...testsOf('core-api'), environment: { TEST_DATABASE_URL: '' } }
  const onServer = (url: string) => ({ ...testsOf('core-api', 'test:server'), environment: { TEST_DATABASE_URL: url } })
  const given = process.env.TEST_DATABASE_URL
  if (given) return runSteps([onEmbedded, onServer(given)])
  // What these tests write need not survive a crash.
  const server = await startPostgresServer({ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' })
  try {
    return runSteps([onEmbedded, onServer(server.url)])
  } finally {
    server.remove()
  }
}

ensureTestTools()
const passed = [
  runSteps([...checks, ...['contract', 'shared-ui', 'admin-app', 'portal-app', 'bff'].map((name) => testsOf(name))]),
  await runOnBothEngines(),
]
await buildStaleParts()
passed.push(runSteps([testsOf('nginx'), testsOf('e2e', 'test:api'), testsOf('e2e')]))
process.exitCode = passed.every(Boolean) ? 0 : 1
