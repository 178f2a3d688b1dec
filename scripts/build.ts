import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type BuiltPart, builtParts } from './parts.ts'
import { root } from './repository.ts'

interface BuildOptions {
  readonly parts?: readonly BuiltPart[]
  /** Compresses less, in a fifth of the processor time: for this machine, not for a release. */
  readonly quick?: boolean
}

/** Builds those of the parts that changed since their last build. @throws with the output of the build that failed */
export function buildParts({ parts = builtParts, quick = false }: BuildOptions = {}): void {
  // The environment counts as in runTasks, so that a test run builds once.
  const args = [
    'run',
    'build',
    '--env-mode=loose',
    '--output-logs=errors-only',
    ...parts.map((part) => `--filter=@agency/${part}`),
  ]
  // A test runner says that this is a test, and Vite would build for one.
  const { NODE_ENV: _test, ...own } = process.env
  const env = { ...own, DO_NOT_TRACK: '1', ...(quick && { QUICK_BUILD: 'true' }) }
  const turbo = join(root, 'node_modules/.bin/turbo')
  const { status, stdout, stderr } = spawnSync(turbo, args, { cwd: root, encoding: 'utf8', env })
  if (status !== 0) throw new Error(`The build failed:\n${stdout}\n${stderr}`)
}

if (import.meta.main) buildParts()
