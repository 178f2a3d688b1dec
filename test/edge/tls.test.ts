import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect, type DetailedPeerCertificate } from 'node:tls'
import { makeCertificate } from '@agency/test-kit/nginx/certificate'
import { send, sendTls, textOf } from '@agency/test-kit/nginx/send'
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { startFakeUpstream } from './kit/fake-upstream.ts'
import { apiHost, clientHost, staffHost, uiHost } from './kit/hosts.ts'
import { ownDirectory, startOwnRouter } from './kit/own-router.ts'
import { sendHttp2 } from './kit/send-http2.ts'

const { plainPort, tlsPort } = inject('deployment')

/** What openssl's client says of a connection; it is told to be content with anything. */
async function shakeHands(...options: string[]): Promise<string> {
  const address = ['-connect', `127.0.0.1:${tlsPort}`]
  const child = spawn('openssl', ['s_client', ...address, ...options], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return out + errors
}

describe('given the TLS settings', () => {
  test('when they are read, they allow TLS 1.2 and 1.3, ciphers with forward secrecy and AEAD alone, and no tickets', () => {
    const text = readFileSync(join(import.meta.dirname, '../../nginx/snippets/tls.conf'), 'utf8')
    const settings = Object.fromEntries(
      [...text.matchAll(/^(ssl_\w+) (.+);$/gm)].map(([, name, value]) => [name, value]),
    )
    expect(settings).toMatchObject({ ssl_protocols: 'TLSv1.2 TLSv1.3', ssl_session_tickets: 'off' })
    const ciphers = settings.ssl_ciphers?.split(':') ?? []
    expect(ciphers).toHaveLength(6)
    for (const cipher of ciphers) {
      expect(cipher).toMatch(/^ECDHE-(?:ECDSA|RSA)-(?:AES128-GCM-SHA256|AES256-GCM-SHA384|CHACHA20-POLY1305)$/)
    }
  })

  test('when a client offers TLS 1.1, the server refuses that version', async () => {
    const said = await shakeHands('-tls1_1', '-cipher', 'ALL:COMPLEMENTOFALL:@SECLEVEL=0')
    expect(said).toContain('alert protocol version')
    expect(said).toContain('Cipher is (NONE)')
  })

  test('when a client has a cipher without forward secrecy or AEAD alone, the server refuses it', async () => {
    const said = await shakeHands('-tls1_2', '-cipher', 'ECDHE-ECDSA-AES128-SHA:@SECLEVEL=0')
    expect(said).toContain('alert handshake failure')
  })

  test('when a client speaks TLS 1.3 or 1.2, it is taken and gets no ticket', async () => {
    expect(await shakeHands('-tls1_3')).toContain('New, TLSv1.3')
    const older = await shakeHands('-tls1_2')
    expect(older).toMatch(/Cipher is ECDHE-ECDSA-/)
    expect(older).not.toContain('session ticket:')
  })

  test('when it prefers another cipher than we list first, it gets its own', async () => {
    const order = 'ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-ECDSA-AES128-GCM-SHA256'
    expect(await shakeHands('-tls1_2', '-cipher', order)).toContain('Cipher is ECDHE-ECDSA-CHACHA20-POLY1305')
  })

  test('when it offers HTTP/2, that is chosen; else HTTP/1.1', async () => {
    expect(await shakeHands('-alpn', 'h2,http/1.1')).toContain('ALPN protocol: h2')
    expect(await shakeHands('-alpn', 'http/1.1')).toContain('ALPN protocol: http/1.1')
  })

  test('[HO-03] when it names no server or one that is not known, it gets the staff host’s certificate and rules', async () => {
    expect(await shakeHands('-noservername')).toContain(`CN = ${staffHost}`)
    const answer = await sendHttp2(tlsPort, { host: 'nobody-knows.example', path: '/elsewhere' })
    expect(answer.headers.location).toBe('/admin/login')
  })
})

describe('given the plain port beside TLS', () => {
  const path = '/session/ABCD-EFGH-JKMN?x=%2F..&y=1'

  test.each([staffHost, clientHost, `${clientHost.toUpperCase()}.:8080`, apiHost, uiHost])(
    'when a host of ours (%s) is asked, it leads to the same address with TLS',
    async (host) => {
      for (const method of ['GET', 'POST']) {
        const { status, headers } = await send(plainPort, { host, path, method })
        const name = host.toLowerCase().replace(/\.?(:\d+)?$/, '')
        expect([status, headers.location]).toEqual([308, `https://${name}${path}`])
        expect(headers['strict-transport-security']).toBeUndefined()
      }
    },
  )

  test.each(['evil.example', '192.0.2.7', '', `${clientHost}.evil.example`])(
    'when any other host (%j) is asked, nothing of the address goes anywhere',
    async (host) => {
      const answer = await send(plainPort, { host, path })
      expect(answer.status).toBe(404)
      expect(answer.headers.location).toBeUndefined()
      expect(textOf(answer)).toBe('No such URL.\n')
    },
  )

  test('when plain HTTP is spoken to the port for TLS, it is refused without a word of the path', async () => {
    const answer = await send(tlsPort, { host: clientHost, path })
    expect(answer.status).toBe(400)
    expect(textOf(answer)).toBe('Malformed request.\n')
  })
})

function certificateAt(port: number): Promise<DetailedPeerCertificate> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate(true))
      socket.destroy()
    })
    socket.once('error', reject)
  })
}

