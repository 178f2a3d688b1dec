import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { withServer } from './postgres-server.ts'
import { root } from './repository.ts'
import { reportResults, runTasks, type TaskResult } from './run-tasks.ts'
import { ensureTestTools } from './test-tools.ts'

const checks = ['style', 'types', 'imports', 'vocabulary', 'workflows', 'acceptance', 'unused']

/**
 * Two stages, each of a half that computes and a half that mostly waits: for PostgreSQL, for pages, for services to start.
 * Together they keep two processors busy.
 */
async function runAll(url: string): Promise<TaskResult[]> {
  const environment = { TEST_DATABASE_URL: url }
  const core = ['@agency/core-api']
  const results = await runTasks(
    {
      tasks: [...checks.map((name) => `//#check:${name}`), 'build', 'test'],
      filters: ['!@agency/core-api'],
      concurrency: 2,
    },
    { tasks: ['test', 'test:engine'], filters: core, concurrency: 1, environment },
  )
  const product = await runTasks({
    tasks: ['test:services', 'test:browser'],
    concurrency: 2,
    environment: { ...environment, FRONT_ENDS_BUILT: '1' },
  })
  return [...results, ...product]
}

/** @throws when the folder is no workspace */
function workspaceNamed(folder: string): string {
  const found = [folder, `packages/${folder}`].find((path) => existsSync(join(root, path, 'package.json')))
  if (!found) throw new Error(`There is no workspace ${folder}.`)
  return `./${found}`
}

/** The tests of one workspace; those of the router are product tests. */
function runOne(folder: string, url: string): Promise<TaskResult[]> {
  const environment = { TEST_DATABASE_URL: url }
  if (folder === 'nginx') return runTasks({ tasks: ['test:edge'], concurrency: 1, environment })
  const filters = [workspaceNamed(folder)]
  return runTasks({ tasks: ['test', 'test:engine'], filters, concurrency: 1, environment })
}

/** `npm test`: everything that a developer waits for. `npm test -- core-api`: the tests of one part. */
const [folder] = process.argv.slice(2)
ensureTestTools()
reportResults(await withServer((url) => (folder === undefined ? runAll(url) : runOne(folder, url))))
