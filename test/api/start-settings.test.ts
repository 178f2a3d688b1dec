import { expect, test } from 'vitest'
import { readOffice } from '../../scripts/office.ts'

const given = { DOMAIN: 'agency.example', BACKUP_TO: '/mnt/backups', BACKUP_RECIPIENT: 'age1' }
const problemsOf = (changes: NodeJS.ProcessEnv, user = 1_000) => {
  try {
    readOffice({ ...given, ...changes }, user)
    return []
  } catch (error) {
    return String(error)
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(':')[0])
  }
}

test('given a domain and backups, when an office starts, then it has the settings of a server behind a proxy on this machine', () => {
  expect(readOffice(given, 1_000)).toEqual({
    publicUrl: 'https://client.agency.example',
    staffUrl: 'https://staff.agency.example',
    environment: { STAFF_MFA: 'required', COOKIE_SECURE: 'true', API_DOCS: 'staff', TRUSTED_PROXIES: 'loopback' },
  })
  const urls = { DOMAIN: '', PUBLIC_URL: 'https://sign.example', STAFF_URL: 'https://office.example' }
  expect(readOffice({ ...given, ...urls, TRUSTED_PROXIES: '10.0.0.1', HOST: '10.0.0.2' }, 1_000)).toMatchObject({
    publicUrl: urls.PUBLIC_URL,
    staffUrl: urls.STAFF_URL,
    environment: { TRUSTED_PROXIES: '10.0.0.1' },
  })
})

test.each([
  [{ DEMO: '1' }, 'DEMO'],
  [{ DEMO: 'true' }, 'DEMO'],
  [{ STAFF_MFA: 'optional' }, 'STAFF_MFA'],
  [{ STAFF_MFA: 'off' }, 'STAFF_MFA'],
  [{ COOKIE_SECURE: 'false' }, 'COOKIE_SECURE'],
  [{ API_DOCS: 'everyone' }, 'API_DOCS'],
  [{ PUBLIC_URL: 'http://client.agency.example' }, 'PUBLIC_URL'],
  [{ DOMAIN: '', PUBLIC_URL: 'https://sign.example' }, 'STAFF_URL'],
  [{ STAFF_URL: 'https://client.agency.example' }, 'STAFF_URL'],
  [{ HOST: '0.0.0.0' }, 'HOST'],
  [{ BACKUP_TO: '' }, 'BACKUP_TO, BACKUP_RECIPIENT'],
])('given %o, when an office starts, then it is refused by the name of the setting', (changes, name) => {
  expect(problemsOf(changes)).toEqual([name])
})

test('given nothing that an office needs, when it starts as root, then everything is named at once', () => {
  const changes = { DOMAIN: '', BACKUP_RECIPIENT: '', STAFF_MFA: 'off' }
  expect(problemsOf(changes, 0)).toEqual([
    'user',
    'STAFF_MFA',
    'PUBLIC_URL',
    'STAFF_URL',
    'BACKUP_TO, BACKUP_RECIPIENT',
  ])
  expect(problemsOf({ DEMO: '0', HOST: '127.0.0.1', STAFF_MFA: 'required' })).toEqual([])
})
