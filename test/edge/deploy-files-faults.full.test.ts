import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  assetsOf,
  deploy,
  deployed,
  deployWell,
  entryOf,
  script,
  waitAMinute,
  workspace,
  writeBuild,
} from './kit/deploying.ts'

describe('given a release that is deployed', () => {
  test('when two are deployed at once, then one of them stands, whole', async () => {
    const { target, one, two } = deployed()
    const runs = [one, two, two].map((build) => spawn('dash', [script, build, target]))
    const codes = await Promise.all(runs.map(async (run) => (await once(run, 'close'))[0]))
    expect(codes).toEqual([0, 0, 0])
    const standing = entryOf(target).replace('entry of ', '')
    expect(readFileSync(join(target, 'mf-manifest.json'), 'utf8')).toBe(`manifest of ${standing}`)
    expect(assetsOf(target)).toEqual(['button-one.js', 'button-two.js', 'same-in-all.js'])
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
