import type { Locator, Page } from '@playwright/test'
import { onePagePdf } from '../../../packages/pdf-signing/test/pdfs/sample-pdfs.ts'
import { fillAndSign } from '../api/portal-api.ts'
import type { StaffApi } from '../api/staff-api.ts'
import { staffUrl } from '../product/product-address.ts'
import { placedField } from './fillable-document.ts'
import { expect } from './fixtures.ts'

/** Opens the dialog for the fields of a form that the library has. */
export async function openFieldPlacement(page: Page, title: string): Promise<Locator> {
  await page.goto(staffUrl('/admin/forms'))
  await page.getByRole('button', { name: `Edit ${title}` }).click()
  await page.getByRole('button', { name: 'Place fields' }).click()
  const dialog = page.getByRole('dialog', { name: 'Place Fields' })
  await expect(dialog.getByRole('img', { name: /^Page 1 of / })).toBeVisible()
  return dialog
}

const optional = (label: string, binding: string, y: number) => placedField(label, y, { binding, required: false })

/** A client with two changes proposed by what was written into a document. */
export async function addProposals(api: StaffApi, family: string) {
  const title = `${family} form`
  const form = await api.addPdf(onePagePdf, { title })
  await api.placeFields(form.id, [optional('Occupation', 'occupation', 652), optional('SSN', 'ssn', 696)])
  const client = await api.addClient({
    client_first_name: 'Ida',
    client_last_name: family,
    occupation: 'Baker',
    ssn: '123-45-6789',
  })
  const session = await api.startSession(client.id)
  const document = await api.attach(session.id, { form_id: form.id })
  await fillAndSign(session, document.id, { Occupation: 'Teacher', SSN: '987-65-4321' })
  return { client, session, title }
}
