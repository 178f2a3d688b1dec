import { readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { scriptOf } from '@agency/test-kit/nginx/build-copy'
import { send, textOf } from '@agency/test-kit/nginx/send'
import { describe, expect, inject, test } from 'vitest'
import { apiHost, clientHost, staffHost } from './kit/hosts.ts'

const { routerPort, strandedRouterPort, files } = inject('deployment')
const get = (path: string, headers = {}) => send(routerPort, { host: staffHost, path, headers })

const forever = 'public, max-age=31536000, immutable'
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}
const script = scriptOf(files['shared-ui'].build)

describe('given a file whose name is made from its content', () => {
  test.each([
    `/admin/${scriptOf(files['admin-app'].build)}`,
    `/session/${scriptOf(files['portal-app'].build)}`,
    `/admin/_ui/${script}`,
    `/session/_ui/${script}`,
  ])('when %s is asked for, it may be kept for ever', async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toBe(forever)
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8')
  })

  test.each(['/admin/assets/gone-12345678.js', '/session/assets/gone.css', '/session/_ui/assets/gone.js'])(
    'when %s is not there, the answer is 404, never the page, and is not kept',
    async (path) => {
      const answer = await get(path)
      expect(answer.status).toBe(404)
      expect(answer.headers['cache-control']).toBe('no-cache')
      expect(textOf(answer)).not.toContain('id="env"')
    },
  )
})

describe('given a file whose name stays the same', () => {
  test.each(['/admin', '/session/ABCD', '/admin/_ui/remoteEntry.js', '/session/_ui/mf-manifest.json'])(
    'when %s is asked for again, the answer is 304 while nothing has changed',
    async (path) => {
      const first = await get(path)
      expect(first.headers['cache-control']).toBe('no-cache')
      const again = await get(path, { 'if-none-match': first.headers.etag })
      expect(again.status).toBe(304)
      expect(again.headers['cache-control']).toBe('no-cache')
      expect((await get(path, { 'if-none-match': '"another"' })).status).toBe(200)
    },
  )

  test('when shared-ui has no such file, the answer is 404', async () => {
    expect((await get('/session/_ui/remoteEntry2.js')).status).toBe(404)
    expect((await get('/session/_ui/')).status).toBe(404)
  })
})

describe('given a browser that takes compressed answers', () => {
  const zipped = { 'accept-encoding': 'gzip, br' }

  const path = `/session/_ui/${script}`

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'br'],
    ['gzip', 'gzip'],
    ['gzip, br;q=0', 'gzip'],
    ['br;q=0.000,gzip', 'gzip'],
    ['brotli, gzip', 'gzip'],
    ['identity', undefined],
  ])('when it takes %s, it gets the copy made at build time (%s)', async (accepted, encoding) => {
    const plain = await get(path)
    const answer = await get(path, { 'accept-encoding': accepted })
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(answer.headers['cache-control']).toBe(forever)
    // Compressed while sending, the length would not be known.
    expect(answer.headers['content-length']).toBe(String(answer.content.length))
    const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? '']
    expect((decode?.(answer.content) ?? answer.content).equals(plain.content)).toBe(true)
    // A cache between us and the browser has to keep them apart.
    expect([plain.headers.vary, answer.headers.vary]).toEqual(['Accept-Encoding', 'Accept-Encoding'])
  })

  test('when it asks for a part of one, it gets that part, and each copy has a tag of its own', async () => {
    const brotli = { 'accept-encoding': 'br' }
    const whole = await get(path, brotli)
    const part = await get(path, { ...brotli, range: 'bytes=10-19' })
    expect(part.status).toBe(206)
    expect(part.content.equals(whole.content.subarray(10, 20))).toBe(true)
    const plain = await get(path)
    expect(plain.headers.etag).not.toBe(whole.headers.etag)
    expect((await get(path, { ...brotli, 'if-none-match': whole.headers.etag })).status).toBe(304)
    expect((await get(path, { ...brotli, 'if-none-match': plain.headers.etag })).status).toBe(200)
  })

  test.each([`${path}.br`, `${path}.gz`])('when %s is asked for by that name, there is none', async (copy) => {
    expect((await get(copy)).status).toBe(404)
  })

  test('when files of each kind are asked for, the type is that of the file, compressed or not', async () => {
    const build = files['admin-app'].build
    for (const name of readdirSync(join(build, 'assets'))) {
      const type = types[extname(name)]
      if (!type) continue
      for (const accepted of ['identity', 'gzip', 'br']) {
        const { status, headers } = await get(`/admin/assets/${name}`, { 'accept-encoding': accepted })
        expect([name, status, headers['content-type']]).toEqual([name, 200, type])
      }
    }
  })

  test('when it asks for a page, it is compressed and still has its tag', async () => {
    const answer = await get('/admin/clients', zipped)
    expect(answer.headers['content-encoding']).toBe('gzip')
    const again = await get('/admin/clients', { ...zipped, 'if-none-match': answer.headers.etag })
    expect(again.status).toBe(304)
  })
})

test('given a page, when it is asked for as a file or from the wrong app, only the filled-in one is served', async () => {
  for (const path of ['/session/index.html', '/session/']) {
    const page = textOf(await send(routerPort, { host: clientHost, path }))
    expect(page).toContain('clients.agency.example/session/')
  }
})

describe('given an answer of the API', () => {
  test.each([
    [staffHost, '/admin/_api/clients'],
    [clientHost, '/session/_api/clients'],
    [apiHost, '/admin/_api/clients'],
    [apiHost, '/session/_api/nothing'],
  ])('when %s%s is asked for, no cache may keep the answer', async (host, path) => {
    const answer = await send(routerPort, { host, path })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test.each([staffHost, apiHost])('when nothing runs behind %s, the error may not be kept either', async (host) => {
    const answer = await send(strandedRouterPort, { host, path: '/admin/_api/clients' })
    expect([answer.status, answer.headers['cache-control']]).toEqual([502, 'no-store'])
  })
})
