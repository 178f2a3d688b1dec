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

/**
 * Runs tasks by their dependencies, all of them, also after a failure. Shows the whole output of those that fail, and
 * then how long each took.
 * @returns whether all succeeded
 */
export function runTasks({ tasks, filters = [], concurrency, environment = {} }: TaskRun): boolean {
  const before = new Set(listSummaries())
  const options = ['--continue=always', '--output-logs=errors-only', '--log-order=grouped', '--env-mode=loose']
  const chosen = filters.map((filter) => `--filter=${filter}`)
  const args = ['run', ...tasks, ...chosen, `--concurrency=${concurrency}`, ...options, '--summarize']
  const env = { ...process.env, ...environment, DO_NOT_TRACK: '1' }
  const { status } = spawnSync(join(root, 'node_modules/.bin/turbo'), args, { cwd: root, stdio: 'inherit', env })
  for (const name of listSummaries().filter((file) => !before.has(file))) printTimes(join(summaries, name))
  return status === 0
}

function printTimes(path: string): void {
  for (const { taskId, execution } of Value.Parse(Summary, JSON.parse(readFileSync(path, 'utf8'))).tasks) {
    if (!execution) continue
    const seconds = ((execution.endTime - execution.startTime) / 1000).toFixed(1).padStart(7)
    console.log(`${seconds} s  ${execution.exitCode === 0 ? '      ' : 'FAILED'}  ${taskId}`)
  }
}
