import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type InjectOptions } from 'fastify'
import fp from 'fastify-plugin'
import { describe, expect, it, onTestFinished } from 'vitest'
import { DiskReserve } from '../database/disk-reserve.ts'
import { errorAnswers } from './error-answers.ts'
import { fullDiskGuard } from './full-disk-guard.ts'
import { healthChecks } from './health-checks.ts'

/** A service whose disk is full until a test says otherwise; the caller is named by a header. */
async function startService() {
  const disk = { full: true }
  const app = Fastify()
  onTestFinished(() => app.close())
  const directory = mkdtempSync(join(tmpdir(), 'guard-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const reserve = new DiskReserve(directory, { freeBytes: async () => (disk.full ? 0 : 2 ** 30) })
  await app.register(errorAnswers, { findLastChange: async () => undefined })
  await app.register(healthChecks)
  await app.register(fp(async () => void app.decorate('diskReserve', reserve), { name: 'database' }))
  await app.register(
    fp(
      async () => {
        app.decorateRequest('principal')
        app.addHook('onRequest', async (request) => {
          Object.assign(request, { principal: { kind: request.headers['x-kind'] } })
        })
      },
      { name: 'principals' },
    ),
  )
  await app.register(fullDiskGuard)
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    app.route({ method, url: '/record', handler: async () => 'done' })
    app.route({ method, url: '/reveal', config: { whileDiskFull: true }, handler: async () => 'done' })
  }
  const ask = async (kind: string, method: InjectOptions['method'], url = '/record') =>
    (await app.inject({ method: method ?? 'GET', url, headers: { 'x-kind': kind } })).statusCode
  return { app, disk, ask }
}

const changes = ['POST', 'PUT', 'PATCH', 'DELETE'] as const

describe('a service on a full disk', () => {
  it.each(['admin', 'session'])(
    'given a caller with a login (%s), when it changes something, then 507; reading works',
    async (kind) => {
      const { ask } = await startService()
      for (const method of changes) {
        expect(await ask(kind, method)).toBe(507)
        expect(await ask(kind, method, '/reveal')).toBe(200)
      }
      expect(await ask(kind, 'GET')).toBe(200)
    },
  )

  it('given nobody, who may log in, when a call comes, then it is let through', async () => {
    const { ask } = await startService()
    for (const method of changes) expect(await ask('nobody', method)).toBe(200)
  })

  it('given that space was freed, when something is changed, then it is done', async () => {
    const { ask, disk } = await startService()
    expect(await ask('admin', 'POST')).toBe(507)
    disk.full = false
    expect(await ask('admin', 'POST')).toBe(200)
  })

  it('given the health check, when the disk is full and later is not, then it says what works and what is left', async () => {
    const { app, disk } = await startService()
    const check = app.healthChecks.find(({ id }) => id === 'disk-reserve')
    expect(await check?.run()).toMatchObject({
      state: 'failing',
      message: expect.stringMatching(/^The disk is full\..* 0 MB are left/),
    })
    disk.full = false
    expect(await check?.run()).toMatchObject({ state: 'ok' })
    expect(check?.affectsReadiness).toBe(false)
  })
})
