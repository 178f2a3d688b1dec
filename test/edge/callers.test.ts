import { request } from 'node:http'
import { principalHeader } from '@agency/contract/principal'
import { type Answer, send, textOf } from '@agency/test-kit/nginx/send'
import { describe, expect, inject, test } from 'vitest'
import { password, username } from './kit/deployment.ts'
import { clientHost, staffHost } from './kit/hosts.ts'
import { signStatement } from './kit/statement.ts'

const { coreUrl, dataDirectory, routerPort, trustingRouterPort, strandedRouterPort } = inject('deployment')

interface Attempt {
  port?: number
  name: string
  claims?: string
  from?: string
}
const logIn = ({ port = routerPort, name, claims, from = '127.0.0.1' }: Attempt): Promise<Answer> =>
  send(port, {
    host: staffHost,
    path: '/admin/_api/admin/login',
    method: 'POST',
    from,
    headers: { 'content-type': 'application/json', ...(claims ? { 'x-forwarded-for': claims } : {}) },
    body: JSON.stringify({ username: name, password: 'wrong' }),
  })

/** Fails to log in until that is limited. @returns the number of attempts that were let through */
async function attemptsUntilLimited(attempt: (n: number) => Attempt, most: number): Promise<number> {
  for (let n = 0; n < most; n++) {
    if ((await logIn(attempt(n))).status === 429) return n
  }
  return most
}

describe('given a caller that claims to be somebody else', () => {
  test('when it sends a signed statement of who it is, the core would believe it and nginx with the bff does not', async () => {
    const login = await send(routerPort, {
      host: staffHost,
      path: '/admin/_api/admin/login',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    })
    const [, claims = ''] = JSON.parse(textOf(login)).token.split('.')
    const { sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const statement = signStatement(dataDirectory, { kind: 'admin', id: sub, address: '192.0.2.9' })
    const headers = { [principalHeader]: statement }

    const direct = await send(Number(new URL(coreUrl).port), { host: 'core', path: '/clients', headers })
    expect(direct.status).toBe(200)
    const admin = await send(routerPort, { host: staffHost, path: '/admin/_api/clients', headers })
    expect(admin.status).toBe(401)
    const session = await send(routerPort, { host: clientHost, path: '/session/_api/clients', headers })
    expect(session.status).toBe(401)
  })

  test('when each attempt claims another address, the limit of its own address holds', async () => {
    const name = 'claims-addresses'
    const passed = await attemptsUntilLimited((n) => ({ name, claims: `198.51.100.${n}` }), 9)
    expect(passed).toBeGreaterThanOrEqual(4)
    expect(passed).toBeLessThan(9)
    // Another caller is told apart from it, so nginx does forward the address that it sees.
    expect((await logIn({ name, from: '127.0.0.2' })).status).toBe(401)
  })

  test('when a trusted proxy in front names the address, the limit is that address’s', async () => {
    const name = 'behind-a-proxy'
    const port = trustingRouterPort
    const passed = await attemptsUntilLimited(() => ({ port, name, claims: '198.51.100.77' }), 9)
    expect(passed).toBeLessThan(9)
    expect((await logIn({ port, name, claims: '198.51.100.78' })).status).toBe(401)
    // What a stranger wrote before the proxy added the address it saw counts for nothing.
    expect((await logIn({ port, name, claims: '198.51.100.200, 198.51.100.77' })).status).toBe(429)
    // Another proxy of ours between is not taken for the caller.
    expect((await logIn({ port, name, claims: '198.51.100.77, 192.0.2.1' })).status).toBe(429)
  })
})

/** Announces a body of so many bytes, and sends no more than its first 64 KB. */
function beginUpload(bytes: number): Promise<Pick<Answer, 'status'> & { body: string }> {
  return new Promise((resolve, reject) => {
    const type = 'multipart/form-data; boundary=part'
    const authorization = 'Bearer of.no.login'
    const headers = { host: staffHost, authorization, 'content-type': type, 'content-length': bytes }
    const call = request({ port: routerPort, path: '/admin/_api/global-forms', method: 'POST', headers })
    call.once('error', reject).once('response', (response) => {
      response.setEncoding('utf8').once('data', (body: string) => {
        resolve({ status: response.statusCode ?? 0, body })
        call.destroy()
      })
    })
    call.write(Buffer.alloc(64 * 1024))
  })
}

describe('given a body', () => {
  const limit = 256 * 1024 * 1024

  test('when it is over the limit, it is refused before it is sent, and the apps can tell why', async () => {
    const { status, body } = await beginUpload(limit + 1)
    expect(status).toBe(413)
    expect(JSON.parse(body)).toMatchObject({ code: 'TOO_LARGE' })
  })

  test('when it is within the limit, it is streamed: the bff answers before its end', async () => {
    const { status, body } = await beginUpload(limit)
    expect(status).toBe(401)
    expect(JSON.parse(body)).toMatchObject({ code: 'SESSION_EXPIRED' })
  })
})

test('given no bff, when the API is called, the apps can tell it by the code', async () => {
  const answer = await send(strandedRouterPort, { host: clientHost, path: '/session/_api/x' })
  expect(answer.status).toBe(502)
  expect(answer.headers['content-type']).toContain('application/json')
  expect(JSON.parse(textOf(answer))).toMatchObject({ code: 'CORE_UNREACHABLE' })
})
