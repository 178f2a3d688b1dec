import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { withMemoryDirectory } from './memory-directory.ts'
import { withServer } from './postgres-server.ts'
import { root } from './repository.ts'
import { reportResults, runTasks, type TaskResult } from './run-tasks.ts'
import { ensureTestTools } from './test-tools.ts'

const checks = ['style', 'types', 'imports', 'vocabulary', 'workflows', 'acceptance', 'unused']
/** The tests need no small files: see shared-ui/host/vite-compressed.ts. */
const quickBuilds = { QUICK_BUILD: 'true' }

function runAll(url: string): TaskResult[] {
  const environment = { TEST_DATABASE_URL: url, ...quickBuilds }
  return [
    ...runTasks({
      tasks: [...checks.map((name) => `//#check:${name}`), 'build', 'test'],
      filters: ['!@agency/core-api'],
      concurrency: 2,
      environment: quickBuilds,
    }),
    // One after the other, since each keeps two processors busy. Two at a time take a quarter longer.
    ...runTasks({ tasks: ['test'], filters: ['@agency/core-api'], concurrency: 1, environment }),
    ...runTasks({ tasks: ['test:services', 'test:browser'], concurrency: 1, environment }),
  ]
}

function workspaceNamed(folder: string): string {
  const found = [folder, `packages/${folder}`].find((path) => existsSync(join(root, path, 'package.json')))
  if (!found) throw new Error(`There is no workspace ${folder}.`)
  return `./${found}`
}

/** The tests of one workspace; those of the router are product tests. */
function runOne(folder: string, url: string): TaskResult[] {
  const environment = { TEST_DATABASE_URL: url }
  if (folder === 'nginx') return runTasks({ tasks: ['test:edge'], concurrency: 1, environment })
  const filters = [workspaceNamed(folder)]
  return runTasks({ tasks: ['test', 'test:engine'], filters, concurrency: 1, environment })
}

/** `npm test`: everything that a developer waits for. `npm test -- core-api`: the tests of one part. */
const [folder] = process.argv.slice(2)
ensureTestTools()
const run = (url: string) => (folder === undefined ? runAll(url) : runOne(folder, url))
reportResults(await withMemoryDirectory(() => withServer(run)))
