import { scriptOf } from '@agency/test-kit/nginx/build-copy'
import { type Answer, type Send, textOf } from '@agency/test-kit/nginx/send'
import { describe, expect, inject, test } from 'vitest'
import { apiHost, clientHost, otherClientHost, staffHost, uiHost, website } from './hosts.ts'

const { tlsPort, files } = inject('deployment')

const kinds = ['staff', 'client', 'api', 'ui'] as const
const hosts: [(typeof kinds)[number], string][] = [
  ['staff', staffHost],
  ['staff', 'unknown.example'],
  ['staff', `not.${clientHost}`],
  ['staff', 'localhost:8443'],
  ['staff', '192.0.2.7:8443'],
  ['staff', '[2001:db8::7]'],
  ['staff', ''],
  ['client', clientHost],
  ['client', otherClientHost],
  ['client', clientHost.toUpperCase()],
  ['client', `${clientHost}.`],
  ['client', `${clientHost}:8443`],
  ['api', apiHost],
  ['api', `${apiHost.toUpperCase()}.:8443`],
  ['ui', uiHost],
  ['ui', `${uiHost}:8443`],
]

/** What an answer is, in a word: a page, a file, where it leads, the code of an error, or else its status. */
function outcomeOf(answer: Answer): string {
  const { status, headers } = answer
  if (status === 302) return headers.location === website ? 'website' : `to ${headers.location}`
  const type = headers['content-type'] ?? ''
  if (status === 200 && type.startsWith('text/html')) {
    return /<title>(.*?)(?: · .*)?<\/title>/.exec(textOf(answer))?.[1] ?? 'a page without a title'
  }
  if (status === 200) return 'file'
  return type.startsWith('application/json') ? `${status} ${JSON.parse(textOf(answer)).code}` : `${status}`
}

const [office, entry, portal] = ['Back office', 'Access Your Client Portal', 'Client Portal']
const [login, nobody, none] = ['to /admin/login', '401 NOT_SIGNED_IN', '404 NOT_FOUND']
const adminScript = scriptOf(files['admin-app'].build)
const portalScript = scriptOf(files['portal-app'].build)
const sharedScript = scriptOf(files['shared-ui'].build)
const long = 'x'.repeat(9_000)

/**
 * Path, and what comes of it on a staff, a client-facing, an api and a ui host. Whether a code comes with 400… depends on
 * when nginx knew the host.
 */
const paths: [string, string, string, string, string][] = [
  ['/admin', office, 'website', none, '404'],
  ['/admin/', office, 'website', none, '404'],
  ['/admin/clients/some-id/sessions/ABCD?tab=1', office, 'website', none, '404'],
  ['/session', entry, entry, none, '404'],
  ['/session/', entry, entry, none, '404'],
  ['/session/ABCD-EFGH-JKMN/form/1', portal, portal, none, '404'],
  [`/admin/${adminScript}`, 'file', 'website', none, '404'],
  [`/session/${portalScript}`, 'file', 'file', none, '404'],
  ['/admin/assets/gone-12345678.js', '404', 'website', none, '404'],
  ['/session/assets/gone-12345678.js', '404', '404', none, '404'],
  ['/admin/_ui/remoteEntry.js', 'file', 'website', none, '404'],
  ['/session/_ui/mf-manifest.json', 'file', 'file', none, '404'],
  [`/session/_ui/${sharedScript}`, 'file', 'file', none, '404'],
  ['/remoteEntry.js', login, 'website', none, 'file'],
  [`/${sharedScript}`, login, 'website', none, 'file'],
  ['/admin/_api/clients', nobody, 'website', nobody, none],
  ['/admin/_api/nothing', none, 'website', none, none],
  ['/session/_api/sessionforms/session/x', nobody, nobody, nobody, none],
  ['/docs', 'API description', 'website', none, '404'],
  ['/', login, 'website', none, '404'],
  ['/anything', login, 'website', none, '404'],
  ['/sessions', login, 'website', none, '404'],
  ['/sessionx/', login, 'website', none, '404'],
  ['/administration', login, 'website', none, '404'],
  ['/index.html', login, 'website', none, '404'],
  ['/favicon.ico', login, 'website', none, '404'],
  ['/docsx', login, 'website', none, '404'],
  ['/readyz', login, 'website', none, '404'],
  ['/healthz', 'file', 'file', none, '404'],
  ['//healthz', 'file', 'file', none, '404'],
  ['//ready', login, 'website', none, '404'],
  ['/version', login, 'website', none, '404'],
  ['/.git/config', login, 'website', none, '404'],
  ['/session/_ui/.vite/manifest.json', '404', '404', none, '404'],
  ['/session/../admin/', office, 'website', none, '404'],
  ['/session/..%2fadmin/', office, 'website', none, '404'],
  ['/session/%2e%2e/admin/_api/clients', nobody, 'website', nobody, none],
  ['/session/_api/..%2F..%2Fadmin/_api/clients', nobody, 'website', nobody, none],
  ['/session/%252e%252e/admin/', portal, portal, none, '404'],
  ['/admin/..%5c..%5cetc%5cpasswd', office, 'website', none, '404'],
  ['//session//', entry, entry, none, '404'],
  ['//error/json', login, 'website', none, '404'],
  ['//upload/admin/_api/clients', login, 'website', none, '404'],
  ['/%2ferror%2ftext', login, 'website', none, '404'],
  ['/admin%2f_api%2fclients', nobody, 'website', nobody, none],
  ['/session/../../etc/passwd', '400', '400', '400…', '400'],
  ['/session/%2e%2e/%2e%2e/etc/passwd', '400', '400', '400…', '400'],
  ['/session/%00', '400', '400', '400…', '400'],
  ['/session/%zz', '400', '400', '400…', '400'],
  [`/session/${long}`, '414', '414', '414…', '414'],
  [`/session/_api/${long}`, '414 TOO_LARGE', '414 TOO_LARGE', '414 TOO_LARGE', '414 TOO_LARGE'],
]

