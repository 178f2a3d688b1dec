import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { builtPage, startFakeFileServer } from '../../../test/fake-file-server.ts'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { errorAnswers } from '../../platform/http/error-answers.ts'
import { AppPage } from './app-page.ts'
import { type DeployedFile, fileOnDisk } from './deployed-file.ts'

const environment = {
  apiBase: '/session/_api',
  uiBase: '/session/_ui/',
  agency: { name: 'Sunrise Insurance', phone: '(555) 010-0199', website: 'https://www.example.com/', logo: null },
  portalUrl: 'http://client.localhost/session/',
}
const page = builtPage

async function servePage(index: DeployedFile) {
  const served = new AppPage({ index, read: async () => ({ environment, head: '' }) })
  const app = Fastify()
  await app.register(errorAnswers)
  app.get('/', (request, reply) => served.send(request, reply))
  onTestFinished(() => app.close())
  return { app }
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
    const told = { ...environment, agency: { ...environment.agency, name: awkward } }
    const served = new AppPage({ index: async () => page, read: async () => ({ environment: told, head: '' }) })
    const app = Fastify()
    app.get('/', (request, reply) => served.send(request, reply))
    onTestFinished(() => app.close())
    const { body } = await app.inject('/')
    const [, json = ''] = /id="env">([\s\S]*?)<\/script>/.exec(body) ?? []
    expect(JSON.parse(json)).toEqual(told)
    expect(body.replace(json, '{}')).toBe(page)
  })
})

const needed = {
  PRINCIPAL_SECRET: 'p'.repeat(32),
  JWT_SECRET: Buffer.alloc(32, 1).toString('base64'),
  COOKIE_SECRET: Buffer.alloc(32, 2).toString('base64'),
  LOG_LEVEL: 'silent',
}

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
  it('[FE-02] given another release on its server, when a second has passed, then the page is that release’s', async () => {
    const { server, ask, afterSeconds } = await startOnServers()
    expect((await ask()).body).toContain('the app')

    server.files['index.html'] = page.replace('the app', 'a newer app')
    expect((await ask()).body).toContain('the app')
    expect(server.asked).toHaveLength(1)
    afterSeconds(1.1)
    const newer = await ask()
    expect(newer.body).toContain('a newer app')
  })

  it.each(['refuses', 'hangs'] as const)(
    'given a server that %s, when the page is asked for, then the last good one stands; before there was one, 503 @full',
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
      expect(kept.body).toContain('the app')
    },
  )
})

describe('settings of the pages', () => {
  const read = (given: Record<string, string>) => () => readConfig({ ...needed, ...given })

  it('given file servers in part, or where this service serves the files, when read, then all that is wrong is told', () => {
    const ADMIN_APP_URL = 'http://admin-app:8080'
    expect(read({ ADMIN_APP_URL, PORT: 'x' })).toThrow(/PORT: [\s\S]*PORTAL_APP_URL: is required/)
    expect(read({ ADMIN_APP_URL, SERVE_APPS: 'true' })).toThrow('ADMIN_APP_URL: cannot be set together with SERVE_APPS')
  })
})
