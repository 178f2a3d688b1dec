import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Type from 'typebox'
import { Value } from 'typebox/value'
import { root } from './repository.ts'

const Task = Type.Object({
  taskId: Type.String(),
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
  /** Names of tasks of turbo.json, or `package#task`. */
  tasks: readonly string[]
  /** Workspaces that the tasks run in; without it, all that have them. */
  filters?: readonly string[]
  /** How many run at a time. */
  concurrency: number
  environment?: Record<string, string>
}

/** How a task or a script ended. */
export interface TaskResult {
  name: string
  seconds: number
  passed: boolean
}

/** Runs tasks by their dependencies, all of them, also after a failure. Shows the whole output of those that fail. */
export function runTasks({ tasks, filters = [], concurrency, environment = {} }: TaskRun): TaskResult[] {
  const before = new Set(listSummaries())
  const options = ['--continue=always', '--output-logs=errors-only', '--log-order=grouped', '--env-mode=loose']
  const chosen = filters.map((filter) => `--filter=${filter}`)
  const args = ['run', ...tasks, ...chosen, `--concurrency=${concurrency}`, ...options, '--summarize']
  const env = { ...process.env, ...environment, DO_NOT_TRACK: '1', NODE_COMPILE_CACHE: compileCache }
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
  return tasks.flatMap(({ taskId, execution }) =>
    execution
      ? [
          {
            name: taskId,
            seconds: (execution.endTime - execution.startTime) / 1000,
            passed: execution.exitCode === 0,
          },
        ]
      : [],
  )
}

/** Prints how long each took, and sets the exit code. */
export function reportResults(results: readonly TaskResult[]): void {
  console.log()
  for (const { name, seconds, passed } of results) {
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${passed ? '      ' : 'FAILED'}  ${name}`)
  }
  process.exitCode = results.every(({ passed }) => passed) ? 0 : 1
}
