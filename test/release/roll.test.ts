import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Type from 'typebox'
import { Value } from 'typebox/value'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { root } from '../../scripts/repository.ts'

const Deployment = Type.Object({
  jobs: Type.Object({ deploy: Type.Object({ steps: Type.Array(Type.Object({ run: Type.Optional(Type.String()) })) }) }),
})
const workflow = parse(readFileSync(join(root, '.github/workflows/_deploy.yml'), 'utf8'))
const step = Value.Parse(Deployment, workflow).jobs.deploy.steps.at(-1)?.run ?? ''

const programs = {
  /** Stands in for the container engine: notes each call with the files it was given; what is in `broken` does not start. */
  docker: `#!/bin/sh
echo "$COMPOSE_FILE $*" >> calls
cat > /dev/null
case " $* " in *" up "*) for last; do :; done; ! grep -qs "$(cat broken)" "releases/$last.yml" ;; esac
`,
  /** As ssh and the other side's shell do: the words are put together to one line, which is read anew. */
  ssh: `#!/bin/sh
shift 3
exec sh -c "$*"
`,
}

/** An empty directory, removed after the test. */
function makeDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'roll-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return directory
}

/** Runs the step of the workflow that brings an image to a machine, with this directory for the machine. */
function roll(directory: string, image: string, services = 'bff-1 bff-2') {
  const bin = join(directory, 'bin')
  mkdirSync(bin, { recursive: true })
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(bin, name), text, { mode: 0o755 })
  writeFileSync(join(directory, 'broken'), image.startsWith('broken') ? image : 'never@')
  writeFileSync(join(directory, 'calls'), '')
  const deployment = { DEPLOY_HOST: 'someone@machine', DEPLOY_DIRECTORY: directory, IMAGE: image, SERVICES: services }
  const run = spawnSync('bash', ['-eo', 'pipefail', '-c', step], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: `${bin}:${process.env.PATH}`, HOME: directory, DEPLOY_KEY: '', DEPLOY_KNOWN_HOSTS: '', ...deployment },
  })
  const calls = readFileSync(join(directory, 'calls'), 'utf8').trim().split('\n')
  return { status: run.status, stderr: run.stderr, calls, images: imagesIn(directory, services.split(' ')) }
}

const fileOf = (directory: string, service: string) => join(directory, 'releases', `${service}.yml`)

/** What each service is to run; nothing for one that no file names an image for. */
function imagesIn(directory: string, services: string[]): Record<string, string | undefined> {
  const named = services.filter((service) => existsSync(fileOf(directory, service)))
  return Object.fromEntries(
    named.map((service) => [service, /image: (.*)/.exec(readFileSync(fileOf(directory, service), 'utf8'))?.[1]]),
  )
}

test('given two replicas, when they are rolled, then one after the other, each with its own dependencies left alone', () => {
  const directory = makeDirectory()
  const { status, stderr, calls, images } = roll(directory, 'bff@sha256:1')
  expect([status, stderr]).toEqual([0, ''])
  expect(images).toEqual({ 'bff-1': 'bff@sha256:1', 'bff-2': 'bff@sha256:1' })
  const one = 'docker-compose.yml:docker-compose.override.yml:releases/bff-1.yml'
  const both = `${one}:releases/bff-2.yml`
  const start = 'compose up --detach --no-deps --no-build --wait --wait-timeout 120'
  expect(calls).toEqual([
    `${one} compose pull --quiet bff-1`,
    `${one} ${start} bff-1`,
    `${both} compose pull --quiet bff-2`,
    `${both} ${start} bff-2`,
  ])
})

test('given an image that does not become healthy, when it is rolled, then the first replica gets its former one again and the second is left alone', () => {
  const directory = makeDirectory()
  roll(directory, 'bff@sha256:1')
  const { status, stderr, calls, images } = roll(directory, 'broken@sha256:2')
  expect(status).toBe(1)
  expect(stderr).toContain('bff-1 did not become healthy with broken@sha256:2')
  expect(images).toEqual({ 'bff-1': 'bff@sha256:1', 'bff-2': 'bff@sha256:1' })
  expect(calls.filter((call) => call.includes(' up ')).map((call) => call.split(' ').at(-1))).toEqual([
    'bff-1',
    'bff-1',
  ])
})

test('given a machine that runs what it built itself, when the first image does not become healthy, then it runs that again', () => {
  const directory = makeDirectory()
  const { status, calls, images } = roll(directory, 'broken@sha256:1')
  expect([status, images]).toEqual([1, {}])
  expect(calls.at(-1)).toBe(
    'docker-compose.yml:docker-compose.override.yml compose up --detach --no-deps --no-build --wait --wait-timeout 120 bff-1',
  )
})

test('given a roll that was cut off, when the next image does not become healthy either, then what ran before both runs again', () => {
  const directory = makeDirectory()
  roll(directory, 'bff@sha256:1', 'bff-1')
  const file = fileOf(directory, 'bff-1')
  writeFileSync(`${file}.before`, readFileSync(file))
  writeFileSync(file, 'services: { bff-1: { image: cut@sha256:2 } }')
  expect(roll(directory, 'broken@sha256:3', 'bff-1').images).toEqual({ 'bff-1': 'bff@sha256:1' })
  roll(directory, 'bff@sha256:4', 'bff-1')
  expect(roll(directory, 'broken@sha256:5', 'bff-1').images).toEqual({ 'bff-1': 'bff@sha256:4' })
})

test('given settings of a deployment of its own, when a part is rolled, then compose is given them too', () => {
  const directory = makeDirectory()
  writeFileSync(join(directory, 'docker-compose.override.yml'), '')
  const { calls } = roll(directory, 'bff@sha256:1', 'bff-1')
  for (const call of calls)
    expect(call).toMatch(/^docker-compose\.yml:docker-compose\.override\.yml:releases\/bff-1\.yml /)
})

const readEnvironment = (directory: string) => readFileSync(join(directory, '.env'), 'utf8')

test('given settings in .env, when parts are rolled, then compose by hand runs what was released, and the settings stay', () => {
  const directory = makeDirectory()
  writeFileSync(join(directory, '.env'), 'DOMAIN=agency.example\nAGENCY_NAME=Bayside', { mode: 0o600 })
  roll(directory, 'bff@sha256:1')
  roll(directory, 'core-api@sha256:1', 'core-1')
  const released = ['bff-1', 'bff-2', 'core-1'].map((service) => `releases/${service}.yml`).join(':')
  expect(readEnvironment(directory)).toBe(
    `DOMAIN=agency.example\nAGENCY_NAME=Bayside\nCOMPOSE_FILE=docker-compose.yml:docker-compose.override.yml:${released}\n`,
  )
  expect(statSync(join(directory, '.env')).mode & 0o777).toBe(0o600)
  expect(existsSync(join(directory, 'docker-compose.override.yml'))).toBe(true)
})

test('given a first image that does not become healthy, when it was taken back, then compose by hand has no release to run', () => {
  const directory = makeDirectory()
  roll(directory, 'broken@sha256:1')
  expect(readEnvironment(directory)).toBe('')
})
