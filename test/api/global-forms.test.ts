import type { GlobalForm, GlobalFormList } from '@agency/contract/global-forms'
import { answered } from '@agency/test-kit/api/send'
import { describe, expect, it } from 'vitest'
import { useSharedProduct } from './api-product.ts'

const { staff } = await useSharedProduct()

const link = {
  title: 'Provider search',
  type: 'Link',
  folder: 'Links',
  notes: '<p>Read first</p>',
  source: 'https://www.example.com/',
}
const list = async () => (await staff.read<GlobalFormList>('/global-forms')).forms

describe('the library of forms', () => {
  it('[AP-05] given a link with its fields, when created and listed, then success and the forms, this one among them', async () => {
    const created = await staff.ask('POST', '/global-forms', link)
    const form: GlobalForm = await created.json()
    expect(created.status).toBe(201)
    expect(form).toMatchObject({ ...link, has_file: false, docusign_template_id: null })
    const answer = await staff.read<GlobalFormList>('/global-forms')
    expect(answer.success).toBe(true)
    expect(answer.forms).toContainEqual(form)
  })

  it('[AP-05] given a PDF with its fields, when sent as a form, then it is stored and given back', async () => {
    const form = await staff.addPdf()
    expect(form).toMatchObject({ title: 'Application', type: 'PDF', has_file: true, requires_signature: true })
    const file = await staff.ask('GET', `/global-forms/${form.id}/file`)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })

  it('[AP-05] given title, folder and notes, when put, then they are changed and cleared, and all else stays', async () => {
    const form = await answered<GlobalForm>(staff.ask('POST', '/global-forms', link))
    const changes = { title: 'Doctors', folder: null, notes: '<p>Read <strong>twice</strong></p>' }
    const changed = await answered<GlobalForm>(staff.ask('PUT', `/global-forms/${form.id}`, changes))
    expect(changed).toMatchObject({ ...form, ...changes, version: changed.version })
    expect(await list()).toContainEqual(changed)
  })

  it('[AP-05] given a template, which only a sync adds, when created, then 400 names the field and nothing is stored', async () => {
    const title = `Template ${crypto.randomUUID()}`
    const answer = await staff.ask('POST', '/global-forms', { ...link, title, type: 'DocuSign' })
    expect(answer.status).toBe(400)
    expect((await answer.json()).details).toContainEqual(expect.objectContaining({ field: 'type' }))
    expect((await list()).filter((form) => form.title === title)).toEqual([])
  })

  it('[AP-05] given a form that is none, when put, then 404', async () => {
    const path = '/global-forms/01a1fe2c-2b2e-7171-b77b-9bdc9c23fc5b'
    expect((await staff.ask('PUT', path, { title: 'x' })).status).toBe(404)
  })
})
