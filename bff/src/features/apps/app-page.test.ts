import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { builtPage, manifestOf, startFakeFileServer } from '../../../test/fake-file-server.ts'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { errorAnswers } from '../../platform/http/error-answers.ts'
import { AppPage } from './app-page.ts'
import { type DeployedFile, fileOnDisk } from './deployed-file.ts'
import { PreloadHints } from './preload-hints.ts'

const environment = {
  apiBase: '/session/_api',
  uiBase: '/session/_ui/',
  agency: { name: 'Sunrise Insurance', phone: '(555) 010-0199', website: 'https://www.example.com/', logo: null },
  portalUrl: 'http://client.localhost/session/',
}
const page = builtPage
const hint = (script: string) => `<link rel="modulepreload" href="/session/_ui/assets/${script}">`

async function servePage(index: DeployedFile, manifest: DeployedFile = async () => undefined) {
  const onUnreadable = vi.fn()
  const hints = new PreloadHints({ manifest, uiBase: environment.uiBase, firstScreen: ['Button'], onUnreadable })
  const served = new AppPage({ index, environment, hints, head: '' })
  const app = Fastify()
  await app.register(errorAnswers)
  app.get('/', (request, reply) => served.send(request, reply))
  onTestFinished(() => app.close())
  return { app, onUnreadable }
}

function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'app-page-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return directory
}

describe('a page of a build on this machine', () => {
  it('given no build, when the page is asked for, then 503 with a code; once it is there, the page', async () => {
    const index = join(temporaryDirectory(), 'index.html')
    const { app } = await servePage(fileOnDisk(index))
    const missing = await app.inject('/')
    expect(missing.statusCode).toBe(503)
    expect(missing.json().code).toBe('UNAVAILABLE')
    expect(missing.body).not.toContain(index)

    writeFileSync(index, page)
    const there = await app.inject('/')
    expect(there.statusCode).toBe(200)
    expect(there.body).toContain('Sunrise Insurance')
  })

  it('given a page without a place for the settings, when it is asked for, then 500 that keeps the reason inside', async () => {
    const { app } = await servePage(async () => '<head></head>')
    const answer = await app.inject('/')
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({ code: 'INTERNAL', message: 'Something went wrong.' })
  })

  it('given settings with anything in them, when the page is filled in, then the app reads exactly that and nothing else of the page changes', async () => {
    const awkward = `</script><!-- <b> \\ " & $& $1 \u2028 São\t\u0001`
    const hints = new PreloadHints({
      manifest: async () => undefined,
      uiBase: '/',
      firstScreen: [],
      onUnreadable: vi.fn(),
    })
    const told = { ...environment, agency: { ...environment.agency, name: awkward } }
    const served = new AppPage({ index: async () => page, environment: told, hints, head: '' })
    const app = Fastify()
    app.get('/', (request, reply) => served.send(request, reply))
    onTestFinished(() => app.close())
    const { body } = await app.inject('/')
    const [, json = ''] = /id="env">([\s\S]*?)<\/script>/.exec(body) ?? []
    expect(JSON.parse(json)).toEqual(told)
    expect(body.replace(json, '{}')).toBe(page)
  })
})

