import { expect, it, vi } from 'vitest'
import { startCoreForTest } from '../../../test/core.ts'
import { connectProvider, seedDocusignForm, sendToDocusign, startFakeForTest } from '../../../test/docusign-fixtures.ts'
import { readForm, step } from '../../../test/signing-steps.ts'
import { reconcile } from './reconcile.ts'

async function startWithDocusign() {
  const fake = await startFakeForTest()
  fake.account.setTemplates(['Agent of Record'])
  const core = await startCoreForTest(fake.settings)
  const { journey, form } = await seedDocusignForm(core)
  const voiding = () => step(core, journey.admin, form.id, 'void', { reason: 'The wrong plan' })
  return { fake, core, journey, form, voiding }
}

it('given a document that DocuSign did not take, when staff void it, then it ends here, and can be sent anew', async () => {
  const { fake, core, journey, form, voiding } = await startWithDocusign()
  const templates = fake.account.templates
  fake.account.templates = []
  await sendToDocusign(core, form)
  expect((await readForm(core, journey, form.id)).error).toContain('attach the document again')
  expect((await voiding()).json()).toMatchObject({ status: 'voided', error: null })
  fake.account.templates = templates
  const payload = { status: 'pending' }
  await core.ask(journey.admin, { method: 'PUT', url: `/sessionforms/${form.id}`, payload })
  expect(await sendToDocusign(core, form)).toMatchObject({ success: true })
})

it('given an envelope that DocuSign took without our knowing, when staff void the document, then it ends there too', async () => {
  const { fake, core, form, voiding } = await startWithDocusign()
  fake.fail({ on: /^POST \S*\/envelopes$/, lost: true })
  fake.fail({ on: /transaction_ids/, status: 500 })
  await sendToDocusign(core, form)
  expect((await voiding()).json()).toMatchObject({ status: 'voided' })
  expect(fake.account.envelopes).toMatchObject([{ status: 'voided' }])
})

it('given a document whose status staff set to voided by hand, when they void it, then its envelope ends at DocuSign too', async () => {
  const { fake, core, journey, form, voiding } = await startWithDocusign()
  await sendToDocusign(core, form)
  const payload = { status: 'voided' }
  await core.ask(journey.admin, { method: 'PUT', url: `/sessionforms/${form.id}`, payload })
  expect(fake.account.envelopes).toMatchObject([{ status: 'sent' }])
  expect((await voiding()).json()).toMatchObject({ status: 'voided', void_reason: 'The wrong plan' })
  expect(fake.account.envelopes).toMatchObject([{ status: 'voided' }])
  const calls = fake.calls.length
  expect((await voiding()).statusCode).toBe(200)
  expect(fake.calls).toHaveLength(calls)
})

it('given DocuSign does not answer, when staff void, then 502, nothing has ended, and a repeat does it', async () => {
  const { fake, core, journey, form, voiding } = await startWithDocusign()
  await sendToDocusign(core, form)
  fake.fail({ on: /^PUT \S*\/envelopes\/[^/]+$/, status: 500 })
  expect((await voiding()).statusCode).toBe(502)
  expect((await readForm(core, journey, form.id)).status).toBe('sent')
  fake.fail({ on: /^PUT \S*\/envelopes\/[^/]+$/, lost: true })
  expect((await voiding()).statusCode).toBe(502)
  expect((await voiding()).json()).toMatchObject({ status: 'voided', void_reason: 'The wrong plan' })
})

it('given a signed copy that could not be fetched for a day, when staff void, then it ends here, and DocuSign is not asked', async () => {
  const { fake, core, journey, form, voiding } = await startWithDocusign()
  const { db } = core.app
  await sendToDocusign(core, form)
  await fake.choose('sign')
  for (let tries = 0; tries < 2; tries += 1) fake.fail({ on: /^GET \S*\/documents\/combined/, status: 500 })
  const { redirect } = connectProvider(fake.settings)
  await reconcile({ db, name: 'docusign', redirect })
  core.app.wakeJobs()
  const whenForm = (expected: object) =>
    vi.waitFor(async () => expect(await readForm(core, journey, form.id)).toMatchObject(expected), { timeout: 30_000 })
  await whenForm({ status: 'signed', error: expect.any(String), sealing_failed_at: null })
  const file = await core.ask(journey.admin, { method: 'GET', url: `/sessionforms/${form.id}/file` })
  expect(file.statusCode).toBe(409)
  expect((await voiding()).json().code).toBe('WRONG_STATE')

  const signed_at = new Date(Date.now() - 25 * 3_600_000).toISOString()
  await db.updateTable('envelopes').set({ signed_at }).execute()
  const due = { attempts: 5, run_at: new Date().toISOString() }
  await db.updateTable('jobs').set(due).where('kind', '=', 'fetch-signed').execute()
  core.app.wakeJobs()
  await whenForm({ status: 'signed', sealing_failed_at: expect.any(String) })
  const calls = fake.calls.length
  expect((await voiding()).json()).toMatchObject({ status: 'voided', sealing_failed_at: null })
  expect(fake.calls.slice(calls).filter((call) => call.startsWith('PUT'))).toEqual([])
})
