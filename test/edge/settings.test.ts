import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeCertificate } from '@agency/test-kit/nginx/certificate'
import { readRouterSettings } from '@agency/test-kit/nginx/web-server'
import { describe, expect, test } from 'vitest'
import { ownDirectory } from './kit/own-router.ts'

const folder = join(import.meta.dirname, '../../nginx')

const given = {
  CLIENT_HOSTS: 'clients.agency.example, Portal.agency.example',
  BFF_ADDRESSES: 'bff-1:8080,bff-2:8080',
  ADMIN_APP_ADDRESSES: 'admin-app:8080',
  PORTAL_APP_ADDRESSES: '10.0.0.7:8080 [fd00::7]:8080',
  SHARED_UI_ADDRESSES: 'shared-ui:8080',
}
const complaintOf = (settings: Record<string, string>): string => {
  try {
    readRouterSettings(settings)
    return ''
  } catch (error) {
    return String(error)
  }
}
const words = (text: string | undefined) => text?.split(/\s+/).filter(Boolean)

describe('given settings that are right', () => {
  test('when they are lists, by comma or space, nginx gets each item', () => {
    const read = readRouterSettings({ ...given, TRUSTED_PROXY: '10.0.0.0/8,fd00::/8' })
    expect(read.BFF_SERVERS).toMatch(
      /^server bff-1:8080 max[^;]+; server bff-2:8080 max[^;]+; server bff-1:8080 [^;]+ backup; server bff-2:8080 [^;]+ backup; $/,
    )
    expect(read.PORTAL_APP_SERVERS).toContain('server [fd00::7]:8080 ')
    expect(words(read.CLIENT_SERVER_NAMES)).toEqual(['clients.agency.example', 'Portal.agency.example'])
    expect(read.REAL_IP_FROM).toBe('set_real_ip_from 10.0.0.0/8; set_real_ip_from fd00::/8; ')
    expect(read.TRUSTED_PROXY_LIST).toBe('10.0.0.0/8 1; fd00::/8 1; ')
  })

  test.each([
    [{ DOMAIN: 'agency.example' }, ['client.agency.example'], ['staff.agency.example', 'client.agency.example']],
    [
      { PUBLIC_URL: 'https://sign.example:8443/', STAFF_URL: 'https://office.example' },
      ['sign.example'],
      ['office.example', 'sign.example'],
    ],
    [
      { DOMAIN: 'agency.example', STAFF_HOSTS: 'office.example' },
      ['client.agency.example'],
      ['office.example', 'client.agency.example'],
    ],
  ])('when %s stands for the hosts, they follow from it', (addresses, client, known) => {
    const { CLIENT_HOSTS: _given, ...others } = given
    const read = readRouterSettings({ ...others, CLIENT_HOSTS: '', STAFF_HOSTS: '', ...addresses })
    expect([words(read.CLIENT_SERVER_NAMES), words(read.KNOWN_SERVER_NAMES)]).toEqual([client, known])
  })

  test('when nothing is said about TLS, proxies and other hosts, there is none of them', () => {
    expect(readRouterSettings(given)).toMatchObject({
      TRANSPORT: 'plain',
      ROUTER_LISTEN: '8080',
      REAL_IP_FROM: '',
      API_SERVER_NAMES: 'api.invalid',
      UI_SERVER_NAMES: 'ui.invalid',
    })
  })

  test('when there is a certificate, the hosts that the plain port leads to are known', () => {
    const { certificate, key } = makeCertificate(ownDirectory(), ['staff.example'])
    const tls = {
      TLS_CERTIFICATE: certificate,
      TLS_CERTIFICATE_KEY: key,
      STAFF_HOSTS: 'staff.example',
      TLS_PORT: '9443',
    }
    const read = readRouterSettings({ ...given, ...tls, API_HOSTS: 'api.example' })
    expect(read).toMatchObject({ TRANSPORT: 'tls', TLS_PORT_SUFFIX: ':9443' })
    expect(words(read.KNOWN_SERVER_NAMES)).toEqual([
      'staff.example',
      'clients.agency.example',
      'Portal.agency.example',
      'api.example',
    ])
  })

  test.each([
    [
      'nginx/1.22.1',
      'OpenSSL 3.0.22 25 Aug 2026 (running with OpenSSL 3.0.19 27 Jan 2026)',
      '8443 ssl http2',
      '',
      'X25519:',
    ],
    ['nginx/1.25.0', 'OpenSSL 3.1.0', '8443 ssl http2', '', 'X25519:'],
    ['nginx/1.25.1', 'OpenSSL 3.4.1', '8443 ssl', 'http2 on;', 'X25519:'],
    ['nginx/1.30.2', 'OpenSSL 3.5.4', '8443 ssl', 'http2 on;', 'X25519MLKEM768:X25519:'],
    ['nginx/2.0.0', 'OpenSSL 4.0.1', '8443 ssl', 'http2 on;', 'X25519MLKEM768:X25519:'],
  ])('when the nginx is %s with %s, it gets what that one reads', (version, openssl, listen, http2, groups) => {
    const directory = ownDirectory()
    const { certificate, key } = makeCertificate(directory, ['staff.example'])
    const said = `nginx version: ${version}\nbuilt with ${openssl}`
    writeFileSync(join(directory, 'nginx'), `#!/bin/sh\necho '${said}' >&2\n`, { mode: 0o755 })
    const tls = { TLS_CERTIFICATE: certificate, TLS_CERTIFICATE_KEY: key, STAFF_HOSTS: 'staff.example' }
    const read = readRouterSettings({ ...given, ...tls, PATH: `${directory}:${process.env.PATH}` })
    expect(read).toMatchObject({ ROUTER_LISTEN: listen, HTTP2: http2, TLS_GROUPS: `${groups}prime256v1:secp384r1` })
  })

  test('when the image’s shell reads them, it comes to the same', () => {
    const script = ['-ec', '. ./15-router-settings.envsh && env -0']
    const options = { cwd: folder, env: { PATH: process.env.PATH, ...given }, encoding: 'utf8' } as const
    const linesOf = (shell: string, ...rest: string[]) =>
      execFileSync(shell, [...rest, ...script], options)
        .split('\0')
        .filter((line) => !/^(?:_|PWD|OLDPWD|SHLVL)=/.test(line))
        .sort()
    // The image's shell is busybox's; where there is none, this compares nothing.
    if (spawnSync('which', ['busybox']).status === 0) expect(linesOf('busybox', 'sh')).toEqual(linesOf('sh'))
  })

  test('when the image looks at the script, it may be run: else it would be skipped', () => {
    accessSync(join(folder, '15-router-settings.envsh'), constants.X_OK)
  })
})