test('given a renewed certificate, when nginx reloads, new visitors see it and no call in flight is lost', async () => {
  const directory = ownDirectory()
  const { certificate, key } = makeCertificate(directory, ['old.example'])
  let finish = () => {}
  const bff = await startFakeUpstream((_request, response) => {
    finish = () => response.end('done')
  })
  onTestFinished(() => bff.stop())
  const pair = { TLS_CERTIFICATE: certificate, TLS_CERTIFICATE_KEY: key, STAFF_HOSTS: staffHost }
  const router = await startOwnRouter(bff.address, pair)
  const inFlight = sendTls(router.tlsPort, { host: staffHost, path: '/admin/_api/slow' })
  await vi.waitFor(() => expect(bff.received).toHaveLength(1), { timeout: 20_000 })

  const renewed = makeCertificate(join(directory, 'renewed'), ['new.example'])
  cpSync(renewed.certificate, certificate)
  cpSync(renewed.key, key)
  expect((await certificateAt(router.tlsPort)).subject.CN).toBe('old.example')
  router.reload()
  await vi.waitFor(async () => expect((await certificateAt(router.tlsPort)).subject.CN).toBe('new.example'), {
    timeout: 20_000,
  })
  finish()
  expect(textOf(await inFlight)).toBe('done')
})

test('given an authority that looks for its proof, when it asks on the plain port, that file is served', async () => {
  const directory = ownDirectory()
  const { certificate, key } = makeCertificate(directory, [staffHost])
  execFileSync('sh', ['-c', 'mkdir -p .well-known/acme-challenge && printf proof > .well-known/acme-challenge/token'], {
    cwd: directory,
  })
  const pair = { TLS_CERTIFICATE: certificate, TLS_CERTIFICATE_KEY: key, STAFF_HOSTS: staffHost, TLS_PORT: '8443' }
  const { port } = await startOwnRouter('127.0.0.1:1', { ...pair, CHALLENGE_DIRECTORY: directory })
  const path = '/.well-known/acme-challenge/token'
  expect(textOf(await send(port, { host: staffHost, path }))).toBe('proof')
  expect((await send(port, { host: staffHost, path: `${path}2` })).status).toBe(404)
  const elsewhere = await send(port, { host: staffHost, path: '/.well-known/acme-challenge/../../key.pem' })
  expect(elsewhere.headers.location).toBe(`https://${staffHost}:8443/.well-known/acme-challenge/../../key.pem`)
})
