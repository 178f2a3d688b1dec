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

/**
 * core-api's tests on the engine of production; then, on the embedded one, those that ask something of the engine
 * itself, and one file of most features. The API and browser tests all run on the embedded engine.
 */
async function runOnBothEngines(): Promise<FailedStep[]> {
  const onServer = (url: string) => ({ ...testsOf('core-api', 'test:server'), environment: { TEST_DATABASE_URL: url } })
  const onEmbedded = testsOf('core-api', 'test:engine')
  const given = process.env.TEST_DATABASE_URL
  if (given) return runSteps([onServer(given), onEmbedded])
  // What these tests write need not survive a crash.
  const server = await startPostgresServer({ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' })
  try {
    return await runSteps([onServer(server.url), onEmbedded])
  } finally {
    server.remove()
  }
}

const runTestsOf = (workspace: string): Promise<FailedStep[]> =>
  workspace === 'core-api' ? runOnBothEngines() : runSteps([testsOf(workspace)])

async function runAll(): Promise<FailedStep[]> {
  const units = [
    'packages/contract',
    'packages/http-client',
    'packages/service-kit',
    'packages/pdf-signing',
    'shared-ui',
    'admin-app',
    'portal-app',
    'bff',
  ]
  // Each check keeps one processor busy; the tests take two.
  const failed = await runSteps(checks, 2)
  failed.push(...(await runSteps(units.map((name) => testsOf(name)))))
  failed.push(...(await runOnBothEngines()))
  await buildStaleParts()
  failed.push(
    ...(await runSteps([
      testsOf('test', 'test:edge'),
      testsOf('test', 'test:release'),
      testsOf('test', 'test:api'),
      testsOf('test', 'test:browser'),
    ])),
  )
  return failed
}

const [workspace] = process.argv.slice(2)
ensureTestTools()
conclude(await (workspace ? runTestsOf(workspace) : runAll()))
