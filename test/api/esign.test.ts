import type { EnvelopeAnswer, TemplateSync } from '@agency/contract/esign'
import type { GlobalFormList } from '@agency/contract/global-forms'
import type { SessionFormList } from '@agency/contract/session-forms'
import { describe, expect, it } from 'vitest'
import { answered, startOffice, visit } from './office.ts'

const { services, office } = await startOffice()

const sync = () => answered<TemplateSync>(office.ask('POST', '/docusign/sync-templates'))
async function attachTemplate() {
  await sync()
  const { forms } = await office.read<GlobalFormList>('/global-forms')
  const template = forms.find(({ type }) => type === 'DocuSign')
  const session = await office.startSession((await office.addClient()).id)
  return { session, form: await office.attach(session.id, { form_id: template?.id }) }
}

describe('POST /docusign/…', () => {
  it('[AP-06] given the library, when templates are synced and synced again, then each is there once, and it says so', async () => {
    const first = await sync()
    expect(first).toMatchObject({ success: true, provider: 'built-in', message: expect.any(String) })
    const before = await office.read<GlobalFormList>('/global-forms')
    expect(before.forms.filter(({ type }) => type === 'DocuSign')).toHaveLength(3)
    expect(await sync()).toMatchObject({ success: true, created: 0, updated: 0, retired: 0 })
    expect(await office.read<GlobalFormList>('/global-forms')).toEqual(before)
  })

  it('[AP-06] given a document of a template, when its client asks for an envelope twice, then success and one id', async () => {
    const { session, form } = await attachTemplate()
    expect(form).toMatchObject({ type: 'DocuSign', envelope_id: null, source_template_id: expect.any(String) })
    const visitor = await visit(services, session.session_code)
    const ask = () => answered<EnvelopeAnswer>(visitor.ask('POST', `/docusign/envelopes/${form.id}`))
    const { success, envelopeId } = await ask()
    expect(success).toBe(true)
    expect((await ask()).envelopeId).toBe(envelopeId)
    const { data } = await office.read<SessionFormList>(`/sessionforms/session/${session.id}`)
    expect(data).toMatchObject([{ id: form.id, envelope_id: envelopeId, status: 'sent' }])
  })

  it('[AP-06] given a document of another session, when a client asks for an envelope, then 404, and it has none', async () => {
    const { session } = await attachTemplate()
    const other = await attachTemplate()
    const visitor = await visit(services, session.session_code)
    expect((await visitor.ask('POST', `/docusign/envelopes/${other.form.id}`)).status).toBe(404)
    const { data } = await office.read<SessionFormList>(`/sessionforms/session/${other.session.id}`)
    expect(data).toMatchObject([{ envelope_id: null, status: 'pending' }])
  })
})
