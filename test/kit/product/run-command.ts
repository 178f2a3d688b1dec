import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

export interface ScriptResult {
  code: number | null
  output: string
}

const scripts = join(import.meta.dirname, '../../../core-api/src/cli')

/** Starts a command of core-api/src/cli, as `npm run` does. */
export function startScript(name: string, args: string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, [join(scripts, `${name}.ts`), ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const result = said.then(([output, errors]): ScriptResult => ({ code: child.exitCode, output: output + errors }))
  return { child, result }
}

/** Runs a command to its end. */
export const runScript = (...given: Parameters<typeof startScript>): Promise<ScriptResult> =>
  startScript(...given).result
