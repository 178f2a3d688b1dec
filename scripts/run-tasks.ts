import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import Type from 'typebox'
import { Value } from 'typebox/value'
import { root } from './repository.ts'

const Task = Type.Object({
  taskId: Type.String(),
  logFile: Type.String(),
  execution: Type.Optional(
    Type.Object({
      startTime: Type.Number(),
      endTime: Type.Number(),
      exitCode: Type.Union([Type.Number(), Type.Null()]),
    }),
  ),
})
const Summary = Type.Object({ tasks: Type.Array(Task) })

/** Node.js keeps compiled sources here: a service starts in two thirds of the processor time, and tests start many. */
const compileCache = join(root, 'node_modules/.cache/node-compile')

const summaries = join(root, '.turbo/runs')
const listSummaries = (): string[] => (existsSync(summaries) ? readdirSync(summaries) : [])

interface TaskRun {
  tasks: readonly string[]
  /** Workspaces that the tasks run in; without it, all that have them. */
  filters?: readonly string[]
  concurrency: number
  environment?: Record<string, string>
}

interface TestCounts {
  passed: number
  failed: number
}

export interface TaskResult {
  name: string
  seconds: number
  passed: boolean
  /** None for a check or a build. */
  tests?: TestCounts
  /** Titles of browser tests that failed once and passed when they were repeated. */
  flaky?: string[]
}

/** Runs tasks by their dependencies, all of them, also after a failure. Shows the whole output of those that fail. */
export function runTasks({ tasks, filters = [], concurrency, environment = {} }: TaskRun): TaskResult[] {
  const before = new Set(listSummaries())
  const options = ['--continue=always', '--output-logs=errors-only', '--log-order=grouped', '--env-mode=loose']
  const chosen = filters.map((filter) => `--filter=${filter}`)
  const args = ['run', ...tasks, ...chosen, `--concurrency=${concurrency}`, ...options, '--summarize']
  // Tasks that name TEST_RUN in turbo.json run each time. Without a cache, turbo would keep no log of them.
  const run = { TEST_RUN: randomUUID(), DO_NOT_TRACK: '1', NODE_COMPILE_CACHE: compileCache }
  const env = { ...process.env, ...environment, ...run }
  const { status } = spawnSync(join(root, 'node_modules/.bin/turbo'), args, { cwd: root, stdio: 'inherit', env })
  const results = listSummaries()
    .filter((file) => !before.has(file))
    .flatMap((name) => readResults(join(summaries, name)))
  // The runner itself failed, or was ended.
  if (status !== 0 && results.every(({ passed }) => passed)) {
    results.push({ name: `turbo run ${tasks.join(' ')}`, seconds: 0, passed: false })
  }
  return results
}

function readResults(path: string): TaskResult[] {
  const { tasks } = Value.Parse(Summary, JSON.parse(readFileSync(path, 'utf8')))
  return tasks.flatMap(({ taskId, logFile, execution }) => {
    if (!execution) return []
    const log = join(root, logFile)
    return [
      {
        name: taskId,
        seconds: (execution.endTime - execution.startTime) / 1000,
        passed: execution.exitCode === 0,
        ...(existsSync(log) && readLog(stripVTControlCharacters(readFileSync(log, 'utf8')))),
      },
    ]
  })
}

/** The summary that a test runner prints last: Vitest in one line, Playwright in one for each way to end. */
export function readLog(log: string): Pick<TaskResult, 'tests' | 'flaky'> {
  const [summary] = /^ *Tests {2}.*$/m.exec(log) ?? []
  const count = (pattern: RegExp) => Number(pattern.exec(summary ?? log)?.[1] ?? 0)
  if (summary !== undefined) return { tests: { passed: count(/(\d+) passed/), failed: count(/(\d+) failed/) } }
  const passed = count(/^ {2}(\d+) passed \(/m)
  const failed = count(/^ {2}(\d+) failed$/m)
  const listed = /^ {2}\d+ flaky\n((?: {4}.*\n)+)/m.exec(log)?.[1] ?? ''
  const flaky = listed.split('\n').flatMap((line) => line.trim() || [])
  return passed + failed + flaky.length > 0 ? { tests: { passed: passed + flaky.length, failed }, flaky } : {}
}

/** The last line counts tests of all suites; a failed check, or suite without a failed test, counts as one. */
export function reportResults(results: readonly TaskResult[]): void {
  console.log()
  for (const { name, seconds, passed, tests } of results) {
    const count = tests ? String(tests.passed).padStart(5) : '     '
    console.log(`${seconds.toFixed(1).padStart(7)} s ${count}  ${passed ? '      ' : 'FAILED'}  ${name}`)
  }
  const flaky = results.flatMap((result) => result.flaky ?? [])
  if (flaky.length > 0) console.log('\nSucceeded only when repeated:')
  for (const title of flaky) console.log(`  ${title}`)
  let [passed, failed] = [0, 0]
  for (const result of results) {
    passed += result.tests?.passed ?? 0
    failed += result.passed ? 0 : Math.max(result.tests?.failed ?? 0, 1)
  }
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}
