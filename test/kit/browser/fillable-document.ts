import type { ClientUpdate } from '@agency/contract/clients'
import type { FormField } from '@agency/contract/form-fields'
import type { Session } from '@agency/contract/sessions'
import type { Page } from '@playwright/test'
import { onePagePdf } from '../../../packages/pdf-signing/test/pdfs/sample-pdfs.ts'
import { formField } from '../api/form-field.ts'
import type { StaffApi } from '../api/staff-api.ts'
import { expect } from './fixtures.ts'
import { consent, enterPortal } from './portal-pages.ts'

/** A field on the first page of `onePagePdf`, which has no text below 620 points. */
export const placedField = (label: string, y: number, given: Partial<FormField> = {}): FormField =>
  formField({ label, y, x: 90, width: 220, height: 18, required: true, ...given })

/** A field of every kind, some of them bound to the record. */
export const everyFieldKind = (): FormField[] => [
  placedField('Full name', 630, { binding: 'client_name', editable: false }),
  placedField('Phone', 652, { binding: 'primary_phone' }),
  placedField('Date of birth', 674, { kind: 'date', binding: 'dob' }),
  placedField('SSN', 696, { binding: 'ssn' }),
  placedField('City of birth', 718, { binding: 'city_of_birth', required: false }),
  placedField('I smoke', 740, { kind: 'checkbox', width: 16, height: 16, required: false }),
  placedField('Initials', 760, { kind: 'initials', width: 60, height: 20 }),
  placedField('Signature', 784, { kind: 'signature', height: 28 }),
  placedField('Date', 816, { kind: 'date', width: 90 }),
]

/** Adds a client with these values, and a session with a document with these fields. */
export async function addFillableDocument(
  api: StaffApi,
  family: string,
  fields: FormField[],
  values: ClientUpdate = {},
) {
  const form = await api.addPdf(onePagePdf, { title: `${family} application` })
  await api.placeFields(form.id, fields)
  const client = await api.addClient({ client_first_name: 'Ida', client_last_name: family, ...values })
  const session = await api.startSession(client.id)
  const document = await api.attach(session.id, { form_id: form.id })
  return { client, session, document }
}

/** Opens that document at the portal. */
export async function openFillableDocument(page: Page, session: Session, family: string): Promise<void> {
  await enterPortal(page, session)
  await page.getByRole('link', { name: new RegExp(`${family} application`) }).click()
  await consent(page)
  await expect(page.getByRole('region', { name: 'Page 1 of 1' })).toBeVisible()
}
