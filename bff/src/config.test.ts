import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const key = Buffer.alloc(32, 1).toString('base64')
const needed = { PRINCIPAL_SECRET: 'p'.repeat(32), JWT_SECRET: key, COOKIE_SECRET: key }
const read = (settings: Record<string, string>) => () => readConfig({ ...needed, ...settings })

describe('settings that would not do what they say', () => {
  it.each([
    // The back office would be served there: the name would match no host that is asked for.
    ['CLIENT_HOSTS', 'clients.example:443'],
    ['CLIENT_HOSTS', 'https://clients.example'],
    ['CLIENT_HOSTS', 'kunden.münchen.example'],
    ['CLIENT_HOSTS', '*.example'],
    ['CLIENT_HOSTS', ' , '],
    // Links, origins and a policy are made of them.
    ['PUBLIC_URL', 'https://'],
    ['PUBLIC_URL', 'https://clients.example/portal'],
    ['PUBLIC_URL', 'https://clients.example?a'],
    ['PUBLIC_URL', 'https://me:secret@clients.example'],
    ['PUBLIC_URL', 'https://clients.example:99999'],
    ['UI_ORIGIN', "https://ui.example;script-src'unsafe-inline'"],
    ['UI_ORIGIN', 'https://ui.example/'],
    ['STAFF_ORIGINS', 'https://staff.example/, https://b.example'],
    ['CORE_URL', 'http://core:8081, http://core:999999'],
    ['PORTAL_APP_URL', 'http://'],
    ['TRUSTED_PROXIES', 'everybody'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
    ['JWT_SECRET', 'short'],
    ['LOG_LEVEL', 'loud'],
  ])('given %s as %j, when read, then a message refuses it, without the value', (name, value) => {
    expect(read({ [name]: value })).toThrow(new RegExp(`\n {2}${name}: must be `))
    expect(read({ [name]: value })).not.toThrow(/secret|pattern|\n.*\n {2}PORT/)
  })

  it('given an origin that is almost one, when read, then the one that is meant is named', () => {
    expect(read({ PUBLIC_URL: 'https://münchen.example:443/session/' })).toThrow('as https://xn--mnchen-3ya.example')
  })
})

it('given lists with spaces, when read, then each item is trimmed', () => {
  const lists = {
    CLIENT_HOSTS: 'Clients.Example,  portal.example',
    CORE_URL: 'http://core_1:8081,http://[::1]:8081',
    TRUSTED_PROXIES: 'uniquelocal, 10.0.0.0/8,::1, fd00::/8',
  }
  expect(read(lists)()).toMatchObject({
    clientHosts: ['clients.example', 'portal.example'],
    coreUrls: ['http://core_1:8081', 'http://[::1]:8081'],
    trustedProxies: ['uniquelocal', '10.0.0.0/8', '::1', 'fd00::/8'],
  })
  expect(read({ PUBLIC_URL: 'https://clients.example/' })().PUBLIC_URL).toBe('https://clients.example/')
})
