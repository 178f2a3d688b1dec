import { send, textOf } from '@agency/test-kit/nginx/send'
import { describe, expect, inject, test } from 'vitest'
import { clientHost, otherClientHost, staffHost, website } from './kit/hosts.ts'

const { laptopPort: port } = inject('deployment')

const adminTitle = '<title>Back office</title>'
/** Of its first screen, and of those that need script. */
const portalTitle = 'Client Portal · '

// The bff has the rules of nginx too, for where nothing stands in front of it.
describe('a bff without nginx', () => {
  const ask = (host: string, path: string) => send(port, { host, path })

  describe('given a client-facing host', () => {
    test.each(['/session', '/session/', '/session/ABCD-EFGH-JKMN/dashboard'])(
      '[HO-01] [FE-04] when %s is asked for, it is the portal',
      async (path) => {
        for (const host of [clientHost, otherClientHost, `${clientHost.toUpperCase()}:8443`]) {
          const answer = await ask(host, path)
          expect(answer.status).toBe(200)
          expect(textOf(answer)).toContain(portalTitle)
        }
      },
    )

    test('[HO-01] when the API of the portal is called, it answers', async () => {
      const answer = await ask(clientHost, '/session/_api/sessionforms/session/x')
      expect(answer.status).toBe(401)
      expect(JSON.parse(textOf(answer))).toMatchObject({ code: 'NOT_SIGNED_IN' })
    })

    test.each([
      '/',
      '/admin',
      '/admin/',
      '/admin/login',
      '/admin/_api/clients',
      '/admin/_ui/remoteEntry.js',
      '/admin/assets/x.js',
      '/sessions',
      '/sessionx/',
      '/healthz',
      '/readyz',
      '/version',
      '/index.html',
      '/favicon.ico',
    ])('[HO-02] when %s is asked for, it leads to the public website', async (path) => {
      const answer = await ask(clientHost, path)
      expect(answer.status).toBe(302)
      expect(answer.headers.location).toBe(website)
    })

    test('[HO-02] when something is sent to the API of the back office, it leads to the public website', async () => {
      const message = { host: clientHost, path: '/admin/_api/admin/login', method: 'POST', body: '{}' }
      const answer = await send(port, { ...message, headers: { 'content-type': 'application/json' } })
      expect(answer.status).toBe(302)
    })
  })

  describe('given any other host', () => {
    test.each([staffHost, 'localhost', '192.0.2.7:8080', `not.${clientHost}`])(
      '[HO-03] when %s is asked, it serves the back office and the portal',
      async (host) => {
        for (const path of ['/admin', '/admin/', '/admin/clients/some-id']) {
          expect(textOf(await ask(host, path))).toContain(adminTitle)
        }
        expect(textOf(await ask(host, '/session/'))).toContain(portalTitle)
        expect((await ask(host, '/admin/_api/clients')).status).toBe(401)
      },
    )

    test.each(['/', '/anything', '/administration', '/sessions', '/index.html', '/healthzz', '/docsx'])(
      '[HO-04] when %s is asked for, it leads to the login screen',
      async (path) => {
        const answer = await ask(staffHost, path)
        expect(answer.status).toBe(302)
        expect(answer.headers.location).toBe('/admin/login')
        expect(textOf(await ask(staffHost, '/admin/login'))).toContain(adminTitle)
      },
    )
  })
})
