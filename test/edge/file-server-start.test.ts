import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deployWell, entryOf, script, waitAMinute, workspace, writeBuild } from './kit/deploying.ts'

const entry = join(import.meta.dirname, '../../nginx/30-deploy-files.sh')

/** Containers of a part, with their volume. `start` runs the first step of the image's entry point. */
function makeContainers() {
  const directory = workspace()
  const [bin, target] = [join(directory, 'bin'), join(directory, 'volume')]
  for (const path of [bin, target]) mkdirSync(path)
  writeFileSync(join(bin, 'hostname'), '#!/bin/sh\necho "$CONTAINER"\n', { mode: 0o755 })
  writeFileSync(join(bin, 'deploy-files.sh'), `#!/bin/sh\nexec dash ${script} "$BUILD" "$2"\n`, { mode: 0o755 })
  const start = (container: string, build: string) => {
    waitAMinute(target)
    const env = { PATH: `${bin}:${process.env.PATH}`, FILES_DIRECTORY: target, CONTAINER: container, BUILD: build }
    const { status, stderr } = spawnSync('dash', [entry], { encoding: 'utf8', env })
    expect([status, stderr]).toEqual([0, ''])
    return entryOf(target)
  }
  return { start, target, one: writeBuild(directory, 'one'), two: writeBuild(directory, 'two') }
}

test('given a release that replaced a replica, when the other one is started again, then the release stays', () => {
  const { start, one, two } = makeContainers()
  expect([start('a1', one), start('a2', one)]).toEqual(['entry of one', 'entry of one'])
  expect(start('b1', two)).toBe('entry of two')
  expect(start('a2', one)).toBe('entry of two')
  expect(start('b1', two)).toBe('entry of two')
})

test('given a release that a pipeline takes back, when a new container has the older image, then it deploys that', () => {
  const { start, one, two } = makeContainers()
  start('a1', one)
  start('b1', two)
  expect(start('c1', one)).toBe('entry of one')
  expect(start('b1', two)).toBe('entry of one')
})

test('given an artefact that was deployed by hand, when a container is started again, then it stays', () => {
  const { start, target, one, two } = makeContainers()
  start('a1', one)
  waitAMinute(target)
  deployWell(two, target)
  expect(start('a1', one)).toBe('entry of two')
})

test('given an empty volume, when a container is started again, then it deploys its release', () => {
  const { start, target, one } = makeContainers()
  mkdirSync(join(target, '.containers'))
  writeFileSync(join(target, '.containers/a1'), '')
  expect(start('a1', one)).toBe('entry of one')
})

// Only root can give files to another user.
test.runIf(process.getuid?.() === 0)(
  'given a volume of another user, when root deploys, then all is that user’s, who can deploy the next release',
  () => {
    const { target, one, two } = makeContainers()
    const user = 65_534
    chmodSync(join(target, '..'), 0o755)
    chownSync(target, user, user)
    deployWell(one, target)
    const paths = readdirSync(target, { recursive: true, encoding: 'utf8' }).map((path) => join(target, path))
    expect(paths.filter((path) => statSync(path).uid !== user)).toEqual([])
    waitAMinute(target)
    const as = ['--reuid', String(user), '--regid', String(user), '--clear-groups', 'dash', script, two, target]
    const { status, stderr } = spawnSync('setpriv', as, { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
    expect(entryOf(target)).toBe('entry of two')
  },
)
