import { createHash, generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EnvelopeAnswer, TemplateSync } from '@agency/contract/esign'
import type { GlobalFormList } from '@agency/contract/global-forms'
import type { SessionForm, SessionFormList } from '@agency/contract/session-forms'
import type { Session } from '@agency/contract/sessions'
import { startFakeDocusign } from '@agency/fake-docusign/fake-docusign'
import type { PortalApi } from '@agency/test-kit/api/portal-api'
import { answered } from '@agency/test-kit/api/send'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { startOwnProduct } from './api-product.ts'

const fake = await startFakeDocusign()
fake.account.setTemplates(['Agent of Record', 'Consent to Contact'])
afterAll(async () => {
  await fake.close()
  expect(fake.problems).toEqual([])
})
const { product, staff } = await startOwnProduct(fake.settings)
const sync = () => staff.ask('POST', '/docusign/sync-templates')
await answered(sync())

interface Attached {
  session: Session
  form: SessionForm
  portal: PortalApi
}

async function attach(primary_email: string | null = 'ana@example.com'): Promise<Attached> {
  const { forms } = await staff.read<GlobalFormList>('/global-forms')
  const template = forms.find(({ title }) => title === 'Agent of Record')
  const session = await staff.startSession(
    (await staff.addClient({ client_first_name: 'Ana', client_last_name: 'Lima', primary_email })).id,
  )
  const form = await staff.attach(session.id, { form_id: template?.id })
  return { session, form, portal: await product.openSession(session.session_code) }
}
const open = ({ portal, form }: Attached) => portal.ask('POST', `/docusign/envelopes/${form.id}`)
async function read({ session, form }: Attached): Promise<SessionForm | undefined> {
  const { data } = await staff.read<SessionFormList>(`/sessionforms/session/${session.id}`)
  return data.find(({ id }) => id === form.id)
}
const become = (attached: Attached, status: string) =>
  vi.waitFor(async () => expect((await read(attached))?.status).toBe(status), { timeout: 20_000, interval: 50 })
/** The calls that some work makes, but for those that let it in. */
async function callsOf(work: () => Promise<unknown>): Promise<string[]> {
  const before = fake.calls.length
  await work()
  return fake.calls.slice(before).filter((call) => !call.includes('/oauth/'))
}
const problemOf = async (asked: Promise<Response>) => {
  const answer = await asked
  return { status: answer.status, ...(await answer.json()) }
}

