import { type FakeDocusign, startFakeDocusign } from '@agency/fake-docusign/fake-docusign'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type Core, nobody, startCore, startCoreForTest } from '../../../test/core.ts'
import { seedDocusignForm, sendToDocusign } from '../../../test/docusign-fixtures.ts'
import { readForm } from '../../../test/signing-steps.ts'

let core: Core
let fake: FakeDocusign
beforeAll(async () => {
  fake = await startFakeDocusign()
  fake.connect.held = true
  fake.account.setTemplates(['Agent of Record'])
  core = await startCore(fake.settings)
})
beforeEach(() => {
  fake.connect.messages.length = 0
})
afterAll(async () => {
  await core.close()
  await fake.close()
  expect(fake.problems).toEqual([])
})

type Message = Pick<FakeDocusign['connect']['messages'][number], 'body' | 'headers'>

const hand = ({ body, headers }: Message, to = core) =>
  to.ask(nobody, { method: 'POST', url: '/docusign/webhook', payload: body, headers })
const messageOf = (event: string): Message => {
  const message = fake.connect.messages.find(({ body }) => JSON.parse(body).event === event)
  return message ?? expect.fail(`There is no message of ${event}`)
}
/** What became of each stored message. */
const outcomes = async () => {
  const rows = await core.app.db.selectFrom('provider_messages').select(['outcome']).orderBy('id').execute()
  return rows.map(({ outcome }) => outcome)
}
const whenDone = (count: number) =>
  vi.waitFor(
    async () => {
      const all = await outcomes()
      expect(all).toHaveLength(count)
      expect(all).not.toContain(null)
      return all
    },
    { timeout: 20_000 },
  )

async function seedSigned() {
  const { journey, form } = await seedDocusignForm(core)
  await sendToDocusign(core, form)
  await fake.choose('sign')
  const stored = (await outcomes()).length
  const become = (status: string) =>
    vi.waitFor(async () => expect((await readForm(core, journey, form.id)).status).toBe(status), { timeout: 30_000 })
  return { journey, form, stored, become }
}

it('given messages that come late, twice and out of order, when done, then the document is completed once @full', async () => {
  const { journey, form, stored, become } = await seedSigned()
  const completed = messageOf('envelope-completed')
  const answers = await Promise.all([hand(completed), hand(completed), hand(completed)])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  await become('completed')
  await hand(messageOf('recipient-completed'))
  await hand(messageOf('envelope-sent'))
  await hand(completed)
  expect((await whenDone(stored + 3)).slice(stored)).toEqual(['applied', 'passed', 'passed'])
  expect(await readForm(core, journey, form.id)).toMatchObject({ status: 'completed', error: null })
  expect(fake.calls.filter((call) => call.includes('documents/combined') && call.includes('/envelopes/'))).toHaveLength(
    1,
  )
  const stays = await core.app.db.selectFrom('provider_messages').selectAll().execute()
  expect(JSON.stringify(stays)).not.toContain('ines@example.com')
})

it('[PH-08] given a document signed at the provider, when it is completed, then it is filed with the client’s documents once @full', async () => {
  const { journey, become } = await seedSigned()
  await hand(messageOf('envelope-completed'))
  await hand(messageOf('envelope-completed'))
  await become('completed')
  const url = `/clients/${journey.clientId}/documents`
  const documents = (await core.ask(journey.admin, { method: 'GET', url })).json()
  expect(documents).toMatchObject([
    { file_name: 'Agent of Record.pdf', signed: true, sealed: { session_id: journey.session.id } },
  ])
})

it('[PH-06] given a client who declines on the provider’s site, when that is reported, then staff see who and when, without a reason @full', async () => {
  const { journey, form } = await seedDocusignForm(core)
  await sendToDocusign(core, form)
  await fake.choose('decline')
  const stored = (await outcomes()).length
  await hand(messageOf('envelope-declined'))
  expect((await whenDone(stored + 1)).at(-1)).toBe('applied')
  expect(await readForm(core, journey, form.id)).toMatchObject({
    ...{ status: 'declined', declined_at: expect.any(String), declined_by: 'Inês Gonçalves' },
    ...{ declined_from: null, decline_reason: null },
  })
})

