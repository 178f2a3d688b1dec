import { gunzipSync } from 'node:zlib'
import { describe, expect, inject, test } from 'vitest'
import { scriptOf } from './testing/build-copy.ts'
import { clientHost, staffHost } from './testing/deployment.ts'
import { send, textOf } from './testing/send.ts'

const { routerPort, files } = inject('deployment')
const get = (path: string, headers = {}) => send(routerPort, { host: staffHost, path, headers })

const forever = 'public, max-age=31536000, immutable'
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

  test('when it asks for a script, it gets the copy made at build time', async () => {
    const plain = await get(`/session/_ui/${script}`)
    const answer = await get(`/session/_ui/${script}`, zipped)
    expect(answer.headers['content-encoding']).toBe('gzip')
    // Compressed while sending, the length would not be known.
    expect(answer.headers['content-length']).toBe(String(answer.content.length))
    expect(gunzipSync(answer.content).equals(plain.content)).toBe(true)
    expect(answer.headers.vary).toBe('Accept-Encoding')
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
