import { afterEach, expect, it, vi } from 'vitest'
import { nobody, readPdf, startCoreForTest } from '../../../test/core.ts'
import { seedDocusignForm, sendToDocusign, startFakeForTest } from '../../../test/docusign-fixtures.ts'
import { holdFileStore } from '../../../test/hold-file-store.ts'
import { openAsClient, seedForm, seedSession } from '../../../test/session-fixtures.ts'
import { readForm, signAsClient, step, whenSealed } from '../../../test/signing-steps.ts'

afterEach(() => vi.restoreAllMocks())

it('given a store that is slow to write a sealed PDF, when staff change the document, then they do not wait', async () => {
  const core = await startCoreForTest()
  const journey = await seedSession(core)
  const { id } = await seedForm(core, journey)
  const { reached, release } = holdFileStore(core)
  await signAsClient(core, journey, id)
  await reached
  const payload = { folder: 'Ours' }
  expect((await core.ask(journey.admin, { method: 'PUT', url: `/sessionforms/${id}`, payload })).statusCode).toBe(200)
  release()
  expect(await whenSealed(core, journey, id)).toMatchObject({ folder: 'Ours', error: null })
})

it('given a store that is slow to write a fetched PDF, when staff change the document, then they do not wait', async () => {
  const fake = await startFakeForTest()
  fake.account.setTemplates(['Agent of Record'])
  const core = await startCoreForTest(fake.settings)
  const { journey, form } = await seedDocusignForm(core)
  await sendToDocusign(core, form)
  await fake.choose('sign')
  const { reached, release } = holdFileStore(core)
  for (const { body, headers } of fake.connect.messages) {
    await core.ask(nobody, { method: 'POST', url: '/docusign/webhook', payload: body, headers })
  }
  await reached
  const [url, payload] = [`/sessionforms/${form.id}`, { folder: 'Ours' }]
  expect((await core.ask(journey.admin, { method: 'PUT', url, payload })).statusCode).toBe(200)
  release()
  expect(await whenSealed(core, journey, form.id)).toMatchObject({ folder: 'Ours' })
})

it('given a document of an older release and a slow store, when it is opened twice, then the second opening does not wait', async () => {
  const core = await startCoreForTest()
  const journey = await seedSession(core)
  const { id } = await seedForm(core, journey)
  const { db, files } = core.app
  const file_id = await files.save(db, readPdf('quartz.pdf'), { mimeType: 'application/pdf', pages: 1 })
  await db.updateTable('session_forms').set({ file_id }).where('id', '=', id).execute()
  const client = await openAsClient(core, journey.session)
  const { reached, release } = holdFileStore(core)
  const first = step(core, client, id, 'open')
  await reached
  expect((await step(core, client, id, 'open')).statusCode).toBe(200)
  release()
  expect((await first).statusCode).toBe(200)
  expect((await readForm(core, journey, id)).status).toBe('viewed')
})
