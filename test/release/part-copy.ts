import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { sourcesOf } from '../../scripts/artefact-content.ts'
import type { ReleasedPart } from '../../scripts/parts.ts'
import { filesBelow, root } from '../../scripts/repository.ts'

/** The scope of the workspaces: npm links them here to their folders. */
const scope = 'node_modules/@agency'

/** Links the installed packages beside a copy of the sources. Workspaces are linked to the copy, if it has them. */
export function linkPackages(copy: string): void {
  mkdirSync(join(copy, scope), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== basename(scope)) symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  }
  for (const name of readdirSync(join(root, scope))) {
    const folder = join(copy, relative(root, realpathSync(join(root, scope, name))))
    if (existsSync(folder)) symlinkSync(folder, join(copy, scope, name))
  }
}

/** A copy of the repository with no more in it than one part is made from, at `copy`. */
export function copyPart(part: ReleasedPart, copy: string): void {
  const { directory, files } = sourcesOf(part)
  for (const file of files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    copyFileSync(join(directory, file), join(copy, file))
  }
  linkPackages(copy)
}

/** Changes a file of a copy. @throws when what is to be replaced is not there, so that no change is silently none */
export function changeFile(copy: string, file: string, before: string, after: string): void {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  if (!text.includes(before)) throw new Error(`${file} has no ${before}`)
  writeFileSync(path, text.replace(before, after))
}

/** A test runner's own variables would turn federation off in the build. */
const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:VITEST|TEST)/.test(name)))

/** Builds a part in its own folder of a copy, as a person does. @returns the directory of the build */
export async function buildCopy(part: ReleasedPart, copy: string): Promise<string> {
  const child = spawn('npm', ['run', 'build'], {
    cwd: join(copy, part),
    env: { ...inherited, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`${part} could not be built from its copy:\n${output}`)
  return join(copy, part, 'dist')
}

/** A digest by path of all files of a directory; not of what deploying notes. */
export const digestsOf = (directory: string): Record<string, string> =>
  Object.fromEntries(
    [...filesBelow(directory)]
      .map((path) => [path.slice(directory.length + 1), path] as const)
      .filter(([name]) => !name.startsWith('.'))
      .map(([name, path]) => [name, createHash('sha256').update(readFileSync(path)).digest('hex')]),
  )
