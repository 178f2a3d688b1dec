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

describe('the library of forms', () => {
  it('[AP-05] given a link with its fields, when created, listed and put, then success and the forms, this one among them, with what was put', async () => {
    const created = await staff.ask('POST', '/global-forms', link)
    const form: GlobalForm = await created.json()
    expect(created.status).toBe(201)
    expect(form).toMatchObject({ ...link, has_file: false, docusign_template_id: null })
    const answer = await staff.read<GlobalFormList>('/global-forms')
    expect(answer.success).toBe(true)
    expect(answer.forms).toContainEqual(form)
    const changes = { title: 'Doctors', folder: null, notes: '<p>Read <strong>twice</strong></p>' }
    const changed = await answered<GlobalForm>(staff.ask('PUT', `/global-forms/${form.id}`, changes))
    expect(changed).toMatchObject({ ...form, ...changes, version: changed.version })
    expect((await staff.read<GlobalFormList>('/global-forms')).forms).toContainEqual(changed)
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
})
