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

/**
 * Runs steps with their output shown; all of them, so that one run tells everything.
 * @param lanes how many run at a time; of more than one, each one's output shows when it has ended
 */
export async function runSteps(steps: readonly Step[], lanes = 1): Promise<FailedStep[]> {
  const failed: FailedStep[] = []
  const waiting = [...steps]
  async function work(): Promise<void> {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const { code, tail } = await runStep(step, lanes === 1)
      if (code !== 0) failed.push({ name: step.name, tail })
    }
  }
  await Promise.all(Array.from({ length: lanes }, work))
  return failed
}

async function runStep(step: Step, isAlone: boolean) {
  const started = performance.now()
  const kept: string[] = []
  const print = isAlone ? (text: string) => process.stdout.write(text) : (text: string) => kept.push(text)
  print(`\n── ${step.name}\n`)
  const ended = await run(step, print)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  print(`── ${step.name}: ${ended.code === 0 ? 'passed' : 'FAILED'} in ${seconds} s\n`)
  process.stdout.write(kept.join(''))
  return ended
}

/**
 * Sets the exit code, and shows again how each failed step ended: whoever keeps only the end of a long log finds the cause.
 */
export function conclude(failed: FailedStep[]): void {
  for (const { name, tail } of failed) console.error(`\n── the end of ${name}, which failed\n${tail}`)
  if (failed.length > 0) console.error(`\nFailed: ${failed.map(({ name }) => name).join(', ')}`)
  process.exitCode = failed.length === 0 ? 0 : 1
}

function run({ command, args, environment }: Step, print: (text: string) => void) {
  const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`
  const env = { ...process.env, ...environment, PATH: path }
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env })
  let tail = ''
  for (const from of [child.stdout, child.stderr]) {
    from.setEncoding('utf8').on('data', (text: string) => {
      print(text)
      tail = (tail + text).slice(-tailLength)
    })
  }
  return new Promise<{ code: number | null; tail: string }>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, tail }))
  })
}
