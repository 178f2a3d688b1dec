import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './stale-parts.ts'

export interface Step {
  name: string
  command: string
  args: string[]
  environment?: Record<string, string>
}

/** Runs one step after another with their output shown; all of them, so that one run tells everything. */
export function runSteps(steps: Step[]): boolean {
  const failed: string[] = []
  for (const { name, command, args, environment } of steps) {
    const started = performance.now()
    console.log(`\n── ${name}`)
    const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`
    const env = { ...process.env, ...environment, PATH: path }
    const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env })
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`── ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`)
    if (status !== 0) failed.push(name)
  }
  if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}`)
  return failed.length === 0
}