describe('given settings that are wrong', () => {
  test('when several are, nothing starts, and all of them are named', () => {
    const complaint = complaintOf({
      TRUSTED_PROXY: 'everybody',
      UI_HOSTS: 'a/b',
    })
    const named = ['TRUSTED_PROXY', 'UI_HOSTS', 'CLIENT_HOSTS', 'BFF_ADDRESSES', 'SHARED_UI_ADDRESSES']
    for (const name of named) expect(complaint).toContain(`  ${name}: `)
  })

  test.each([
    ['CLIENT_HOSTS', '*'],
    ['CLIENT_HOSTS', 'clients.example:443'],
    ['CLIENT_HOSTS', 'a.example; return 200'],
    ['CLIENT_HOSTS', '~^.*$'],
    ['API_HOSTS', 'portal.AGENCY.example'],
    ['BFF_ADDRESSES', 'http://bff:8080'],
    ['BFF_ADDRESSES', 'bff:8080; server x:1'],
    ['TRUSTED_PROXY', '10.0.0.0/8; }'],
    ['TRUSTED_PROXY', '0.0.0.0/0'],
    ['REQUESTS_PER_SECOND', '0'],
    ['LISTEN', '8080 ssl'],
    ['TLS_CERTIFICATE', '/etc/passwd'],
    ['TLS_CERTIFICATE_KEY', '/not/there'],
  ])('when %s is %j, it says so', (name, value) => {
    expect(complaintOf({ ...given, [name]: value })).toMatch(/Invalid settings of the router:\n {2}[A-Z_]+: /)
  })
})
