import { openConnection } from '@agency/test-kit/api/raw-http'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { codeOf, form, json, megabyte, part, startLimitedServices } from './limited-services.ts'

let services: Awaited<ReturnType<typeof startLimitedServices>>
beforeAll(async () => {
  services = await startLimitedServices()
})
afterAll(() => services.replicas.stop())

describe('requests that are too slow', () => {
  it('given headers that drip, when the time is up, then 408', async () => {
    const connection = await openConnection(services.url)
    connection.write('GET /healthz HTTP/1.1\r\n')
    const timer = setInterval(() => connection.write('x'), 100)
    onTestFinished(() => clearInterval(timer))
    const answer = await connection.ended
    expect(answer.status).toBe(408)
    expect(codeOf(answer)).toBe('TIMEOUT')
  })

  it.each([
    ['JSON for the core', 'PUT', '/clients/1', json],
    ['JSON for the bff', 'POST', '/admin/login', json],
    ['an upload', 'POST', '/upload/1', form],
  ])('given %s that drips, when the time is up, then 408', async (_what, method, path, type) => {
    const connection = await openConnection(services.url)
    connection.write(services.head(method, path.replace('1', services.clientId), [type, 'content-length: 50000']))
    connection.write(type === form ? part('documents', 'a') : '{"notes":"')
    const timer = setInterval(() => connection.write('x'), 100)
    onTestFinished(() => clearInterval(timer))
    const answer = await connection.ended
    expect(answer.status).toBe(408)
    expect(codeOf(answer)).toBe('TIMEOUT')
  })

  it('given an upload on a slow line, when it takes many times longer than headers may, then it is stored', async () => {
    const content = 'y'.repeat(60_000)
    const [start, end] = [part('documents', 'slow.txt'), '\r\n--b--\r\n']
    const connection = await openConnection(services.url)
    const length = start.length + content.length + end.length
    connection.write(
      services.head('POST', `/upload/${services.clientId}`, [form, `content-length: ${length}`, 'connection: close']) +
        start,
    )
    let sent = 0
    const timer = setInterval(() => {
      connection.write(content.slice(sent, sent + 1_000))
      sent += 1_000
      if (sent === content.length) {
        clearInterval(timer)
        connection.write(end)
      }
    }, 100)
    onTestFinished(() => clearInterval(timer))
    const answer = await connection.ended
    expect(answer.status).toBe(201)
    expect(JSON.parse(answer.body).files[0].file_size).toBe(content.length)
  })

  it('given a hundred such connections, when they drip, then others are served and memory stays', async () => {
    const growth = await services.growthDuring(async () => {
      const connections = await Promise.all(Array.from({ length: 100 }, () => openConnection(services.url)))
      for (const [at, { write }] of connections.entries()) {
        write(
          at % 2
            ? services.head('PUT', `/clients/${services.clientId}`, [json, 'content-length: 50000'])
            : 'GET / HTTP/1.1\r\nx',
        )
      }
      const timer = setInterval(() => {
        for (const { write } of connections) write('x')
      }, 200)
      for (let n = 0; n < 10; n++) {
        const started = performance.now()
        expect((await fetch(services.api(`/clients/${services.clientId}`), { headers: services.headers })).status).toBe(
          200,
        )
        expect(performance.now() - started).toBeLessThan(10_000)
      }
      const answers = await Promise.all(connections.map(({ ended }) => ended))
      clearInterval(timer)
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([408]))
    })
    expect(growth).toBeLessThan(100)
  })
})

describe('requests that are broken off', () => {
  it('given uploads and downloads broken off in the middle, when the next request comes, then the core is still there', async () => {
    const body = new FormData()
    body.set('documents', new Blob([Buffer.alloc(megabyte)]), 'kept.bin')
    const uploaded = await fetch(services.api(`/upload/${services.clientId}`), {
      method: 'POST',
      headers: services.headers,
      body,
    })
    const [{ file_url: address }] = (await uploaded.json()).files
    for (let n = 0; n < 10; n++) {
      const upload = await openConnection(services.url)
      upload.write(
        services.head('POST', `/upload/${services.clientId}`, [form, 'content-length: 900000']) +
          part('documents', 'a') +
          'x'.repeat(n * 50_000),
      )
      const download = await openConnection(services.url)
      download.write(services.head('GET', `/${address}`))
      const received = new Promise((resolve) => download.socket.once('data', resolve))
      await received
      upload.socket.resetAndDestroy()
      download.socket.resetAndDestroy()
    }
    expect((await fetch(services.api(`/clients/${services.clientId}`), { headers: services.headers })).status).toBe(200)
    expect(services.core.process.exitCode).toBeNull()
    expect(services.replicas.logOf('core-api')).not.toContain('"level":50')
  })
})