describe('hints at shared-ui', () => {
  it('given another release of shared-ui, when the page is asked for again, then the hints are that release’s, and so is the tag', async () => {
    let manifest: string | undefined = manifestOf('button-1.js')
    const { app } = await servePage(
      async () => page,
      async () => manifest,
    )
    const first = await app.inject('/')
    expect(first.body).toContain(`${hint('button-1.js')}<link rel="preload" as="style"`)
    expect(first.body).toContain('<link rel="modulepreload" href="/session/_ui/remoteEntry.js">')
    const headers = { 'if-none-match': String(first.headers.etag) }
    expect((await app.inject({ url: '/', headers })).statusCode).toBe(304)

    manifest = manifestOf('button-2.js')
    const second = await app.inject({ url: '/', headers })
    expect(second.statusCode).toBe(200)
    expect(second.body).toContain(hint('button-2.js'))
    expect(second.body).not.toContain('button-1.js')

    manifest = undefined
    expect((await app.inject('/')).body).toBe(page.replace('{}', JSON.stringify(environment)))
  })

  it.each(['{', '{"exposes":[{"name":"Button"}]}'])(
    'given a manifest that cannot be read (%s), when the page is asked for, then it comes without hints',
    async (manifest) => {
      const { app, onUnreadable } = await servePage(
        async () => page,
        async () => manifest,
      )
      const answer = await app.inject('/')
      expect(answer.statusCode).toBe(200)
      expect(answer.body).not.toContain('<link')
      expect(onUnreadable).toHaveBeenCalledOnce()
    },
  )

  it('given a manifest with markup in a name, when it becomes a hint, then it stays in the attribute', async () => {
    const { app } = await servePage(
      async () => page,
      async () => manifestOf('x\\"><script src=evil.js></script>'),
    )
    expect((await app.inject('/')).body).not.toContain('<script src')
  })
})

const needed = {
  PRINCIPAL_SECRET: 'p'.repeat(32),
  JWT_SECRET: Buffer.alloc(32, 1).toString('base64'),
  COOKIE_SECRET: Buffer.alloc(32, 2).toString('base64'),
  LOG_LEVEL: 'silent',
}
const adminHint = (script: string) => hint(script).replace('/session/', '/admin/')

async function startOnServers() {
  const server = await startFakeFileServer()
  const app = await buildApp(readConfig({ ...needed, ...server.settings }))
  onTestFinished(async () => {
    await app.close()
    await server.close()
  })
  // Only the clock that tells how old a fetched file is.
  let now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  return {
    server,
    ask: () => app.inject({ url: '/admin/clients', headers: { host: 'staff.localhost' } }),
    afterSeconds: (seconds: number) => {
      now += seconds * 1000
    },
  }
}

describe('a page of a part that is served elsewhere', () => {
  it('[FE-02] given another release on its server, when a second has passed, then the page and the hints are that release’s', async () => {
    const { server, ask, afterSeconds } = await startOnServers()
    expect((await ask()).body).toContain(adminHint('button-1.js'))

    server.files['index.html'] = page.replace('the app', 'a newer app')
    server.files['mf-manifest.json'] = manifestOf('button-2.js')
    expect((await ask()).body).toContain('the app')
    expect(server.asked).toHaveLength(2)
    afterSeconds(1.1)
    const newer = await ask()
    expect(newer.body).toContain('a newer app')
    expect(newer.body).toContain(adminHint('button-2.js'))
  })

  it.each(['refuses', 'hangs'] as const)(
    'given a server that %s, when the page is asked for, then the last good one stands; before there was one, 503',
    async (failure) => {
      const { server, ask, afterSeconds } = await startOnServers()
      server.failAs(failure)
      expect((await ask()).statusCode).toBe(503)
      server.failAs('none')
      afterSeconds(1.1)
      expect((await ask()).statusCode).toBe(200)
      server.failAs(failure)
      afterSeconds(1.1)
      const kept = await ask()
      expect(kept.statusCode).toBe(200)
      expect(kept.body).toContain(adminHint('button-1.js'))
    },
    10_000,
  )
})

describe('settings of the pages', () => {
  const read = (given: Record<string, string>) => () => readConfig({ ...needed, ...given })

  it('given file servers in part, or where this service serves the files, when read, then all that is wrong is told', () => {
    const ADMIN_APP_URL = 'http://admin-app:8080'
    expect(read({ ADMIN_APP_URL, PORT: 'x' })).toThrow(
      /PORT: [\s\S]*PORTAL_APP_URL: is required[\s\S]*SHARED_UI_URL: is/,
    )
    expect(read({ ADMIN_APP_URL, SERVE_APPS: 'true' })).toThrow('ADMIN_APP_URL: cannot be set together with SERVE_APPS')
  })
})
