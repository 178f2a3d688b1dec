import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sendJson } from '@agency/test-kit/api/send'
import { logInHeader } from '@agency/test-kit/api/staff-api'
import { credentials } from '@agency/test-kit/product/product-address'
import { prepareReplicas, type Replicas } from '@agency/test-kit/product/replicas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Service } from '../../scripts/product.ts'

const { password } = credentials

const shiftClock = pathToFileURL(join(import.meta.dirname, '../faults/shift-clock.ts')).href

let replicas: Replicas
let core: Service
let right: Service
let headers: { authorization: string }

beforeAll(async () => {
  replicas = prepareReplicas()
  core = await replicas.startCore()
  right = await replicas.startBff(core.address)
  headers = await logInHeader(right.address)
})
afterAll(() => replicas.stop())

const startWrong = (seconds: number) =>
  replicas.startBff(core.address, { NODE_OPTIONS: `--import ${shiftClock}`, CLOCK_SHIFT_SECONDS: String(seconds) })

describe('a bff whose clock is wrong', () => {
  it.each([60, -90])(
    'given one that is %i s ahead of core-api, when staff and clients ask, then 503 says so, nobody is logged out, and it is not ready',
    async (seconds) => {
      const wrong = await startWrong(seconds)
      const answers = [
        await fetch(`${wrong.address}/admin/_api/clients`, { headers }),
        await sendJson(`${wrong.address}/admin/_api/admin/login`, 'POST', { username: 'admin', password }),
        await sendJson(`${wrong.address}/session/_api/api/session/ABCDEFGHJKMN/auth`, 'POST', { passcode: 'x' }),
        await fetch(`${wrong.address}/readyz`),
      ]
      for (const answer of answers) {
        expect(answer.status).toBe(503)
        const { code, message } = await answer.json()
        expect(code).toBe('CLOCK_SKEW')
        const [, told] = /differ by (\d+) seconds/.exec(message) ?? []
        expect(Math.abs(Number(told) - Math.abs(seconds))).toBeLessThanOrEqual(5)
      }
      expect((await fetch(`${wrong.address}/healthz`)).status).toBe(200)
      expect((await fetch(`${right.address}/admin/_api/clients`, { headers })).status).toBe(200)
    },
  )

  it('given calls that were refused for it, when staff ask for the health report through another bff, then the clocks are failing', async () => {
    const clock = async () => {
      const answer = await fetch(`${right.address}/admin/_api/health-report`, { headers })
      const report: { id: string; state: string; message: string }[] = await answer.json()
      return report.find(({ id }) => id === 'clock')
    }
    // A report that was asked for before may be given for two seconds.
    const failing = { state: 'failing', message: expect.stringContaining('Requests were refused') }
    await expect.poll(clock, { timeout: 10_000 }).toMatchObject(failing)
    const log = replicas.logOf('core-api').split('\n')
    const line = log.find((entry) => entry.includes('CLOCK_SKEW')) ?? expect.fail('not logged')
    expect(JSON.parse(line)).toMatchObject({
      level: 50,
      err: { message: expect.stringMatching(/differ by \d+ seconds/) },
    })
  })
})
