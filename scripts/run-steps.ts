import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './stale-parts.ts'

export interface Step {
  name: string
  command: string
  args: string[]
  environment?: Record<string, string>
}

/** A step that failed, with the end of what it printed, in characters up to `tailLength`. */
export interface FailedStep {
  name: string
  tail: string
}

const tailLength = 6_000

/** Runs one step after another with their output shown; all of them, so that one run tells everything. */
export async function runSteps(steps: Step[]): Promise<FailedStep[]> {
  const failed: FailedStep[] = []
  for (const step of steps) {
    const started = performance.now()
    console.log(`\n── ${step.name}`)
    const { code, tail } = await run(step)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`── ${step.name}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s`)
    if (code !== 0) failed.push({ name: step.name, tail })
  }
  return failed
}

/**
 * Sets the exit code, and shows again how each failed step ended: whoever keeps only the end of a long log finds the cause.
 */
export function conclude(failed: FailedStep[]): void {
  for (const { name, tail } of failed) console.error(`\n── the end of ${name}, which failed\n${tail}`)
  if (failed.length > 0) console.error(`\nFailed: ${failed.map(({ name }) => name).join(', ')}`)
  process.exitCode = failed.length === 0 ? 0 : 1
}

function run({ command, args, environment }: Step): Promise<{ code: number | null; tail: string }> {
  const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`
  const env = { ...process.env, ...environment, PATH: path }
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env })
  let tail = ''
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    from.setEncoding('utf8').on('data', (text: string) => {
      to.write(text)
      tail = (tail + text).slice(-tailLength)
    })
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, tail }))
  })
}