it('given a signed document, when it is told late that it was sent and opened, then it stays signed @full', async () => {
  const { journey, form, become } = await seedSigned()
  await hand(messageOf('recipient-completed'))
  await become('signed')
  const before = await readForm(core, journey, form.id)
  const stored = (await outcomes()).length
  await hand(messageOf('envelope-sent'))
  expect((await whenDone(stored + 1)).slice(stored)).toEqual(['passed'])
  expect(await readForm(core, journey, form.id)).toEqual(before)
  await hand(messageOf('envelope-completed'))
  await become('completed')
})

it('given a message about an envelope we don’t know, or of an unknown kind, when it comes, then 200 and it is recorded', async () => {
  const stored = (await outcomes()).length
  const strange = (data: object) => {
    const body = JSON.stringify({ generatedDateTime: new Date().toISOString(), ...data })
    return { body, headers: fake.connect.sign(body) }
  }
  const unknown = { event: 'envelope-completed', data: { envelopeId: '01a1fe2c-2b2e-7171-b77b-9bdc9c23fc5b' } }
  expect((await hand(strange(unknown))).statusCode).toBe(200)
  expect((await hand(strange({ event: 'template-created', data: { envelopeId: 'x' } }))).statusCode).toBe(200)
  expect((await whenDone(stored + 2)).slice(stored)).toEqual(['unknown', 'nothing to do'])
})

it('given a message that is altered, unsigned or signed with another key, when it comes, then 403, and nothing is stored @full', async () => {
  const { journey, form, stored, become } = await seedSigned()
  const { body, headers } = messageOf('envelope-completed')
  const type = { 'content-type': 'application/json' }
  const wrong: Message[] = [
    { body: `${body} `, headers },
    { body, headers: type },
    { body, headers: { ...type, 'x-docusign-signature-1': Buffer.alloc(32).toString('base64') } },
    { body, headers: { ...type, 'x-docusign-signature-1': 'short' } },
    { body, headers: { ...type, 'x-docusign-signature': headers['x-docusign-signature-1'] ?? '' } },
  ]
  for (const message of wrong) expect((await hand(message)).statusCode).toBe(403)
  expect(await outcomes()).toHaveLength(stored)
  expect((await readForm(core, journey, form.id)).status).toBe('sent')
  const second = { ...type, 'x-docusign-signature-7': headers['x-docusign-signature-2'] ?? '' }
  expect((await hand({ body, headers: second })).statusCode).toBe(200)
  await become('completed')
})

it('given no key, or no account at all, when a message comes, then 403 @full', async () => {
  const { DOCUSIGN_CONNECT_HMAC_KEYS: _keys, ...withoutKeys } = fake.settings
  const body = '{}'
  const message = { body, headers: fake.connect.sign(body) }
  expect((await hand(message, await startCoreForTest(withoutKeys))).statusCode).toBe(403)
  expect((await hand(message, await startCoreForTest())).statusCode).toBe(403)
})

it('given a document that can’t be fetched at first, when tried again, then staff saw why, and it is completed @full', async () => {
  const { journey, form, become } = await seedSigned()
  fake.fail({ on: /envelopes\/\S+\/documents/, status: 500 })
  await hand(messageOf('envelope-completed'))
  await vi.waitFor(
    async () => {
      const { status, error } = await readForm(core, journey, form.id)
      expect({ status, error }).toEqual({ status: 'signed', error: expect.stringContaining('DocuSign') })
    },
    { timeout: 20_000 },
  )
  const postponed = core.app.db.updateTable('jobs').set({ run_at: new Date().toISOString() })
  // The attempt shows its error before it stores when its job is due again.
  const isDue = async () => {
    const { numUpdatedRows } = await postponed.where('last_error', 'is not', null).executeTakeFirst()
    expect(numUpdatedRows).toBe(1n)
  }
  await vi.waitFor(isDue, { timeout: 20_000 })
  core.app.wakeJobs()
  await become('completed')
  expect((await readForm(core, journey, form.id)).error).toBeNull()
})
