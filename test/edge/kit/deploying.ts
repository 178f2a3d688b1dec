import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished } from 'vitest'

export const script = join(import.meta.dirname, '../../../nginx/deploy-files.sh')

/** A directory of this test alone. */
export function workspace() {
  const directory = mkdtempSync(join(tmpdir(), 'deploy-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return directory
}

/** A build of shared-ui as small as can be, with one script whose name goes with its content. */
export function writeBuild(directory: string, name: string, files: Record<string, string> = {}): string {
  const build = join(directory, name)
  const all = {
    [`assets/button-${name}.js`]: `button of ${name}`,
    'assets/same-in-all.js': 'the same',
    'mf-manifest.json': `manifest of ${name}`,
    'remoteEntry.js': `entry of ${name}`,
    ...files,
  }
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(dirname(join(build, path)), { recursive: true })
    writeFileSync(join(build, path), content)
  }
  return build
}

/** Runs the script as Debian's shell does. */
export const deploy = (build: string, target: string, environment: Record<string, string> = {}) =>
  spawnSync('dash', [script, build, target], { encoding: 'utf8', env: { ...process.env, ...environment } })

/** Deploys, and fails when that does. */
export function deployWell(build: string, target: string) {
  const { status, stderr } = deploy(build, target)
  expect(stderr).toBe('')
  expect(status).toBe(0)
}

/** As if the last deployment had been a minute ago: within one second the script waits for the next. */
export function waitAMinute(target: string) {
  for (const name of ['mf-manifest.json', 'remoteEntry.js', 'remoteEntry.js.gz', 'remoteEntry.js.br']) {
    if (existsSync(join(target, name))) makeOlder(join(target, name), 60)
  }
}

/** Moves a file's time back. */
export function makeOlder(path: string, seconds: number) {
  const then = statSync(path).mtimeMs / 1000 - seconds
  utimesSync(path, then, then)
}

/** The names of what is named by its content. */
export const assetsOf = (target: string) => readdirSync(join(target, 'assets')).sort()
/** What names all other files of the release that is seen. */
export const entryOf = (target: string) => readFileSync(join(target, 'remoteEntry.js'), 'utf8')

/** A target with the first of two builds deployed a minute ago. */
export function deployed() {
  const directory = workspace()
  const target = join(directory, 'files')
  const one = writeBuild(directory, 'one')
  const two = writeBuild(directory, 'two')
  deployWell(one, target)
  waitAMinute(target)
  return { directory, target, one, two }
}
