import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { root } from '../../scripts/stale-parts.ts'
import { test } from './release-test.ts'

/** Stands in for the container engine: notes each call with the files it was given; what is in `broken` does not start. */
const docker = `#!/bin/sh
echo "$COMPOSE_FILE $*" >> calls
case " $* " in *" up "*) for last; do :; done; ! grep -q "$(cat broken)" "releases/$last.yml" ;; esac
`

function roll(directory: string, image: string, services: string) {
  const bin = join(directory, 'bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'docker'), docker, { mode: 0o755 })
  writeFileSync(join(directory, 'broken'), 'never@')
  if (image.startsWith('broken')) writeFileSync(join(directory, 'broken'), image)
  writeFileSync(join(directory, 'calls'), '')
  const script = readFileSync(join(root, 'scripts/roll.sh'))
  const run = spawnSync('sh', ['-s', '--', directory, image, services], {
    input: script,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
  })
  const calls = readFileSync(join(directory, 'calls'), 'utf8').trim().split('\n')
  const images = Object.fromEntries(
    services
      .split(' ')
      .filter((service) => existsSync(join(directory, 'releases', `${service}.yml`)))
      .map((service) => [
        service,
        /image: (.*)/.exec(readFileSync(join(directory, 'releases', `${service}.yml`), 'utf8'))?.[1],
      ]),
  )
  return { status: run.status, stderr: run.stderr, calls, images }
}

test('given two replicas, when they are rolled, then one after the other, each with its own dependencies left alone', async ({
  directory,
}) => {
  const { status, calls, images } = roll(directory, 'bff@sha256:1', 'bff-1 bff-2')
  expect(status).toBe(0)
  expect(images).toEqual({ 'bff-1': 'bff@sha256:1', 'bff-2': 'bff@sha256:1' })
  const one = 'docker-compose.yml:releases/bff-1.yml'
  const both = `${one}:releases/bff-2.yml`
  const start = 'compose up --detach --no-deps --no-build --wait --wait-timeout 120'
  expect(calls).toEqual([
    `${one} compose pull --quiet bff-1`,
    `${one} ${start} bff-1`,
    `${both} compose pull --quiet bff-2`,
    `${both} ${start} bff-2`,
  ])
})

test('given an image that does not become healthy, when it is rolled, then the first replica gets its former one again and the second is left alone', async ({
  directory,
}) => {
  roll(directory, 'bff@sha256:1', 'bff-1 bff-2')
  const { status, stderr, calls, images } = roll(directory, 'broken@sha256:2', 'bff-1 bff-2')
  expect(status).toBe(1)
  expect(stderr).toContain('bff-1 did not become healthy with broken@sha256:2')
  expect(images).toEqual({ 'bff-1': 'bff@sha256:1', 'bff-2': 'bff@sha256:1' })
  expect(calls.filter((call) => call.includes(' up ')).map((call) => call.split(' ').at(-1))).toEqual([
    'bff-1',
    'bff-1',
  ])
})
