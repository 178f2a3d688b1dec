import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuid } from 'uuid'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startCore, startCoreForTest } from '../../../test/core.ts'
import { connectProvider, seedDocusignForm, sendToDocusign, startFakeForTest } from '../../../test/docusign-fixtures.ts'
import { seedSession } from '../../../test/session-fixtures.ts'
import { readForm } from '../../../test/signing-steps.ts'
import { createLastingDatabase } from '../../../test/test-database.ts'
import { makeDue } from '../../platform/jobs/recurring-job-repository.ts'
import { reconcile } from './reconcile.ts'
import { reconcileJob } from './redirect-signing-plugin.ts'

async function startWithDocusign() {
  const fake = await startFakeForTest()
  fake.account.setTemplates(['Agent of Record'])
  const core = await startCoreForTest(fake.settings)
  const { redirect } = connectProvider(fake.settings)
  const callsOfTurn = async () => {
    const before = fake.calls.length
    await reconcile({ db: core.app.db, name: 'docusign', redirect })
    core.app.wakeJobs()
    return fake.calls.slice(before).filter((call) => !call.includes('/oauth/'))
  }
  return { fake, core, callsOfTurn }
}

it('given a message that never came, when it is asked about, then the document is completed, and not asked about again', async () => {
  const { fake, core, callsOfTurn } = await startWithDocusign()
  const { journey, form } = await seedDocusignForm(core)
  await sendToDocusign(core, form)
  await fake.choose('sign')
  expect(await callsOfTurn()).toHaveLength(1)
  await vi.waitFor(async () => expect((await readForm(core, journey, form.id)).status).toBe('completed'), {
    timeout: 20_000,
  })
  expect(await callsOfTurn()).toEqual([])
})

it('given an envelope that was made though no answer came, when it is asked about, then it is known, and open', async () => {
  const { fake, core, callsOfTurn } = await startWithDocusign()
  const { journey, form } = await seedDocusignForm(core)
  fake.fail({ on: /^POST \S*\/envelopes$/, lost: true })
  fake.fail({ on: /transaction_ids/, status: 500 })
  await sendToDocusign(core, form)
  expect((await readForm(core, journey, form.id)).error).toContain('DocuSign')
  expect(await callsOfTurn()).toHaveLength(2)
  expect(await readForm(core, journey, form.id)).toMatchObject({ status: 'sent', error: null })
  expect(fake.account.envelopes).toHaveLength(1)
})

it('given a process that died while it made an envelope, when opened after its time, then it is found, not made again', async () => {
  const { fake, core, callsOfTurn } = await startWithDocusign()
  const { form } = await seedDocusignForm(core)
  await sendToDocusign(core, form)
  const { db } = core.app
  const dead = {
    status: 'creating',
    provider_id: null,
    making_until: new Date(Date.now() + 3_600_000).toISOString(),
  } as const
  await db.updateTable('envelopes').set(dead).execute()
  expect(await callsOfTurn()).toEqual([])
  await db
    .updateTable('envelopes')
    .set({ making_until: new Date(Date.now() - 1).toISOString() })
    .execute()
  expect(await sendToDocusign(core, form)).toMatchObject({ success: true })
  expect(fake.account.envelopes).toHaveLength(1)
})

it('given an envelope that is just being made, when others open the document, then they wait, and DocuSign is asked once', async () => {
  const { fake, core } = await startWithDocusign()
  const { form } = await seedDocusignForm(core)
  const made = Promise.withResolvers<void>()
  fake.fail({ on: /^POST \S*\/envelopes$/, after: made.promise })
  const first = sendToDocusign(core, form)
  await vi.waitFor(() => expect(fake.calls.at(-1)).toMatch(/^POST \S*\/envelopes$/), { timeout: 20_000 })
  const calls = fake.calls.length
  const others = Promise.all([sendToDocusign(core, form), sendToDocusign(core, form)])
  // The others have come in by the time that what came after them is answered.
  for (let n = 0; n < 10; n++) await readForm(core, await seedSession(core), form.id)
  expect(fake.calls).toHaveLength(calls)
  made.resolve()
  const answers = [await first, ...(await others)]
  expect(new Set(answers.map(({ envelopeId }) => envelopeId)).size).toBe(1)
  expect(fake.account.envelopes).toHaveLength(1)
})

it('given a turn some minutes ago, when another process starts on the same database, then DocuSign is not asked again', async () => {
  const fake = await startFakeForTest()
  fake.account.setTemplates(['Agent of Record'])
  const database = await createLastingDatabase()
  const directory = mkdtempSync(join(tmpdir(), 'core-'))
  onTestFinished(async () => {
    await database.drop()
    rmSync(directory, { recursive: true })
  })
  const start = () => startCore({ DATA_DIR: directory, ...fake.settings }, database)
  // The end of a process waits for the work that its start began with.
  const callsOfProcess = async () => {
    const before = fake.calls.length
    await (await start()).close()
    return fake.calls.slice(before).filter((call) => !call.includes('/oauth/'))
  }
  const first = await start()
  const { form } = await seedDocusignForm(first)
  await sendToDocusign(first, form)
  await makeDue(first.app.db, reconcileJob)
  await first.close()
  expect(await callsOfProcess()).toHaveLength(1)
  expect(await callsOfProcess()).toEqual([])
})

it('given 500 open envelopes, when an hour of turns has passed, then four calls', async () => {
  const { fake, core, callsOfTurn } = await startWithDocusign()
  const { form } = await seedDocusignForm(core)
  await sendToDocusign(core, form)
  const [made] = fake.account.envelopes
  const { db } = core.app
  const sent_at = new Date().toISOString()
  const rows = Array.from({ length: 499 }, () => ({ id: uuid(), envelopeId: uuid() }))
  const forms = rows.map(({ id }) => ({ id, session_id: form.session_id, type: 'DocuSign' as const }))
  await db.insertInto('session_forms').values(forms).execute()
  const envelopes = rows.map(({ id, envelopeId: provider_id }) => {
    return { id, session_form_id: id, provider: 'docusign', status: 'sent', sent_at, provider_id } as const
  })
  await db.insertInto('envelopes').values(envelopes).execute()
  for (const { envelopeId } of rows) if (made) fake.account.envelopes.push({ ...made, envelopeId })
  const calls = [await callsOfTurn(), await callsOfTurn(), await callsOfTurn(), await callsOfTurn()]
  expect(calls.flat()).toHaveLength(4)
})
