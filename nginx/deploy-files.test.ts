import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'

const script = join(import.meta.dirname, 'deploy-files.sh')
const day = 24 * 3600

function workspace() {
  const directory = mkdtempSync(join(tmpdir(), 'deploy-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return directory
}

/** A build of shared-ui as small as can be, with one script whose name goes with its content. */
function writeBuild(directory: string, name: string, files: Record<string, string> = {}): string {
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

const deploy = (build: string, target: string, environment: Record<string, string> = {}) =>
  spawnSync('dash', [script, build, target], { encoding: 'utf8', env: { ...process.env, ...environment } })

function deployWell(build: string, target: string) {
  const { status, stderr } = deploy(build, target)
  expect(stderr).toBe('')
  expect(status).toBe(0)
}

/** As if the last deployment had been a minute ago: within one second the script waits for the next. */
function waitAMinute(target: string) {
  for (const name of ['mf-manifest.json', 'remoteEntry.js', 'remoteEntry.js.gz', 'remoteEntry.js.br']) {
    if (existsSync(join(target, name))) makeOlder(join(target, name), 60)
  }
}

function makeOlder(path: string, seconds: number) {
  const then = statSync(path).mtimeMs / 1000 - seconds
  utimesSync(path, then, then)
}

const assetsOf = (target: string) => readdirSync(join(target, 'assets')).sort()
const entryOf = (target: string) => readFileSync(join(target, 'remoteEntry.js'), 'utf8')

/** Lets so many days pass for a deployment. */
function grow(target: string, days: number) {
  waitAMinute(target)
  for (const folder of ['assets', '.releases'])
    for (const name of readdirSync(join(target, folder))) makeOlder(join(target, folder, name), days * day)
}

describe('given an empty target', () => {
  test('when a build is deployed, then its files are there, without the notes of what built it', () => {
    const directory = workspace()
    const build = writeBuild(directory, 'one', {
      'built-from.sha256': 'x',
      '.vite/manifest.json': '{}',
      'assets/deep/a.js': 'a',
    })
    const target = join(directory, 'files', 'shared-ui')
    deployWell(build, target)

    expect(readdirSync(target).sort()).toEqual(['.releases', 'assets', 'mf-manifest.json', 'remoteEntry.js'])
    expect(assetsOf(target)).toEqual(['button-one.js', 'deep', 'same-in-all.js'])
    expect(readFileSync(join(target, 'assets/deep/a.js'), 'utf8')).toBe('a')
    expect(statSync(join(target, 'remoteEntry.js')).mode & 0o777).toBe(0o644)
  })

  test('when what is given is no build, then nothing is deployed and it says so', () => {
    const directory = workspace()
    const build = join(directory, 'empty')
    mkdirSync(build)
    const { status, stderr } = deploy(build, join(directory, 'files'))
    expect(status).toBe(1)
    expect(stderr).toContain('is no build')
    expect(deploy(join(directory, 'missing'), join(directory, 'files')).stderr).toContain('is not there')
  })
})

describe('given a release that is deployed', () => {
  function deployed() {
    const directory = workspace()
    const target = join(directory, 'files')
    const one = writeBuild(directory, 'one')
    const two = writeBuild(directory, 'two')
    deployWell(one, target)
    waitAMinute(target)
    return { directory, target, one, two }
  }

  test('when the next one is deployed, then what names files is the next one’s, and open tabs still find theirs', () => {
    const { target, two } = deployed()
    deployWell(two, target)
    expect(entryOf(target)).toBe('entry of two')
    expect(assetsOf(target)).toEqual(['button-one.js', 'button-two.js', 'same-in-all.js'])
  })

  test('when another one follows within the second, then a server can tell the two apart by the second', () => {
    const { target, one, two } = deployed()
    const secondOf = () => Math.floor(statSync(join(target, 'remoteEntry.js')).mtimeMs / 1000)
    deployWell(two, target)
    const before = secondOf()
    deployWell(one, target)
    expect(secondOf()).toBeGreaterThan(before)
  })

  test('when it is deployed again, then nothing changes, and browsers need not load anything again', () => {
    const { target, one } = deployed()
    const before = statSync(join(target, 'remoteEntry.js'))
    deployWell(one, target)
    expect(statSync(join(target, 'remoteEntry.js')).mtimeMs).toBe(before.mtimeMs)
    expect(assetsOf(target)).toEqual(['button-one.js', 'same-in-all.js'])
  })

  test('when the older one is deployed again, then it is rolled back', () => {
    const { target, one, two } = deployed()
    deployWell(two, target)
    waitAMinute(target)
    deployWell(one, target)
    expect(entryOf(target)).toBe('entry of one')
    expect(readFileSync(join(target, 'mf-manifest.json'), 'utf8')).toBe('manifest of one')
  })

  test('when two are deployed at once, then one of them stands, whole', async () => {
    const { target, one, two } = deployed()
    const runs = [one, two, two].map((build) => spawn('dash', [script, build, target]))
    const codes = await Promise.all(runs.map(async (run) => (await once(run, 'close'))[0]))
    expect(codes).toEqual([0, 0, 0])
    const standing = entryOf(target).replace('entry of ', '')
    expect(readFileSync(join(target, 'mf-manifest.json'), 'utf8')).toBe(`manifest of ${standing}`)
    expect(assetsOf(target)).toEqual(['button-one.js', 'button-two.js', 'same-in-all.js'])
  })

  test('when the next one has no compressed copy of a file that keeps its name, then the old copy goes', () => {
    const { directory, target } = deployed()
    deployWell(writeBuild(directory, 'three', { 'remoteEntry.js.gz': 'zipped', 'remoteEntry.js.br': 'brotli' }), target)
    expect(existsSync(join(target, 'remoteEntry.js.gz'))).toBe(true)
    waitAMinute(target)
    deployWell(writeBuild(directory, 'four'), target)
    expect(existsSync(join(target, 'remoteEntry.js.gz'))).toBe(false)
    expect(existsSync(join(target, 'remoteEntry.js.br'))).toBe(false)
  })

  test('when another build has the same name for another content, then it is refused before anything changes', () => {
    const { directory, target } = deployed()
    const wrong = writeBuild(directory, 'wrong', { 'assets/same-in-all.js': 'another' })
    const { status, stderr } = deploy(wrong, target)
    expect(status).toBe(1)
    expect(stderr).toContain('assets/same-in-all.js is there already with another content')
    expect(entryOf(target)).toBe('entry of one')
    expect(assetsOf(target)).toEqual(['button-one.js', 'same-in-all.js'])
  })

  test('when thirty days have passed since it was replaced, then its own files go, and nobody else’s', () => {
    const { directory, target, two } = deployed()
    grow(target, 100)
    deployWell(two, target)
    expect(assetsOf(target)).toContain('button-one.js')
    grow(target, 29)
    deployWell(two, target)
    expect(assetsOf(target)).toContain('button-one.js')
    grow(target, 2)
    deployWell(writeBuild(directory, 'three'), target)
    expect(assetsOf(target)).toEqual(['button-three.js', 'button-two.js', 'same-in-all.js'])
  })

  // A copy that is cut off leaves half a file; the rest is ended before it does anything.
  test.each([
    [
      'copy, half way',
      'cp',
      'case $1 in -R) REAL "$@"; for f in "$3"/assets/*; do printf h > "$f"; done ;; *) printf h > "$2" ;; esac',
    ],
    ['copy', 'cp', ':'],
    ['rename', 'mv', ':'],
    ['change of rights', 'chmod', ':'],
    ['comparison', 'cmp', ':'],
  ])(
    'when it is killed at any %s, then what is seen is one release, whole, and a second run finishes',
    (_name, program, last) => {
      const { directory, target, two } = deployed()
      const bin = join(directory, 'bin')
      mkdirSync(bin)
      const real = execFileSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).trim()
      const calls = join(directory, 'calls')
      for (let call = 1; ; call++) {
        writeFileSync(calls, '')
        const end = `${last.replace('REAL', real)}; kill -9 $PPID; exit 1`
        const wrapper = `#!/bin/sh\necho x >> ${calls}\nif [ "$(wc -l < ${calls})" -ge ${call} ]; then ${end}; fi\nexec ${real} "$@"\n`
        writeFileSync(join(bin, program), wrapper, { mode: 0o755 })
        const { status } = deploy(two, target, { PATH: `${bin}:${process.env.PATH}` })
        const seen = entryOf(target).replace('entry of ', '')
        expect(['one', 'two']).toContain(seen)
        expect(readFileSync(join(target, `assets/button-${seen}.js`), 'utf8')).toBe(`button of ${seen}`)
        expect(readFileSync(join(target, 'assets/same-in-all.js'), 'utf8')).toBe('the same')
        if (status === 0) break
        waitAMinute(target)
        expect(call).toBeLessThan(20)
      }
      deployWell(two, target)
      expect(entryOf(target)).toBe('entry of two')
      expect(readdirSync(join(target, '.releases'))).not.toContain('incoming')
    },
  )
})

describe('given an artefact', () => {
  function pack(directory: string, build: string, name: string): string {
    const artefact = join(directory, `${name}.tar.gz`)
    writeFileSync(artefact, gzipSync(execFileSync('tar', ['-cf', '-', '-C', build, '.'])))
    const digest = createHash('sha256').update(readFileSync(artefact)).digest('hex')
    writeFileSync(`${artefact}.sha256`, `${digest}  ${name}.tar.gz\n`)
    return artefact
  }

  test('when it is deployed, then as its build would be', () => {
    const directory = workspace()
    const artefact = pack(directory, writeBuild(directory, 'one'), 'shared-ui-1')
    deployWell(artefact, join(directory, 'files'))
    expect(entryOf(join(directory, 'files'))).toBe('entry of one')
  })

  test('when it is not what its digest says, then it is refused', () => {
    const directory = workspace()
    const artefact = pack(directory, writeBuild(directory, 'one'), 'shared-ui-1')
    writeFileSync(artefact, gzipSync('something else'))
    const { status, stderr } = deploy(artefact, join(directory, 'files'))
    expect(status).toBe(1)
    expect(stderr).toContain('is not what its .sha256 says')
  })
})

test.runIf(spawnSync('busybox', ['true']).status === 0)(
  'given the shell and the tools of a small image, when a build is deployed and replaced, then as everywhere',
  () => {
    const directory = workspace()
    const bin = join(directory, 'bin')
    mkdirSync(bin)
    execFileSync('busybox', ['--install', '-s', bin])
    // Debian's busybox has no flock; Alpine's has.
    if (!existsSync(join(bin, 'flock')))
      symlinkSync(execFileSync('sh', ['-c', 'command -v flock'], { encoding: 'utf8' }).trim(), join(bin, 'flock'))
    for (const name of ['one', 'two', 'one']) {
      const run = spawnSync(join(bin, 'sh'), [script, writeBuild(directory, name), join(directory, 'files')], {
        env: { PATH: bin },
        encoding: 'utf8',
      })
      expect(run.stderr).toBe('')
      waitAMinute(join(directory, 'files'))
      expect(entryOf(join(directory, 'files'))).toBe(`entry of ${name}`)
    }
  },
)
