import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GlobalForm } from '@agency/contract/global-forms'
import type { PrincipalStatement } from '@agency/contract/principal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { openAsClient, type SeededSession, seedForm, seedSession } from '../../../test/session-fixtures.ts'
import { readForm, signAsClient, step, whenSealed } from '../../../test/signing-steps.ts'

let core: Core
let template: GlobalForm
beforeAll(async () => {
  core = await startCore()
  const admin = await core.admin()
  await core.ask(admin, { method: 'POST', url: '/docusign/sync-templates' })
  const { forms } = (await core.ask(admin, { method: 'GET', url: '/global-forms' })).json()
  template = forms.find(({ docusign_template_id }: GlobalForm) => docusign_template_id === 'built-in:broker-of-record')
})
afterAll(() => core.close())

async function seedTemplate(given: object = { form_id: template.id }) {
  const journey = await seedSession(core)
  const payload = { session_id: journey.session.id, ...given }
  const form = (await core.ask(journey.admin, { method: 'POST', url: '/sessionforms', payload })).json()
  return { journey, form }
}
const send = (as: PrincipalStatement, id: string) => core.ask(as, { method: 'POST', url: `/docusign/envelopes/${id}` })
const countOf = async ({ admin }: SeededSession, id: string, action: string) =>
  (await core.ask(admin, { method: 'GET', url: `/audit?subject_id=${id}&action=${action}` })).json().events.length

describe('envelopes of the built-in provider', () => {
  it('given a template, when attached by form or by template id, then the document has its file, to be signed @full', async () => {
    const byTemplate = { type: 'DocuSign', source_template_id: 'built-in:broker-of-record', title: 'Mine' }
    const expected = { type: 'DocuSign', has_file: true, requires_signature: true, form_id: template.id }
    for (const given of [{ form_id: template.id }, byTemplate]) {
      const { form } = await seedTemplate(given)
      expect(form).toMatchObject({ ...expected, source_template_id: 'built-in:broker-of-record', envelope_id: null })
    }
  })

  it('[AP-06] given a document of a template, when the client opens it the first time, then it has an envelope @full', async () => {
    const { journey, form } = await seedTemplate()
    const answer = await send(await openAsClient(core, journey.session), form.id)
    expect(answer.statusCode).toBe(200)
    const { envelopeId } = answer.json()
    expect(answer.json()).toEqual({ success: true, envelopeId, signing: { kind: 'embedded' } })
    const sent = { status: 'sent', envelope_id: envelopeId, sent_at: expect.any(String), read_at: null }
    expect(await readForm(core, journey, form.id)).toMatchObject(sent)
  })

  it('given ten calls at once, by staff and the client, when sent, then there is one envelope', async () => {
    const { journey, form } = await seedTemplate()
    const client = await openAsClient(core, journey.session)
    // Few, since there are six connections: a call that waits for one for 5 s, on a busy machine, gets 503.
    const calls = Array.from({ length: 10 }, (_, n) => send(n % 2 ? journey.admin : client, form.id))
    const answers = await Promise.all(calls)
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
    expect(new Set(answers.map((answer) => answer.json().envelopeId)).size).toBe(1)
    expect(await countOf(journey, form.id, 'sent')).toBe(1)
  })

  it('given a document that was sent, and dates set by hand, when signed on the form screen, then it is sealed, valid and certified with the true times @full', async () => {
    const { journey, form } = await seedTemplate()
    const { admin } = journey
    const { envelopeId } = (await send(admin, form.id)).json()
    const byHand = { status: 'viewed', sent_at: '2001-02-03T04:05:06Z', read_at: '2001-02-03T04:05:06Z' }
    await core.ask(admin, { method: 'PUT', url: `/sessionforms/${form.id}`, payload: byHand })
    await signAsClient(core, journey, form.id)
    const done = await whenSealed(core, journey, form.id)
    expect(done.envelope_id).toBe(envelopeId)

    const file = await core.ask(admin, { method: 'GET', url: `/sessionforms/${form.id}/file` })
    const path = join(mkdtempSync(join(tmpdir(), 'sealed-')), 'sealed.pdf')
    writeFileSync(path, file.rawPayload)
    expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(done.sealed_sha256)
    expect(execFileSync('pdfsig', [path], { encoding: 'utf8' })).toContain('Signature is Valid.')
    const text = execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' })
    expect(text).toContain(envelopeId)
    expect(text).toContain('Inês Gonçalves Muñoz São')
    expect(text).not.toContain('2001-02-03')
  })

  it('given a document of another kind, without a template, or that has ended, when sent, then 409 and no envelope @full', async () => {
    const pdf = await seedSession(core)
    const cases = [
      { journey: pdf, form: await seedForm(core, pdf) },
      await seedTemplate({ type: 'Link', source: 'https://example.com/' }),
      await seedTemplate({ type: 'DocuSign' }),
    ]
    const declined = await seedTemplate()
    const client = await openAsClient(core, declined.journey.session)
    await step(core, client, declined.form.id, 'decline', { reason: 'No' })
    for (const { journey, form } of [...cases, declined]) {
      const answer = await send(journey.admin, form.id)
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'WRONG_STATE'])
      expect((await readForm(core, journey, form.id)).envelope_id).toBeNull()
    }
  })
})
