import type { GlobalForm } from '@agency/contract/global-forms'
import type { PrincipalStatement } from '@agency/contract/principal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, nobody } from '../../../test/core.ts'
import { openAsClient, seedSession } from '../../../test/session-fixtures.ts'
import { readForm, step } from '../../../test/signing-steps.ts'

interface Contract {
  name: 'built-in' | 'docusign'
  start(): Promise<Core>
  kind: 'embedded' | 'redirect'
}

/** Tests that every provider must pass. Each provider's own test file runs them. */
export function providerContract({ name, start, kind }: Contract): void {
  describe(`the contract of providers: ${name}`, () => {
    let core: Core
    let admin: PrincipalStatement
    let templates: GlobalForm[]
    const sync = () => core.ask(admin, { method: 'POST', url: '/docusign/sync-templates' })
    const send = (as: PrincipalStatement, id: string) =>
      core.ask(as, { method: 'POST', url: `/docusign/envelopes/${id}` })
    const voiding = (id: string) => step(core, admin, id, 'void', { reason: 'The wrong plan' })

    beforeAll(async () => {
      core = await start()
      admin = await core.admin()
      await sync()
      templates = (await core.ask(admin, { method: 'GET', url: '/global-forms' })).json().forms
    })
    afterAll(() => core.close())

    async function seedDocument() {
      const journey = await seedSession(core)
      await core.ask(admin, {
        method: 'PUT',
        url: `/clients/${journey.clientId}`,
        payload: { primary_email: 'ines@example.com' },
      })
      const payload = { session_id: journey.session.id, form_id: templates[0]?.id }
      const form = (await core.ask(admin, { method: 'POST', url: '/sessionforms', payload })).json()
      return { journey, form }
    }

    it('given its templates, when synced again, then each is in the library once, with a PDF, and nothing changes', async () => {
      expect(templates.length).toBeGreaterThan(0)
      for (const template of templates) {
        expect(template).toMatchObject({ type: 'DocuSign', has_file: true })
        expect(template.docusign_template_id?.startsWith(`${name}:`)).toBe(true)
        const file = await core.ask(admin, { method: 'GET', url: `/global-forms/${template.id}/file` })
        expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
      }
      expect((await sync()).json()).toMatchObject({ provider: name, created: 0, updated: 0, retired: 0 })
      const { esign_provider } = (await core.ask(admin, { method: 'GET', url: '/capabilities' })).json()
      expect(esign_provider).toBe(name)
    })

    it('[PO-08] given ten taps at once, when the document is opened, then one envelope, and each is told where to sign', async () => {
      const { journey, form } = await seedDocument()
      const client = await openAsClient(core, journey.session)
      const answers = await Promise.all(Array.from({ length: 10 }, () => send(client, form.id)))
      for (const answer of answers) expect(answer.json()).toMatchObject({ success: true, signing: { kind } })
      expect(new Set(answers.map((answer) => answer.json().envelopeId)).size).toBe(1)
      const url = `/audit?subject_id=${form.id}&action=sent`
      expect((await core.ask(admin, { method: 'GET', url })).json().events).toHaveLength(1)
      expect(await readForm(core, journey, form.id)).toMatchObject({ status: 'sent', sent_at: expect.any(String) })
    })

    it('given a document of a template, when staff and the client read it, then it says where it is signed, sent or not', async () => {
      const { journey, form } = await seedDocument()
      const signing = kind === 'redirect' ? 'redirect' : 'portal'
      expect(form.signing).toBe(signing)
      const client = await openAsClient(core, journey.session)
      const url = `/sessionforms/session/${journey.session.id}`
      const read = async () => (await core.ask(client, { method: 'GET', url })).json().data
      expect(await read()).toMatchObject([{ signing, envelope_id: null }])
      await send(client, form.id)
      expect(await read()).toMatchObject([{ signing, envelope_id: expect.any(String) }])
    })

    it('given a sent document, when voided twice and set back, then it ended once, and the next opening makes another', async () => {
      const { journey, form } = await seedDocument()
      const { envelopeId } = (await send(admin, form.id)).json()
      expect((await voiding(form.id)).json()).toMatchObject({ status: 'voided', void_reason: 'The wrong plan' })
      expect((await voiding(form.id)).statusCode).toBe(200)
      expect((await send(admin, form.id)).statusCode).toBe(409)
      const payload = { status: 'pending' }
      await core.ask(admin, { method: 'PUT', url: `/sessionforms/${form.id}`, payload })
      const again = (await send(await openAsClient(core, journey.session), form.id)).json()
      expect(again.success).toBe(true)
      expect(again.envelopeId).not.toBe(envelopeId)
    })

    it('given nobody or another client, when it is opened, then 401 and 404, and there is no envelope', async () => {
      const { journey, form } = await seedDocument()
      const outsider = await openAsClient(core, (await seedSession(core)).session)
      expect((await send(nobody, form.id)).statusCode).toBe(401)
      expect((await send(outsider, form.id)).statusCode).toBe(404)
      expect(await readForm(core, journey, form.id)).toMatchObject({ status: 'pending', envelope_id: null })
    })
  })
}
