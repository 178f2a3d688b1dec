import { send, textOf } from '@agency/test-kit/nginx/send'
import { describe, expect, inject, test } from 'vitest'
import { clientHost, staffHost, website } from './kit/hosts.ts'

const { routerPort, files } = inject('deployment')

const toAdmin = [
  '/session/../admin/',
  '/session/..%2fadmin/',
  '/session/%2e%2e/admin/',
  '/session/%2E%2E%2Fadmin%2Flogin',
  '/session/./../admin/_api/clients',
  '/session/_api/../../admin/_api/clients',
  '/session/_api/..%2f..%2fadmin/_api/clients',
  '/session/_ui/../../admin/_ui/remoteEntry.js',
  '/session/assets/..%2f..%2fadmin/',
  '//admin/',
  '/%61dmin/',
]
const aboveRoot = [
  '/session/..%2f..%2fadmin',
  '/session/../../admin/',
  '/session//../../admin/',
  '/../admin/',
  '/session/%2e%2e/%2e%2e/etc/passwd',
]
const neverDecodedTwice = ['/session/%252e%252e/admin/', '/session/..%252fadmin/', '/session/_ui/%252e%252e/admin/']

describe('given a client-facing host', () => {
  test.each(toAdmin)('[HO-02] when %s is sent, it leads to the public website', async (path) => {
    const answer = await send(routerPort, { host: clientHost, path })
    expect(answer.status).toBe(302)
    expect(answer.headers.location).toBe(website)
  })

  test.each(aboveRoot)('[HO-02] when %s is sent, which leads above the root, it is refused', async (path) => {
    const { status } = await send(routerPort, { host: clientHost, path })
    expect(status).toBe(400)
  })

  test.each(neverDecodedTwice)('[HO-02] when %s is sent, nothing of the back office is served', async (path) => {
    const answer = await send(routerPort, { host: clientHost, path })
    expect(textOf(answer)).not.toContain('Back office')
    expect(textOf(answer)).not.toContain('NOT_SIGNED_IN')
  })

  test('[HO-02] when the request line names another host than the Host header, one host rules it all', async () => {
    const path = `http://${clientHost}/admin/`
    const answer = await send(routerPort, { host: staffHost, path })
    expect(answer.headers.location).toBe(website)
  })

  test('when a call arrives by a detour, the bff is asked for the path that was matched', async () => {
    const path = '/session/./x/..//_api/sessionforms/session/x'
    const answer = await send(routerPort, { host: clientHost, path })
    expect(JSON.parse(textOf(answer))).toMatchObject({ code: 'NOT_SIGNED_IN' })
  })
})

describe('given the server of an app’s files', () => {
  test.each(['/assets/../../package.json', '/assets/..%2f..%2fpackage.json', '/..%2fpackage.json'])(
    'when %s is sent, no file outside the build is served',
    async (path) => {
      const answer = await send(files['admin-app'].port, { host: 'admin-app', path })
      expect(textOf(answer)).not.toContain('"name": "admin-app"')
    },
  )

  test('when the notes of the build are asked for, there are none', async () => {
    const answer = await send(files['shared-ui'].port, { host: 'shared-ui', path: '/.vite/manifest.json' })
    expect(answer.status).toBe(404)
  })
})