describe('DocuSign, from opening to the stored document @full', () => {
  it('[AP-06] given a template, when the client opens, signs and comes back, then the signed PDF is here, in three calls', async () => {
    const attached = await attach()
    const calls = await callsOf(async () => {
      const { signing } = await answered<EnvelopeAnswer>(open(attached))
      const url = signing.kind === 'redirect' ? signing.url : ''
      const page = await (await fetch(url)).text()
      await become(attached, 'viewed')
      const action = /action="([^"]+)"/.exec(page)?.[1]
      const body = new URLSearchParams({ choice: 'sign' })
      const back = await fetch(`${fake.url}${action}`, { method: 'POST', body, redirect: 'manual' })
      const expected = `/session/${attached.session.session_code}/form/${attached.form.id}?event=signing_complete`
      expect(back.headers.get('location')).toContain(expected)
      await become(attached, 'completed')
      expect((await fetch(url)).status).toBe(400)
    })
    expect(calls.map((call) => call.replace(/.*\/accounts\/[^/]+/, '').replace(/[0-9a-f-]{36}/, 'id'))).toEqual([
      '/envelopes',
      '/envelopes/id/views/recipient',
      '/envelopes/id/documents/combined',
    ])
    const done = await read(attached)
    expect(done).toMatchObject({ sent_at: expect.any(String), read_at: expect.any(String), error: null })
    expect(done).toMatchObject({ signed_at: expect.any(String), completed_at: expect.any(String) })
    const file = await attached.portal.ask('GET', `/sessionforms/${attached.form.id}/file`)
    const content = Buffer.from(await file.arrayBuffer())
    expect(content.toString('latin1')).toContain('Certificate Of Completion')
    const sha256 = createHash('sha256').update(content).digest('hex')
    expect(done?.sealed_sha256).toBe(sha256)
    const verified = await answered(product.asClient(`/verify/${sha256}`))
    expect(verified).toMatchObject({ known: true, signer: 'Ana Lima', voided: false, pages: null })
    const refused = await staff.ask('POST', `/docusign/envelopes/${attached.form.id}`)
    expect(refused.status).toBe(409)
  })

  it('given staff who send a document, when it is sent, then they are not told the address that signs as the client', async () => {
    const attached = await attach()
    const sent = await answered<EnvelopeAnswer>(staff.ask('POST', `/docusign/envelopes/${attached.form.id}`))
    expect(sent).toEqual({ success: true, envelopeId: expect.any(String), signing: { kind: 'elsewhere' } })
    expect((await answered<EnvelopeAnswer>(open(attached))).envelopeId).toBe(sent.envelopeId)
  })

  it('given fifty openings at once, when all are answered, then DocuSign has one envelope, and each its own address', async () => {
    const attached = await attach()
    const before = fake.account.envelopes.length
    const answers = await Promise.all(Array.from({ length: 50 }, () => answered<EnvelopeAnswer>(open(attached))))
    expect(fake.account.envelopes.length - before).toBe(1)
    expect(new Set(answers.map(({ envelopeId }) => envelopeId)).size).toBe(1)
    expect(new Set(answers.map(({ signing }) => JSON.stringify(signing))).size).toBe(50)
  })

  it('given a client who declines at DocuSign, when told, then the document is declined, and can’t be opened', async () => {
    const attached = await attach()
    await answered(open(attached))
    await fake.choose('decline')
    await become(attached, 'declined')
    expect((await open(attached)).status).toBe(409)
  })

  it('given a document at DocuSign, when a client takes the steps of signing here, then 409, and nothing has changed', async () => {
    const attached = await attach()
    await answered(open(attached))
    const before = await read(attached)
    for (const [step, body] of [['open'], ['decline', { reason: 'No' }]] as const) {
      const answer = await attached.portal.ask('POST', `/sessionforms/${attached.form.id}/${step}`, body)
      expect(answer.status).toBe(409)
    }
    expect(await read(attached)).toEqual(before)
  })
})

