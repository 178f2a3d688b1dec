import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { errorAnswers } from '../../plugins/error-answers.ts'
import { AppPage } from './app-page.ts'
import { PreloadHints } from './preload-hints.ts'

const environment = {
  apiBase: '/session/_api',
  uiBase: '/session/_ui/',
  agency: { name: 'Sunrise Insurance', phone: '(555) 010-0199', website: 'https://www.example.com/', logo: null },
  portalUrl: 'http://client.localhost/session/',
}

async function servePage() {
  const directory = mkdtempSync(join(tmpdir(), 'app-page-'))
  const app = Fastify()
  await app.register(errorAnswers)
  const page = new AppPage(directory, environment, new PreloadHints(directory, []))
  app.get('/', (request, reply) => page.send(request, reply))
  onTestFinished(async () => {
    await app.close()
    rmSync(directory, { recursive: true })
  })
  return { app, index: join(directory, 'index.html') }
}

it('given no build, when the page is asked for, then 503 with a code; once it is there, the page', async () => {
  const { app, index } = await servePage()
  const missing = await app.inject('/')
  expect(missing.statusCode).toBe(503)
  expect(missing.json().code).toBe('UNAVAILABLE')
  expect(missing.body).not.toContain(index)

  writeFileSync(index, '<head><script type="application/json" id="env">{}</script></head>')
  const there = await app.inject('/')
  expect(there.statusCode).toBe(200)
  expect(there.body).toContain('Sunrise Insurance')
})

it('given a page without a place for the settings, when it is asked for, then 500 that keeps the reason inside', async () => {
  const { app, index } = await servePage()
  writeFileSync(index, '<head></head>')
  const answer = await app.inject('/')
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toEqual({ code: 'INTERNAL', message: 'Something went wrong.' })
})
