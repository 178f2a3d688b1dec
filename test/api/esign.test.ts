import type { EnvelopeAnswer, TemplateSync } from '@agency/contract/esign'
import type { GlobalFormList } from '@agency/contract/global-forms'
import type { SessionFormList } from '@agency/contract/session-forms'
import { answered } from '@agency/test-kit/api/send'
import { beforeAll, describe, expect, it } from 'vitest'
import { useSharedProduct } from './api-product.ts'

const { product, staff } = await useSharedProduct()

const sync = () => answered<TemplateSync>(staff.ask('POST', '/docusign/sync-templates'))
beforeAll(async () => void (await sync()))

const templates = async () => {
  const { forms } = await staff.read<GlobalFormList>('/global-forms')
  return forms.filter(({ type }) => type === 'DocuSign')
}
async function attachTemplate() {
  const [template] = await templates()
  const session = await staff.startSession((await staff.addClient()).id)
  return { session, form: await staff.attach(session.id, { form_id: template?.id }) }
}

describe('POST /docusign/…', () => {
  it('[AP-06] given the library, when templates are synced and synced again, then each is there once, and it says so', async () => {
    const first = await sync()
    expect(first).toMatchObject({ success: true, provider: 'built-in', message: expect.any(String) })
    const before = await templates()
    expect(before).toHaveLength(3)
    expect(await sync()).toMatchObject({ success: true, created: 0, updated: 0, retired: 0 })
    expect(await templates()).toEqual(before)
  })

  it('[AP-06] given a document of a template, when its client asks for an envelope twice, then success and one id', async () => {
    const { session, form } = await attachTemplate()
    expect(form).toMatchObject({ type: 'DocuSign', envelope_id: null, source_template_id: expect.any(String) })
    const portal = await product.openSession(session.session_code)
    const ask = () => answered<EnvelopeAnswer>(portal.ask('POST', `/docusign/envelopes/${form.id}`))
    const { success, envelopeId } = await ask()
    expect(success).toBe(true)
    expect((await ask()).envelopeId).toBe(envelopeId)
    const { data } = await staff.read<SessionFormList>(`/sessionforms/session/${session.id}`)
    expect(data).toMatchObject([{ id: form.id, envelope_id: envelopeId, status: 'sent' }])
  })

  it('[AP-06] given a document of another session, when a client asks for an envelope, then 404, and it has none', async () => {
    const { session } = await attachTemplate()
    const other = await attachTemplate()
    const portal = await product.openSession(session.session_code)
    expect((await portal.ask('POST', `/docusign/envelopes/${other.form.id}`)).status).toBe(404)
    const { data } = await staff.read<SessionFormList>(`/sessionforms/session/${other.session.id}`)
    expect(data).toMatchObject([{ envelope_id: null, status: 'pending' }])
  })
})