describe('errors of DocuSign, as messages for staff @full', () => {
  it('given a client without e-mail, when opened, then 422 that says so, and DocuSign is not asked', async () => {
    const attached = await attach(null)
    const calls = await callsOf(async () => {
      const message = expect.stringContaining('email address')
      expect(await problemOf(open(attached))).toMatchObject({ status: 422, code: 'EMAIL_MISSING', message })
    })
    expect(calls).toEqual([])
  })

  it('given a time-out after DocuSign took it, when opened, then the envelope that was made is found, and no second one', async () => {
    const attached = await attach()
    const before = fake.account.envelopes.length
    fake.fail({ on: /^POST \S*\/envelopes$/, lost: true })
    expect(await answered<EnvelopeAnswer>(open(attached))).toMatchObject({ success: true })
    expect(fake.account.envelopes.length - before).toBe(1)
  })

  it('given DocuSign lost our call, when the client opens again later, then one envelope, and the trouble is gone', async () => {
    const attached = await attach()
    const before = fake.account.envelopes.length
    fake.fail({ on: /^POST \S*\/envelopes$/, lost: true })
    fake.fail({ on: /transaction_ids/, status: 500 })
    const told = await problemOf(open(attached))
    expect(told).toMatchObject({ status: 502, code: 'ESIGN_FAILED' })
    expect(told.message).not.toContain('DocuSign')
    const form = await read(attached)
    expect(form).toMatchObject({ status: 'pending', envelope_id: null })
    expect(form?.error).toContain('DocuSign gave no valid answer (answer 500)')
    await answered(open(attached))
    expect(fake.account.envelopes.length - before).toBe(1)
    expect(await read(attached)).toMatchObject({ status: 'sent', error: null })
  })

  it('given an access token that was revoked early, when a call is made, then a new token is fetched and the call succeeds', async () => {
    fake.auth.tokens.clear()
    expect((await sync()).status).toBe(200)
    fake.fail({ on: /templates/, status: 401, errorCode: 'USER_AUTHENTICATION_FAILED', times: 2 })
    expect((await sync()).status).toBe(502)
  })

  it('given no consent any more, or a revoked key, when asked, then staff read who does what, and then it works again', async () => {
    fake.auth.tokens.clear()
    fake.auth.consented = false
    const told = await problemOf(sync())
    expect(told).toMatchObject({ status: 502, code: 'ESIGN_FAILED', message: expect.stringContaining('consent') })
    await fetch(/http\S+/.exec(told.message)?.[0] ?? '')
    expect((await sync()).status).toBe(200)

    const { publicKey } = fake.auth.identity
    fake.auth.revokeKey(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)
    expect((await problemOf(sync())).message).toContain('Make a new key in Apps and Keys')
    fake.auth.identity.publicKey = publicKey
    expect((await sync()).status).toBe(200)
  })

  it('given a template that is gone, or has another role, when opened, then staff read what to do', async () => {
    const attached = await attach()
    const kept = fake.account.templates
    fake.account.templates = []
    const asStaff = () => problemOf(staff.ask('POST', `/docusign/envelopes/${attached.form.id}`))
    expect((await asStaff()).message).toContain('attach the document again')
    fake.account.templates = kept.map((template) => ({ ...template, role: 'Signer' }))
    expect((await asStaff()).message).toContain('with the role “Client”')
    fake.account.templates = kept
  })

  it('given a retired template, when synced, then it is offered no more, and stays where it is attached', async () => {
    const attached = await attach()
    const kept = fake.account.templates
    fake.account.templates = kept.filter(({ name }) => name !== 'Agent of Record')
    expect(await answered<TemplateSync>(sync())).toMatchObject({ provider: 'docusign', retired: 1 })
    expect(await read(attached)).toMatchObject({ has_file: true, status: 'pending' })
    fake.account.templates = kept
    expect(await answered<TemplateSync>(sync())).toMatchObject({ updated: 1, retired: 0 })
  })

  it('given a document that was signed just now, when staff void it, then DocuSign’s word counts, and staff are told', async () => {
    const attached = await attach()
    await answered(open(attached))
    fake.connect.held = true
    await fake.choose('sign')
    const voiding = staff.ask('POST', `/sessionforms/${attached.form.id}/void`, { reason: 'Wrong plan' })
    expect(await problemOf(voiding)).toMatchObject({ status: 502, message: expect.stringContaining('was signed') })
    fake.connect.held = false
    for (const message of fake.connect.messages.slice(-2)) await fake.connect.deliver(message)
    await become(attached, 'completed')
  })

  it('given all of this, when the logs are read, then they have failures, and no person, key, token or signing address', () => {
    const read = (name: string) => readFileSync(join(product.dataDirectory, 'logs', name), 'utf8')
    const logs = read('core-api.log') + read('bff.log')
    expect(logs).toContain('ESIGN_FAILED')
    const { DOCUSIGN_PRIVATE_KEY = '', DOCUSIGN_CONNECT_HMAC_KEYS = '' } = fake.settings
    const secrets = [...DOCUSIGN_PRIVATE_KEY.split('\n').slice(1, 3), ...DOCUSIGN_CONNECT_HMAC_KEYS.split(',')]
    const people = ['ana@example.com', 'ida@example.com', 'Lima']
    for (const value of [...secrets, ...people, ...fake.auth.tokens, ...fake.account.views.keys()]) {
      expect(logs).not.toContain(value)
    }
  })
})