/** The same for other methods. */
const others: [string, string, string, string, string, string][] = [
  ['POST', '/admin/', '405', 'website', none, '405'],
  ['POST', '/session/', '405', '405', none, '405'],
  ['DELETE', `/session/${portalScript}`, '405', '405', none, '405'],
  ['PUT', '/session/_ui/remoteEntry.js', '405', '405', none, '405'],
  ['OPTIONS', '/remoteEntry.js', login, 'website', none, '405'],
  ['POST', '/admin/_api/admin/login', '400 INVALID_INPUT', 'website', '400 INVALID_INPUT', '405 INVALID_INPUT'],
  [
    'POST',
    '/session/_api/session/x/consent',
    '403 CROSS_ORIGIN',
    '403 CROSS_ORIGIN',
    '403 CROSS_ORIGIN',
    '405 INVALID_INPUT',
  ],
  ['TRACE', '/session/', '405', '405', '405 INVALID_INPUT', '405'],
]

const questions = [
  ...paths.map(([path, ...outcomes]) => ({ method: 'GET', path, outcomes })),
  ...others.map(([method, path, ...outcomes]) => ({ method, path, outcomes })),
]
const jsonBody = { headers: { 'content-type': 'application/json' }, body: '{}' }

function expectSecurityHeaders({ headers }: Answer, tls: boolean, shown: string) {
  expect(headers['content-security-policy'], shown).toMatch(/^default-src 'none'(?!.*unsafe)/)
  expect(headers, shown).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
  const stay = tls ? 'max-age=63072000; includeSubDomains' : undefined
  expect(headers['strict-transport-security'], shown).toBe(stay)
  expect(headers.server, shown).toBe('nginx')
}

/** Asks each kind of host for each kind of path over one transport. */
export function testEveryHost(transport: string, port: number, ask: Send): void {
  const asked = hosts.filter(([, host]) => host !== '' || transport === 'HTTP/1.1')
  // HTTP/2 ends the connection on a header that is too long.
  const kindsOfPath = questions.filter(({ path }) => transport !== 'HTTP/2' || !path.includes(long))

  describe(`[HO-01] [HO-02] [HO-03] [HO-04] [FE-04] given ${transport}`, () => {
    test.each(asked)(
      'when a %s host (%j) is asked for every kind of path, each answer is as listed',
      async (kind, host) => {
        for (const { method, path, outcomes } of kindsOfPath) {
          const answer = await ask(port, { host, path, method, ...(method === 'POST' ? jsonBody : {}) })
          const shown = `${method} ${path.slice(0, 60)}`
          const expected = outcomes[kinds.indexOf(kind)] ?? ''
          const outcome = expected.endsWith('…') ? `${answer.status}…` : outcomeOf(answer)
          expect(`${shown}: ${outcome}`).toBe(`${shown}: ${expected}`)
          expectSecurityHeaders(answer, port === tlsPort, shown)
        }
      },
    )
  })
}
