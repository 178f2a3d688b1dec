import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import type { PrincipalStatement } from '@agency/contract/principal'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type Core, smallPdf, startCore } from '../../../../test/core.ts'
import { multipart, seedForm, seedSession } from '../../../../test/session-fixtures.ts'
import { ServiceBusy } from '../../errors.ts'
import { MemoryBudget } from '../../memory-budget.ts'

let core: Core
let admin: PrincipalStatement
let address: string
beforeAll(async () => {
  core = await startCore()
  admin = await core.admin()
  address = await core.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => core.close())

/** Starts an upload of the largest size, of which only the beginning is sent. */
async function startUpload(): Promise<ClientRequest> {
  const headers = {
    ...core.headersOf(admin),
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': 50 * 2 ** 20,
  }
  const upload = request(`${address}/global-forms`, { method: 'POST', headers, agent: false })
  // The test resets the connection.
  upload.on('error', () => undefined)
  upload.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7')
  await once(upload, 'socket')
  return upload
}

const uploadForm = async (title: string) => {
  const body = await multipart({ title, type: 'PDF' }, smallPdf)
  return core.ask(admin, { method: 'POST', url: '/global-forms', ...body })
}

it('given four slow uploads of the largest size, when another comes, then 503 with Retry-After; it is accepted when they have ended @full', async () => {
  const take = vi.spyOn(MemoryBudget.prototype, 'take')
  const uploads = await Promise.all(Array.from({ length: 4 }, startUpload))
  await vi.waitFor(() => expect(take).toHaveBeenCalledTimes(4), { timeout: 20_000 })
  const refused = await uploadForm('Refused')
  expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '5'])
  for (const upload of uploads) upload.destroy()
  await vi.waitFor(async () => expect((await uploadForm('Accepted')).statusCode).toBe(201), { timeout: 60_000 })
})

it('given requests that hold the memory for files, when another reads a large one, then it is refused before it is read @full', async () => {
  const { db, files } = core.app
  await uploadForm('Other')
  await seedForm(core, await seedSession(core))
  const [small, large] = await db.selectFrom('files').select('id').limit(2).execute()
  if (!small || !large) throw new Error('Two files are needed')
  await db
    .updateTable('files')
    .set({ size: 200 * 2 ** 20 })
    .where('id', '=', large.id)
    .execute()
  const held = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const working = files.use(db, small.id, () => {
    started.resolve()
    return held.promise
  })
  await started.promise
  await expect(files.use(db, large.id, async () => undefined)).rejects.toThrow(ServiceBusy)
  held.resolve()
  await working
})
