import { buildStaleParts } from './build.ts'
import { checks } from './check.ts'
import { startPostgresServer } from './postgres-server.ts'
import { conclude, type FailedStep, runSteps, type Step } from './run-steps.ts'
import { ensureTestTools } from './test-tools.ts'

const testsOf = (workspace: string, script = 'test'): Step => ({
  name: `${script} of ${workspace}`,
  command: 'npm',
  args: ['run', script, '--silent', '--workspace', workspace],
})

/** core-api's tests, once on each engine. Those that touch no database run once. */
async function runOnBothEngines(): Promise<FailedStep[]> {
  const onEmbedded = { ...testsOf('core-api'), environment: { TEST_DATABASE_URL: '' } }
  const onServer = (url: string) => ({ ...testsOf('core-api', 'test:server'), environment: { TEST_DATABASE_URL: url } })
  const given = process.env.TEST_DATABASE_URL
  if (given) return runSteps([onEmbedded, onServer(given)])
  // What these tests write need not survive a crash.
  const server = await startPostgresServer({ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' })
  try {
    return await runSteps([onEmbedded, onServer(server.url)])
  } finally {
    server.remove()
  }
}

ensureTestTools()
const units = ['contract', 'shared-ui', 'admin-app', 'portal-app', 'bff']
const failed = await runSteps([...checks, ...units.map((name) => testsOf(name))])
failed.push(...(await runOnBothEngines()))
await buildStaleParts()
failed.push(...(await runSteps([testsOf('nginx'), testsOf('e2e', 'test:api'), testsOf('e2e')])))
conclude(failed)
