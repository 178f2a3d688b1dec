import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { type Core, readPdf, startCore } from '../../../test/core.ts'
import { holdFileStore } from '../../../test/hold-file-store.ts'
import { multipart, seedSession } from '../../../test/session-fixtures.ts'
import { storeTemplates, type WantedTemplate } from './template-service.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => core.close())

const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object | Buffer, headers = {}) =>
  core.ask(await core.admin(), { method, url, ...(payload === undefined ? {} : { payload }), headers })
const filesInStore = async () => (await core.app.db.selectFrom('files').select('id').execute()).length

it('given a store that is slow to write a PDF for one session, when staff change the session, then they do not wait', async () => {
  const { session } = await seedSession(core)
  const body = await multipart({ session_id: session.id, title: 'Letter', type: 'PDF' }, readPdf('quartz.pdf'))
  const { reached, release } = holdFileStore(core)
  const attaching = ask('POST', '/sessionforms', body.payload, body.headers)
  await reached
  expect((await ask('PUT', `/session/${session.session_code}`, { session_type: 'review' })).statusCode).toBe(200)
  release()
  expect((await attaching).json()).toMatchObject({ title: 'Letter', has_file: true })
})

it('given a store that is slow to write a form of the library, when the call is repeated, then the repeat does not wait, and one form is made', async () => {
  const body = await multipart({ title: 'Once', type: 'PDF' }, readPdf('quartz.pdf'))
  const headers = { ...body.headers, 'idempotency-key': `"${uuid()}"` }
  const before = await filesInStore()
  const { reached, release } = holdFileStore(core)
  const first = ask('POST', '/global-forms', body.payload, headers)
  await reached
  const second = await ask('POST', '/global-forms', body.payload, headers)
  expect(second.statusCode).toBe(201)
  release()
  expect((await first).json().id).toBe(second.json().id)
  expect(await filesInStore()).toBe(before + 1)
})

it('given a store that is slow to write the second template, when staff change the first, then they do not wait', async () => {
  const { db, files } = core.app
  const update = (pdf: string) =>
    files.storing(async (store) => {
      const bytes = readPdf(pdf)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const wanted: WantedTemplate[] = []
      for (const name of ['a', 'b']) {
        const file = await store({ bytes, description: { mimeType: 'application/pdf', pages: 1 } })
        wanted.push({ id: `built-in:${name}`, title: name, folder: null, sha256, file, modifiedAt: null })
      }
      return storeTemplates({ db, files }, { wanted, retires: () => true, record: async () => undefined })
    })
  expect(await update('quartz.pdf')).toMatchObject({ created: 2 })
  const { forms } = (await ask('GET', '/global-forms')).json()
  const { id } = forms.find(({ title }: { title: string }) => title === 'a')
  const { reached, release } = holdFileStore(core, 1)
  const updating = update('word.pdf')
  await reached
  expect((await ask('PUT', `/global-forms/${id}`, { folder: 'Ours' })).statusCode).toBe(200)
  release()
  expect(await updating).toMatchObject({ updated: 2 })
})

it('given a session that does not exist, when a PDF is attached to it, then 404 before the file store is asked', async () => {
  const { release } = holdFileStore(core)
  onTestFinished(() => release())
  const body = await multipart({ session_id: uuid(), title: 'Letter', type: 'PDF' }, readPdf('quartz.pdf'))
  expect((await ask('POST', '/sessionforms', body.payload, body.headers)).statusCode).toBe(404)
})

it('given a session that is deleted while a PDF for it is stored, when the PDF is attached, then 404, and the file store keeps nothing', async () => {
  const discard = vi.spyOn(core.app.files, 'discard')
  const { session } = await seedSession(core)
  const before = await filesInStore()
  const body = await multipart({ session_id: session.id, title: 'Letter', type: 'PDF' }, readPdf('quartz.pdf'))
  const { reached, release } = holdFileStore(core)
  const attaching = ask('POST', '/sessionforms', body.payload, body.headers)
  await reached
  const { session_code } = session
  const deleted = await ask('DELETE', `/session/${session_code}`, { confirmation: session_code })
  expect(deleted.statusCode).toBe(204)
  release()
  expect((await attaching).statusCode).toBe(404)
  expect(discard).toHaveBeenCalledWith([expect.any(String)])
  expect(await filesInStore()).toBe(before)
})
