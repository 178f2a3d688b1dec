import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
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
  /**
   * Stands in for the container engine: notes each start and pull with the files that it was given. What is in `broken`
   * does not start, nor does the service in `unhealthy` with new settings. `refusal` is what services say of settings.
   */
  docker: `#!/bin/sh
case " $* " in
  *" up "* | *" pull "*)
    echo "$COMPOSE_FILE $*" >> calls
    for last; do :; done
    case " $* " in *" pull "* | *" --env-file "*) exit ;; esac
    ! grep -qs "$(cat broken)" "releases/$last.yml" && [ "$last" != "$(cat unhealthy)" ] ;;
  *make-backup-key*) echo AGE-SECRET-KEY-1MADE && echo age1made ;;
  *" run "*) cat refusal && [ ! -s refusal ] ;;
  *" --services "*) printf 'secrets\\ncore-1\\nnginx\\nmail\\ncertificates\\n' ;;
  *" ps "*) echo container ;;
  *" inspect "*) echo healthy ;;
esac
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

/** Lays a machine out, with the script and the programs above. @returns the environment of its shell */
function prepareMachine(directory: string): Record<string, string> {
  const bin = join(directory, 'bin')
  mkdirSync(bin, { recursive: true })
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(bin, name), text, { mode: 0o755 })
  for (const name of ['agency', 'docker-compose.yml']) copyFileSync(join(root, name), join(directory, name))
  for (const name of ['calls', 'refusal', 'unhealthy']) writeFileSync(join(directory, name), '')
  writeFileSync(join(directory, 'broken'), 'never@')
  return { PATH: `${bin}:${process.env.PATH}`, HOME: directory }
}

const callsIn = (directory: string) => readFileSync(join(directory, 'calls'), 'utf8').trim().split('\n').filter(Boolean)

/** Runs the step of the workflow that brings an image to a machine, with this directory for the machine. */
function roll(directory: string, image: string, services = 'bff-1 bff-2') {
  const environment = prepareMachine(directory)
  if (image.startsWith('broken')) writeFileSync(join(directory, 'broken'), image)
  const deployment = { DEPLOY_HOST: 'someone@machine', DEPLOY_DIRECTORY: directory, IMAGE: image, SERVICES: services }
  const run = spawnSync('bash', ['-eo', 'pipefail', '-c', step], {
    cwd: root,
    encoding: 'utf8',
    env: { ...environment, DEPLOY_KEY: '', DEPLOY_KNOWN_HOSTS: '', ...deployment },
  })
  return { ...run, calls: callsIn(directory), images: imagesIn(directory, services.split(' ')) }
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
  const start = 'compose up --detach --no-deps --no-build'
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
    'docker-compose.yml:docker-compose.override.yml compose up --detach --no-deps --no-build bff-1',
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
})

test('given a first image that does not become healthy, when it was taken back, then compose by hand has no release to run', () => {
  const directory = makeDirectory()
  roll(directory, 'broken@sha256:1')
  expect(readEnvironment(directory)).toBe('')
})

interface Machine {
  /** The content of its .env, if it has one. */
  settings?: string
  /** What services say of their settings. */
  refusal?: string
  /** A service that does not become healthy with them. */
  unhealthy?: string
  /** Settings that were applied before. */
  applied?: string
}

/** A machine on which ./agency can be called, without a terminal. */
function makeMachine({ settings, refusal = '', unhealthy = '', applied }: Machine) {
  const directory = makeDirectory()
  const environment = prepareMachine(directory)
  mkdirSync(join(directory, 'releases'))
  const files = { '.env': settings, 'releases/applied.env': applied, refusal, unhealthy }
  for (const [name, text] of Object.entries(files)) if (text !== undefined) writeFileSync(join(directory, name), text)
  const call = (args: string[], given: Record<string, string> = {}) =>
    spawnSync(join(directory, 'agency'), args, { encoding: 'utf8', input: '', env: { ...environment, ...given } })
  const read = (name: string) => readFileSync(join(directory, name), 'utf8')
  return { directory, call, read, started: () => callsIn(directory).map((line) => line.split(' ').slice(1).join(' ')) }
}

test.each([
  ['a name that is no setting', 'SESION_DAYS=20', 'SESION_DAYS: there is no such setting'],
  ['one setting twice', 'SESSION_DAYS=20\nSESSION_DAYS=30', 'SESSION_DAYS: is in .env twice'],
  ['a quote that does not end', "AGENCY_NAME='Acme\nSESSION_DAYS=20", 'AGENCY_NAME: its quote is not closed'],
  ['a line without a name', 'DOMAIN=a.example\nhunter2', 'line 2 of .env: is not NAME=value'],
])(
  'given a .env with %s, when it is applied, then it is refused by name, and nothing is started',
  (_what, settings, words) => {
    const machine = makeMachine({ settings })
    const { status, stderr } = machine.call(['apply'])
    expect([status, stderr]).toEqual([1, `agency: .env is refused, and nothing was changed:\n  ${words}\n`])
    expect(machine.started()).toEqual([])
  },
)

test('[OP-06] given a setting that a service refuses, when .env is applied, then it is named once, and nothing is started', () => {
  const refusal = 'Error: Invalid settings:\n  LOG_LEVEL: must be one of silent, fatal\n    at readSettings\n'
  const machine = makeMachine({ settings: "SEAL_KEY='-----BEGIN\nX=1\n-----END'\nLOG_LEVEL=loud", refusal })
  const { status, stderr } = machine.call(['apply'])
  const words = 'agency: .env is refused, and nothing was changed:\n  LOG_LEVEL: must be one of silent, fatal\n'
  expect([status, stderr]).toEqual([1, words])
  expect(machine.started()).toEqual([])
})

test('given answers of the installation in the environment, when .env is applied, then compose does not see them', () => {
  const machine = makeMachine({ settings: 'SESSION_DAYS=20' })
  writeFileSync(join(machine.directory, 'bin/docker'), programs.docker.replace('case', 'env >> seen\ncase'))
  expect(machine.call(['apply'], { SMTP_URL: 'later' }).status).toBe(0)
  expect(machine.read('seen')).not.toContain('SMTP_URL')
})

test('[OP-06] given valid settings, when they are applied, then each replica is replaced by itself, and the rest at the end', () => {
  const machine = makeMachine({ settings: 'SESSION_DAYS=20' })
  expect(machine.call(['apply']).status).toBe(0)
  const parts = ['core', 'bff', 'shared-ui', 'admin-app', 'portal-app']
  const one = 'compose up --detach --no-deps --no-build'
  expect(machine.started()).toEqual([
    ...parts.flatMap((part) => [`${one} ${part}-1`, `${one} ${part}-2`]),
    `${one} postgres mail`,
    `${one} postgres`,
    `${one} core-1 core-2`,
    `${one} ${parts
      .slice(1)
      .flatMap((part) => [`${part}-1`, `${part}-2`])
      .join(' ')}`,
    `${one} nginx`,
    `${one} certificates`,
  ])
  expect(machine.read('releases/applied.env')).toBe('SESSION_DAYS=20')
  expect(statSync(join(machine.directory, 'releases/applied.env')).mode & 0o777).toBe(0o600)
})

test('given a replica that does not become healthy, when settings are applied, then it gets the former ones and no other is touched', () => {
  const machine = makeMachine({ settings: 'SESSION_DAYS=20', applied: 'SESSION_DAYS=30', unhealthy: 'core-2' })
  const { status, stderr } = machine.call(['apply'])
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining('core-2 did not become healthy and has the former settings'),
  ])
  const one = 'up --detach --no-deps --no-build'
  expect(machine.started()).toEqual([
    `compose ${one} core-1`,
    `compose ${one} core-2`,
    `compose --env-file releases/applied.env ${one} core-2`,
  ])
})

const answers = { OWNER_EMAIL: 'dana@agency.example', AGENCY_NAME: "O'Brien & $ons", AGENCY_PHONE: '(555) 010-0100' }

test('[OP-06] given an empty folder, when the product is installed, then .env is its owner’s alone and the backup key is shown once', () => {
  const machine = makeMachine({})
  const backups = join(machine.directory, 'disk')
  const given = { ...answers, SMTP_URL: 'smtps://office:hunter2@mail.example', BACKUPS: backups }
  const first = machine.call(['install', 'agency.example'], given)
  expect([first.status, first.stderr]).toEqual([0, ''])
  expect(first.stdout.match(/AGE-SECRET-KEY-1MADE/g)).toHaveLength(1)
  expect(first.stdout).toContain('https://staff.agency.example/admin/')
  expect(first.stdout).not.toContain('hunter2')
  const settings = machine.read('.env')
  expect(settings.split('\n').slice(1)).toEqual([
    "DOMAIN='agency.example'",
    String.raw`AGENCY_NAME='O\'Brien & $ons'`,
    "AGENCY_PHONE='(555) 010-0100'",
    "SMTP_URL='smtps://office:hunter2@mail.example'",
    String.raw`MAIL_FROM='O\'Brien & $ons <dana@agency.example>'`,
    "ACME_EMAIL='dana@agency.example'",
    "BACKUP_TO='/backups'",
    "BACKUP_RECIPIENT='age1made'",
    '',
  ])
  expect(statSync(join(machine.directory, '.env')).mode & 0o777).toBe(0o600)
  expect(machine.read('docker-compose.override.yml')).toContain(`core-2: { volumes: ['${backups}:/backups'] }`)

  const second = machine.call(['install'], { ...given, AGENCY_NAME: 'Another' })
  expect([second.status, machine.read('.env')]).toEqual([0, settings])
  expect(second.stdout).not.toContain('AGE-SECRET-KEY')
  expect(machine.call(['install', 'other.example']).stderr).toContain('DOMAIN is agency.example in .env')
})

test('given an answer that is missing or not valid, when nobody is there to ask, then nothing is written', () => {
  const machine = makeMachine({})
  for (const domain of ['https://agency.example', '']) {
    const { status, stderr } = machine.call(['install', domain], { ...answers, SMTP_URL: 'later', BACKUPS: 'later' })
    expect([status, stderr]).toEqual([1, expect.stringContaining('DOMAIN is needed')])
  }
  expect(existsSync(join(machine.directory, '.env'))).toBe(false)
})
