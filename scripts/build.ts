import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { compressFiles } from './compress.ts'
import { isStale, markBuilt, type Part, parts, root } from './stale-parts.ts'

/** Builds those of the parts that have changed since their last build. @throws when a build fails */
export async function buildStaleParts(among: readonly Part[] = parts): Promise<void> {
  for (const part of among.filter(isStale)) await buildPart(part)
}

async function buildPart(part: Part) {
  console.log(`Building ${part} …`)
  const { status, stdout, stderr } = spawnSync('npm', ['run', 'build', '--workspace', part], {
    cwd: root,
    encoding: 'utf8',
    env: buildEnvironment(),
  })
  if (status !== 0) throw new Error(`${part} could not be built:\n${stdout}\n${stderr}`)
  await compressFiles(join(root, part, 'dist'))
  markBuilt(part)
}

/** A test runner's own variables would turn federation off in the build. */
function buildEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_ENV|MODE|DEV|PROD|SSR|TEST)/.test(name))
  return { ...Object.fromEntries(kept), NODE_ENV: 'production' }
}

if (import.meta.main) await buildStaleParts()
