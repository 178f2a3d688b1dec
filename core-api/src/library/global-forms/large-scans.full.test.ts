import { largeScan } from '@agency/pdf-signing/test/scans'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { multipart } from '../../../test/session-fixtures.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

const list = async () => (await core.ask(await core.admin(), { method: 'GET', url: '/global-forms' })).json().forms
const create = async (body: { payload: object | Buffer; headers?: Record<string, string> }) =>
  core.ask(await core.admin(), { method: 'POST', url: '/global-forms', ...body })

it('given a large scan, when it is uploaded, then staff are asked, and its pictures are kept or made smaller', async () => {
  const scan = Buffer.from(largeScan())
  const upload = async (fields: Record<string, string>) => create(await multipart({ type: 'PDF', ...fields }, scan))
  const before = (await list()).length
  const asked = await upload({ pictures: 'ask' })
  const message = expect.stringMatching(/^This file is 11 MB. Make its pictures smaller \(about 1 MB, 150 dpi\)\?$/)
  const details = [{ field: 'pictures', message }]
  expect([asked.statusCode, asked.json()]).toEqual([422, { code: 'PDF_PICTURES_LARGE', message, details }])
  expect(await list()).toHaveLength(before)
  const sizes: number[] = []
  const choices: Record<string, string>[] = [{}, { pictures: 'keep' }, { pictures: 'smaller' }]
  for (const fields of choices) {
    const { id } = (await upload({ title: 'Scan', ...fields })).json()
    const read = async () => core.ask(await core.admin(), { method: 'GET', url: `/global-forms/${id}/file` })
    await vi.waitFor(async () => expect((await read()).statusCode).toBe(200), { timeout: 60_000 })
    sizes.push((await read()).rawPayload.length)
  }
  const [plain = 0, kept = 0, smaller = 0] = sizes
  expect([plain, kept].every((size) => size > scan.length * 0.9)).toBe(true)
  expect(smaller).toBeLessThan(2 ** 20)
})
