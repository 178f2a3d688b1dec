import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownDirectory } from './kit/own-router.ts'

const nginx = join(import.meta.dirname, '../../nginx')

/** Lego, which issues what openssl makes unless it is to fail; and a sleep that ends the loop. */
const programs = {
  lego: `#!/bin/sh
echo "$*" >> calls
[ ! -e refuse ] || exit 1
mkdir -p acme/certificates
openssl req -x509 -days 90 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=made \\
  -keyout acme/certificates/client.agency.example.key -out acme/certificates/client.agency.example.crt 2> /dev/null
`,
  sleep: '#!/bin/sh\necho "$1" > waits\nkill "$(cat loop)"\n',
}

/** A machine for the service. */
function makeMachine() {
  const directory = ownDirectory()
  for (const name of ['bin', 'router']) mkdirSync(join(directory, name))
  for (const [name, text] of Object.entries(programs))
    writeFileSync(join(directory, 'bin', name), text, { mode: 0o755 })
  const text = (name: string) => (existsSync(join(directory, name)) ? readFileSync(join(directory, name), 'utf8') : '')
  const addresses = ['BFF', 'ADMIN_APP', 'PORTAL_APP', 'SHARED_UI'].map((part) => [`${part}_ADDRESSES`, 'part:8080'])
  /** Goes once through the loop. @returns how long it would sleep, in seconds */
  const pass = (settings: Record<string, string>) => {
    const run = 'echo $$ > loop && exec sh "$0"'
    spawnSync('sh', ['-c', run, join(nginx, 'certificates/certificates.sh')], {
      cwd: directory,
      env: {
        PATH: `${join(directory, 'bin')}:${process.env.PATH}`,
        ...Object.fromEntries(addresses),
        DOMAIN: 'agency.example',
        ACME_SERVER: 'https://authority.example',
        ROUTER_SETTINGS: join(nginx, '15-router-settings.envsh'),
        ROUTER_DIRECTORY: 'router',
        ACME_DIRECTORY: 'acme',
        HEALTHY_FILE: 'healthy',
        ...settings,
      },
    })
    return text('waits').trim()
  }
  const calls = () => text('calls').split('\n').filter(Boolean)
  return { directory, pass, calls, text }
}

const day = 86_400
const email = { ACME_EMAIL: 'dana@agency.example' }

test('given no ACME_EMAIL, when the service starts, then it asks for nothing and leaves the certificate alone', () => {
  const machine = makeMachine()
  expect(machine.pass({})).toBe('infinity')
  expect([machine.calls(), machine.text('router/tls_certificate')]).toEqual([[], ''])
  expect(existsSync(join(machine.directory, 'healthy'))).toBe(true)
})

test('[OP-07] given an authority, when there is no certificate for the hosts, then one is obtained and handed to nginx, and kept until it is due @full', () => {
  const machine = makeMachine()
  expect(machine.pass(email)).toBe(String(day / 2))
  expect(machine.calls()).toEqual([
    expect.stringMatching(
      /--email dana@agency\.example .*--domains client\.agency\.example --domains staff\.agency\.example run$/,
    ),
  ])
  for (const [from, to] of [['crt', 'tls_certificate'] as const, ['key', 'tls_certificate_key'] as const])
    expect(machine.text(`router/${to}`)).toBe(machine.text(`acme/certificates/client.agency.example.${from}`))
  machine.pass(email)
  expect(machine.calls()).toHaveLength(1)

  machine.pass({ ...email, API_HOSTS: 'api.agency.example' })
  expect(machine.calls()).toHaveLength(2)
  expect(machine.calls()[1]).toContain('--domains api.agency.example')
})

test('given an authority that refuses, when a certificate is asked for, then nginx keeps its own and the next try is in 15 minutes', () => {
  const machine = makeMachine()
  writeFileSync(join(machine.directory, 'refuse'), '')
  writeFileSync(join(machine.directory, 'router/tls_certificate'), 'self-signed')
  expect(machine.pass(email)).toBe('900')
  expect(machine.text('router/tls_certificate')).toBe('self-signed')
  expect(existsSync(join(machine.directory, 'healthy'))).toBe(false)
})
