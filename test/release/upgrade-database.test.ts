import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../../scripts/repository.ts'

/**
 * Stands in for the container engine: a composition with version 17, a new server whose container is `new`, and `built` for
 * the pg_dump of an image that is built.
 */
const docker = `#!/bin/sh
echo "$*" >> calls
case $* in
  'compose version') ;;
  *'printenv POSTGRES_VERSION') echo 17 ;;
  'compose run '*) cat new ;;
  'compose build core-1') cat built > client ;;
  *'core-1 pg_dump --version') echo "pg_dump (PostgreSQL) $(cat client)" ;;
  *'- postgres --version') echo 'postgres (PostgreSQL) 18.1' ;;
  *'--command='*) echo 'SELECT 1;' ;;
  *'ON_ERROR_STOP=1'*) for host; do :; done; cat "rows-$host" ;;
  'compose ps -q '*) echo "$4" ;;
  'inspect '*) for last; do :; done; [ "$last" = "$(cat ill)" ] && grep -qs VERSION=18 .env && echo starting || echo healthy ;;
esac
`

/** Each look at the clock takes a minute. */
const date = `#!/bin/sh
echo 60 >> minutes
expr $(wc -l < minutes) '*' 60
`

interface Machine {
  client?: string
  built?: string
  pinned?: boolean
  started?: string
  newRows?: string
  ill?: string
}

/** Upgrades a composition to version 18. */
function upgrade({
  client = '18.1',
  built = '18.1',
  pinned = false,
  started = 'new',
  newRows = 'clients|3|ab',
  ill = '',
}: Machine = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'upgrade-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  for (const name of ['bin', 'scripts']) mkdirSync(join(directory, name))
  for (const name of ['agency', 'scripts/upgrade-database.sh']) copyFileSync(join(root, name), join(directory, name))
  for (const [name, text] of Object.entries({ docker, date, sleep: '#!/bin/sh\n' }))
    writeFileSync(join(directory, 'bin', name), text, { mode: 0o755 })
  const files = {
    client,
    built,
    new: started,
    ill,
    'rows-postgres': 'clients|3|ab',
    'rows-127.0.0.1': newRows,
    '.env': 'DOMAIN=a.example',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text)
  if (pinned) mkdirSync(join(directory, 'releases'))
  if (pinned) writeFileSync(join(directory, 'releases/core-1.yml'), '')
  const env = { PATH: `${join(directory, 'bin')}:${process.env.PATH}` }
  const { status, stderr } = spawnSync('dash', ['agency', 'upgrade-database', '18'], {
    cwd: directory,
    encoding: 'utf8',
    env,
  })
  const calls = readFileSync(join(directory, 'calls'), 'utf8').split('\n')
  const settings = readFileSync(join(directory, '.env'), 'utf8')
  expect(existsSync(join(directory, '.env.next'))).toBe(false)
  return { status, stderr, calls, settings, at: (part: string) => calls.findIndex((call) => call.includes(part)) }
}

const removed = 'compose exec -T postgres rm -rf /var/lib/postgresql/18 /var/lib/postgresql/upgrade.dump'

test('given the same rows in the new version, when upgraded, then nobody writes from the dump until the switch, which .env keeps', () => {
  const { status, stderr, settings, at, calls } = upgrade()
  expect([status, stderr]).toEqual([0, ''])
  expect(settings).toBe('DOMAIN=a.example\nPOSTGRES_VERSION=18\n')
  const steps = [
    'compose stop core-1 core-2',
    '- pg_dump ',
    '- pg_restore ',
    'up --detach --no-deps --no-build postgres',
    'up --detach --no-deps --no-build core-1 core-2',
  ]
  expect(steps.map(at)).toEqual(steps.map(at).toSorted((a, b) => a - b))
  expect(steps.map(at)).not.toContain(-1)
  expect(calls).not.toContain(removed)
})

test('given a pg_dump in core-api that is too old, when upgraded, then both replicas get a newer one first', () => {
  const { status, settings, at } = upgrade({ client: '17.6' })
  expect([status, settings]).toEqual([0, 'DOMAIN=a.example\nPOSTGRES_CLIENT=18\nPOSTGRES_VERSION=18\n'])
  const steps = ['compose build core-1', 'up --detach --no-deps --no-build core-1', '--no-build core-2', 'compose stop']
  expect(steps.map(at)).toEqual(steps.map(at).toSorted((a, b) => a - b))
  expect(steps.map(at)).not.toContain(-1)
})

test.each([
  [
    'a pg_dump that stays too old',
    { client: '17.6', built: '17.9' },
    'has pg_dump 17, which cannot back up version 18',
  ],
  ['an old pg_dump in an image of a pipeline', { client: '17.6', pinned: true }, 'built with POSTGRES_CLIENT=18'],
  ['an image that is not there', { started: '' }, 'postgres:18 could not be started'],
])('given %s, when upgraded, then it is refused while all goes on', (_what, machine, message) => {
  const { status, stderr, settings, at, calls } = upgrade(machine)
  expect([status, stderr]).toEqual([1, expect.stringContaining(message)])
  expect([settings, at('compose stop'), calls.includes(removed)]).toEqual([
    expect.not.stringContaining('POSTGRES_VERSION'),
    -1,
    true,
  ])
})

test('given other rows in the new version, when upgraded, then the old one goes on, and core-api starts again', () => {
  const { status, stderr, settings, at } = upgrade({ newRows: 'clients|2|cd' })
  expect([status, stderr]).toEqual([1, expect.stringContaining('other rows')])
  expect([settings, at('--no-build postgres')]).toEqual(['DOMAIN=a.example', -1])
  expect(at('up --detach --no-deps --no-build core-1 core-2')).toBeGreaterThan(at(removed))
})

test('given a new version that is not healthy, when upgraded, then the old one runs again', () => {
  const { status, stderr, settings, calls } = upgrade({ ill: 'postgres' })
  expect([status, stderr]).toEqual([1, expect.stringContaining('version 18 did not start on its own')])
  expect(settings).toContain('POSTGRES_VERSION=17')
  expect(calls).toContain('compose up --detach --no-deps --no-build core-1 core-2')
})
