import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  assetsOf,
  deploy,
  deployed,
  deployWell,
  entryOf,
  makeOlder,
  waitAMinute,
  workspace,
  writeBuild,
} from './kit/deploying.ts'

const day = 24 * 3600

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
    expect(stderr).toContain('is not a build')
    expect(deploy(join(directory, 'missing'), join(directory, 'files')).stderr).toContain('is not there')
  })
})

describe('given a release that is deployed', () => {
  test('when the next one is deployed, then what names files is the next one’s, and open tabs still find theirs', () => {
    const { target, two } = deployed()
    deployWell(two, target)
    expect(entryOf(target)).toBe('entry of two')
    expect(assetsOf(target)).toEqual(['button-one.js', 'button-two.js', 'same-in-all.js'])
  })

  test('when another one follows within the second, then a server can tell the two apart by the second @full', () => {
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
    expect(stderr).toContain('assets/same-in-all.js is already deployed with other content')
    expect(entryOf(target)).toBe('entry of one')
    expect(assetsOf(target)).toEqual(['button-one.js', 'same-in-all.js'])
  })

  test('when thirty days have passed since it was replaced, then only its own files are deleted', () => {
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
    expect(stderr).toContain('does not match its .sha256')
  })
})
