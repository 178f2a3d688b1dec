import { openAsBlob, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sendRaw } from '@agency/test-kit/api/raw-http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { form, megabyte, startLimitedServices } from './limited-services.ts'

let services: Awaited<ReturnType<typeof startLimitedServices>>
beforeAll(async () => {
  services = await startLimitedServices()
})
afterAll(() => services.replicas.stop())

describe('bodies that are far too large', () => {
  it('given 200 MB for a limit of two, or 300 MB that nobody takes, when sent, then they are refused and memory stays', async () => {
    const path = join(services.replicas.dataDirectory, 'large.bin')
    writeFileSync(path, Buffer.alloc(200 * megabyte))
    const growth = await services.growthDuring(async () => {
      const body = new FormData()
      body.set('documents', await openAsBlob(path), 'large.bin')
      const refused = await fetch(services.api(`/upload/${services.clientId}`), {
        method: 'POST',
        headers: services.headers,
        body,
      })
      expect(refused.status).toBe(413)
      const announced = await sendRaw(
        services.url,
        services.head('POST', `/upload/${services.clientId}`, [form, `content-length: ${300 * megabyte}`]),
      )
      expect(announced.status).toBe(413)
    })
    // Far less than what was sent; a collector that is late on a busy machine is not to count.
    expect(growth).toBeLessThan(130)
  })
})
