import { createHash } from 'node:crypto'
import type { AuditPage } from '@agency/contract/audit'
import type { DeclinedDocumentList } from '@agency/contract/declines'
import { signAndSeal } from '@agency/test-kit/api/portal-api'
import type { Static } from 'typebox'
import { describe, expect, it } from 'vitest'
import { useSharedProduct } from './api-product.ts'

const { product, staff } = await useSharedProduct()

async function attachForm() {
  const client = await staff.addClient()
  const session = await staff.startSession(client.id)
  const library = await staff.addPdf(undefined, { title: 'Agent of Record', folder: 'Health' })
  const form = await staff.attach(session.id, { form_id: library.id })
  return { clientId: client.id, session, form, portal: await product.openSession(session.session_code) }
}

describe('what staff learn', () => {
  it('[PH-06] given a client who declines, when staff read on, then the reason is in the list, the session and Activity', async () => {
    const { clientId, session, form, portal } = await attachForm()
    await portal.openForm(form.id)
    expect((await portal.ask('POST', `/sessionforms/${form.id}/decline`, { reason: 'Not yet' })).status).toBe(200)
    const { documents } = await staff.read<Static<typeof DeclinedDocumentList>>('/declined-documents')
    const told = { decline_reason: 'Not yet', declined_from: expect.any(String), declined_at: expect.any(String) }
    expect(documents).toContainEqual(expect.objectContaining({ id: form.id, client_id: clientId, ...told }))
    expect(await staff.sessionForms(session.id)).toMatchObject([{ status: 'declined', ...told }])
    const { events } = await staff.read<AuditPage>(`/audit?client_id=${clientId}&action=declined`)
    expect(events).toMatchObject([{ subject_title: 'Agent of Record', reason: 'Not yet' }])
    expect((await portal.ask('GET', '/declined-documents')).status).toBe(404)
  })

  it('[PH-08] given a client who signs, when staff delete the filed document, then a reason is needed, and the sealed file stays', async () => {
    const { clientId, session, form, portal } = await attachForm()
    const { sealed_sha256 } = await signAndSeal(staff, portal, session, form.id)
    const [document] = await staff.documents(clientId)
    expect(document).toMatchObject({ file_name: 'Agent of Record.pdf', folder: 'Health', signed: true })
    const path = `/documents/${document?.id}`
    expect((await staff.ask('PATCH', path, { signed: false })).status).toBe(409)
    expect((await staff.ask('DELETE', path)).status).toBe(400)
    expect((await staff.ask('DELETE', path, { reason: 'Filed twice on paper' })).status).toBe(204)
    expect(await staff.documents(clientId)).toEqual([])
    const sealed = await staff.ask('GET', `/sessionforms/${form.id}/file`)
    expect(
      createHash('sha256')
        .update(Buffer.from(await sealed.arrayBuffer()))
        .digest('hex'),
    ).toBe(sealed_sha256)
  })
})
