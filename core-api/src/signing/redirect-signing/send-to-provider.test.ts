import type { SessionForm } from '@agency/contract/session-forms'
import { type FakeDocusign, startFakeDocusign } from '@agency/fake-docusign/fake-docusign'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { seedDocusignForm, sendToDocusign } from '../../../test/docusign-fixtures.ts'
import { openAsClient } from '../../../test/session-fixtures.ts'
import { readForm } from '../../../test/signing-steps.ts'
import { seedColleague } from '../../../test/staff-fixtures.ts'

let core: Core
let fake: FakeDocusign
beforeAll(async () => {
  fake = await startFakeDocusign()
  fake.connect.held = true
  fake.account.setTemplates(['Agent of Record'])
  core = await startCore(fake.settings)
})
beforeEach(() => {
  fake.account.envelopes.length = 0
})
afterAll(async () => {
  await core.close()
  await fake.close()
  expect(fake.problems).toEqual([])
})

const statuses = () => fake.account.envelopes.map(({ status }) => status)
const setStatus = async ({ id }: SessionForm, status: string, more: object = {}) =>
  core.ask(await core.admin(), { method: 'PUT', url: `/sessionforms/${id}`, payload: { status, ...more } })

describe('a document that is asked for again after a status by hand', () => {
  it.each(['voided', 'declined', 'expired'])(
    'given %s by hand, when the client is asked again, then the former envelope ends at DocuSign, and the next is another @full',
    async (status) => {
      const { journey, form } = await seedDocusignForm(core)
      const { envelopeId } = await sendToDocusign(core, form)
      const { version } = (await setStatus(form, status)).json()
      expect(statuses()).toEqual(['sent'])
      const answer = await setStatus(form, 'pending', { version })
      expect([answer.statusCode, answer.json()]).toMatchObject([200, { status: 'pending', envelope_id: null }])
      expect(statuses()).toEqual(['voided'])
      const trail = await core.ask(journey.admin, { method: 'GET', url: `/audit?subject_id=${form.id}` })
      const actions = trail.json().events.map(({ action }: { action: string }) => action)
      expect(actions.slice(0, 3)).toEqual(['asked-again', 'voided', 'staff_override'])
      expect((await sendToDocusign(core, form)).envelopeId).not.toBe(envelopeId)
      expect(statuses()).toEqual(['voided', 'sent'])
    },
  )

  it('given DocuSign does not answer, when the client is asked again, then 502, nothing has changed, and a repeat does it @full', async () => {
    const { journey, form } = await seedDocusignForm(core)
    await sendToDocusign(core, form)
    await setStatus(form, 'voided')
    const before = await readForm(core, journey, form.id)
    fake.fail({ on: /^PUT \S*\/envelopes\/[^/]+$/, status: 500 })
    expect((await setStatus(form, 'pending')).statusCode).toBe(502)
    expect(await readForm(core, journey, form.id)).toEqual(before)
    expect((await setStatus(form, 'pending')).json()).toMatchObject({ status: 'pending', envelope_id: null })
    expect(statuses()).toEqual(['voided'])
  })

  it('given an edit that is refused, when it asks again, then the envelope stays open', async () => {
    const { form } = await seedDocusignForm(core)
    await sendToDocusign(core, form)
    await setStatus(form, 'voided')
    const source_template_id = 'docusign:00000000-0000-4000-8000-000000000000'
    expect((await setStatus(form, 'pending', { source_template_id })).statusCode).toBe(400)
    expect(statuses()).toEqual(['sent'])
  })
})

describe('an envelope to an address that its sender has changed', () => {
  it('given an assistant who changed it, when they send the document, then 409 in the words of Send, until a colleague sends it @full', async () => {
    const { journey, form } = await seedDocusignForm(core)
    const { as } = await seedColleague(core, 'assistant')
    const payload = { primary_email: 'own@example.com' }
    await core.ask(as, { method: 'PUT', url: `/clients/${journey.clientId}`, payload })
    const sending = { method: 'POST', url: `/docusign/envelopes/${form.id}` } as const
    const answer = await core.ask(as, sending)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      expect.stringMatching(/^You changed this client’s email address .* A colleague who may see passcodes/),
    ])
    expect([statuses(), (await readForm(core, journey, form.id)).envelope_id]).toEqual([[], null])
    const { as: other } = await seedColleague(core, 'assistant')
    expect((await core.ask(other, sending)).statusCode).toBe(200)
    // It is sent: a repeat only says so.
    expect((await core.ask(as, sending)).statusCode).toBe(200)
    expect(statuses()).toEqual(['sent'])
  })

  it('given the client, when they open the document, then it is sent @full', async () => {
    const { journey, form } = await seedDocusignForm(core)
    const { as } = await seedColleague(core, 'assistant')
    const payload = { primary_email: 'own@example.com' }
    await core.ask(as, { method: 'PUT', url: `/clients/${journey.clientId}`, payload })
    const client = await openAsClient(core, journey.session)
    const sending = { method: 'POST', url: `/docusign/envelopes/${form.id}` } as const
    expect((await core.ask(client, sending)).statusCode).toBe(200)
  })
})
