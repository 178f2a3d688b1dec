import type { SessionForm, SessionFormList } from '@agency/contract/session-forms'
import { answered } from '@agency/test-kit/api/send'
import { describe, expect, it } from 'vitest'
import { useSharedProduct } from './api-product.ts'

const { staff } = await useSharedProduct()

const startSession = async () => staff.startSession((await staff.addClient()).id)
const listOf = async (id: string) => (await staff.read<SessionFormList>(`/sessionforms/session/${id}`)).data

describe('documents of a session', () => {
  it('[AP-07] given forms of the library and a link, when attached and listed, then success and the documents in their order', async () => {
    const { id } = await startSession()
    const form = await staff.addPdf()
    const first = await staff.attach(id, { form_id: form.id, folder: 'Health', order_index: 0 })
    const second = await staff.attachLink(id)
    expect(first).toMatchObject({
      session_id: id,
      form_id: form.id,
      title: 'Application',
      type: 'PDF',
      folder: 'Health',
    })
    const answer = await staff.read<SessionFormList>(`/sessionforms/session/${id}`)
    expect(answer).toEqual({ success: true, data: [first, second] })
  })

  it('[AP-07] given fields and dates, when put, then they are stored, and empty dates as null; deleted, then it is gone', async () => {
    const { id } = await startSession()
    const form = await staff.attachLink(id)
    const sent = {
      session_id: id,
      title: 'Doctors',
      folder: '',
      notes: '<p>Ask</p>',
      status: 'viewed',
      created_at: '2026-01-02T00:00:00.000Z',
      sent_at: '2026-01-03T00:00:00.000Z',
      read_at: '2026-01-04T00:00:00.000Z',
      signed_at: null,
      source_template_id: null,
    }
    const changed = await answered<SessionForm>(staff.ask('PUT', `/sessionforms/${form.id}`, sent))
    const stored = { ...sent, folder: changed.folder }
    expect(changed).toMatchObject(stored)
    expect(changed.folder || null).toBeNull()
    const empty = { sent_at: null, read_at: null }
    // Without the version that the edit is based on, a date that a client's step has set stays.
    expect(await answered(staff.ask('PUT', `/sessionforms/${form.id}`, empty))).toMatchObject(stored)
    const seen = { ...empty, version: changed.version }
    expect(await answered(staff.ask('PUT', `/sessionforms/${form.id}`, seen))).toMatchObject({ ...stored, ...empty })
    expect(await listOf(id)).toEqual([expect.objectContaining({ ...stored, ...empty })])
    expect((await staff.ask('DELETE', `/sessionforms/${form.id}`)).status).toBe(204)
    expect(await listOf(id)).toEqual([])
  })
})
