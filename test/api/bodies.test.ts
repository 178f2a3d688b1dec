import { sendRaw } from '@agency/test-kit/api/raw-http'
import { sendJson } from '@agency/test-kit/api/send'
import { logInHeader } from '@agency/test-kit/api/staff-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf, json, megabyte, part, startLimitedServices } from './limited-services.ts'

let services: Awaited<ReturnType<typeof startLimitedServices>>
beforeAll(async () => {
  services = await startLimitedServices()
})
afterAll(() => services.replicas.stop())

describe('bodies that are too large', () => {
  it('given JSON over the limit, when sent to either service, then 413', async () => {
    const notes = 'x'.repeat(2 * megabyte)
    for (const [path, method] of [
      [`/clients/${services.clientId}`, 'PUT'],
      ['/admin/login', 'POST'],
    ] as const) {
      const answer = await sendJson(services.api(path), method, { notes }, services.headers)
      expect(answer.status).toBe(413)
      expect((await answer.json()).code).toBe('TOO_LARGE')
    }
  })

  it('given a file over the limit, when uploaded, then 413, and nothing is kept', async () => {
    const body = new FormData()
    body.set('documents', new Blob([Buffer.alloc(2 * megabyte + 1)]), 'large.bin')
    const answer = await fetch(services.api(`/upload/${services.clientId}`), {
      method: 'POST',
      headers: services.headers,
      body,
    })
    expect(answer.status).toBe(413)
    expect((await answer.json()).code).toBe('TOO_LARGE')
    const documents = await (
      await fetch(services.api(`/clients/${services.clientId}/documents`), { headers: services.headers })
    ).json()
    expect(documents.map((document: { file_name: string }) => document.file_name)).not.toContain('large.bin')
  })

  it('given an upload with an expired login, when it is refused before its body has arrived, then the answer is not lost @full', async () => {
    const headers = await logInHeader(services.url)
    await fetch(services.api('/admin/logout'), { method: 'POST', headers })
    for (const id of ['01a1fe2c-2b2e-7171-b77b-9bdc9c23fc5b', services.clientId]) {
      const body = new FormData()
      body.set('documents', new Blob([Buffer.alloc(8 * megabyte)]), 'large.bin')
      expect((await fetch(services.api(`/upload/${id}`), { method: 'POST', headers, body })).status).toBe(401)
    }
  })

  it.each([
    ['of unknown length', [json, 'transfer-encoding: chunked'], '5\r\n{"a":\r\n', 411, 'LENGTH_REQUIRED'],
    [
      'that is compressed',
      [json, 'content-encoding: gzip', 'content-length: 4'],
      '\x1f\x8b\x08\x00',
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['with two lengths', [json, 'content-length: 4', 'content-length: 5'], '{}  ', 400, 'INVALID_INPUT'],
    [
      'with a length and chunks',
      [json, 'content-length: 4', 'transfer-encoding: chunked'],
      '0\r\n\r\n',
      400,
      'INVALID_INPUT',
    ],
    [
      'of a type that nobody reads',
      ['content-type: text/xml', 'content-length: 4'],
      '<a/>',
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
  ])('given a body %s, when sent, then it is refused with a code', async (_what, lines, body, status, code) => {
    for (const path of ['/clients', '/admin/login']) {
      const answer = await sendRaw(services.url, services.head('POST', path, [...lines, 'connection: close']) + body)
      expect([path, answer.status, codeOf(answer)]).toEqual([path, status, code])
    }
  })

  it('given more bytes than were announced, when sent, then the rest is no part of the request', async () => {
    const body = '{"client_first_name":"Announced"}'
    const lie = services.head('POST', '/clients', [json, `content-length: ${body.length}`]) + body
    const answer = await sendRaw(services.url, `${lie}{"client_first_name":"Unannounced"}\r\n\r\n`)
    expect([201, 400]).toContain(answer.status)
    expect(answer.head + answer.body).toContain('HTTP/1.1 400')
    const clients = await (await fetch(services.api('/clients'), { headers: services.headers })).text()
    expect(clients).not.toContain('Unannounced')
  })

  it('given nesting of a hundred thousand levels, when sent as JSON, then 400 at once', async () => {
    const body = `${'{"notes":['.repeat(50_000)}${']}'.repeat(50_000)}`
    const answer = await fetch(services.api(`/clients/${services.clientId}`), {
      method: 'PUT',
      headers: { ...services.headers, 'content-type': 'application/json' },
      body,
    })
    expect(answer.status).toBe(400)
  })

  it.each([
    ['fields', Array.from({ length: 3_000 }, (_, n) => `${part(`f${n}`)}x\r\n`).join('')],
    ['files', Array.from({ length: 3_000 }, (_, n) => `${part('documents', `f${n}`)}x\r\n`).join('')],
    ['files of the form', Array.from({ length: 3_000 }, (_, n) => `${part('file', `f${n}`)}x\r\n`).join('')],
    ['large fields', Array.from({ length: 15 }, (_, n) => `${part(`f${n}`)}${'x'.repeat(300_000)}\r\n`).join('')],
  ])('given thousands of %s in one form, when sent, then it is refused and nothing is kept', async (_what, parts) => {
    for (const path of [`/upload/${services.clientId}`, '/global-forms']) {
      const answer = await fetch(services.api(path), {
        method: 'POST',
        headers: { ...services.headers, 'content-type': 'multipart/form-data; boundary=b' },
        body: `${parts}--b--\r\n`,
      })
      expect([path, answer.status]).toEqual([path, expect.toBeOneOf([400, 413])])
      expect(['TOO_LARGE', 'INVALID_INPUT']).toContain((await answer.json()).code)
    }
    expect(await (await fetch(services.api('/global-forms'), { headers: services.headers })).json()).toMatchObject({
      forms: [],
    })
  })
})

describe('heads that are too large', () => {
  it.each([
    [
      'ten thousand headers',
      () =>
        services.head(
          'GET',
          '/clients',
          Array.from({ length: 10_000 }, (_, n) => `x-${n}: y`),
        ),
    ],
    ['a header of a megabyte', () => services.head('GET', '/clients', [`x: ${'y'.repeat(megabyte)}`])],
    ['an address of a hundred thousand characters', () => services.head('GET', `/clients?q=${'y'.repeat(100_000)}`)],
  ])('given %s, when sent, then 431 with a code', async (_what, request) => {
    const answer = await sendRaw(services.url, request())
    expect(answer.status).toBe(431)
    expect(codeOf(answer)).toBe('TOO_LARGE')
  })

  it.each([
    ['a broken escape', '/clients/%zz', 400],
    ['a parameter of a thousand characters', `/clients/${'a'.repeat(1_000)}`, 400],
  ])('given an address with %s, when asked for, then an error of ours', async (_what, path, status) => {
    const answer = await sendRaw(services.url, services.head('GET', path, ['connection: close']))
    expect(answer.status).toBe(status)
    expect(codeOf(answer)).toBe('INVALID_INPUT')
    expect(answer.body).not.toContain('aaaaaaaaaaaa')
  })

  it('given bytes that are no HTTP, when sent, then 400 with a code', async () => {
    const answer = await sendRaw(services.url, '\x16\x03\x01\x02\x00\x01\x00\x01\r\n\r\n')
    expect(answer.status).toBe(400)
    expect(codeOf(answer)).toBe('INVALID_INPUT')
  })
})
