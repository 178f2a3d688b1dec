import { randomUUID } from 'node:crypto'
import type { ClientUpdate } from '@agency/contract/clients'
import type { FormField } from '@agency/contract/form-fields'
import type { Session } from '@agency/contract/sessions'
import type { Page } from '@playwright/test'
import { expect } from './journey.ts'
import { consent, enterPortal } from './portal.ts'
import { onePagePdf } from './product-address.ts'
import type { StaffApi } from './staff-api.ts'

/** A place on the first page of a form, which has no words from 620 points on. */
export const place = (label: string, y: number, given: Partial<FormField> = {}): FormField => ({
  id: randomUUID(),
  kind: 'text',
  page: 0,
  x: 90,
  y,
  width: 220,
  height: 18,
  label,
  binding: null,
  required: true,
  editable: true,
  ...given,
})

/** One place of every kind, some of them filled in from the record. */
export const everyKind = (): FormField[] => [
  place('Full name', 630, { binding: 'client_name', editable: false }),
  place('Phone', 652, { binding: 'primary_phone' }),
  place('Date of birth', 674, { kind: 'date', binding: 'dob' }),
  place('SSN', 696, { binding: 'ssn' }),
  place('City of birth', 718, { binding: 'city_of_birth', required: false }),
  place('I smoke', 740, { kind: 'checkbox', width: 16, height: 16, required: false }),
  place('Initials', 760, { kind: 'initials', width: 60, height: 20 }),
  place('Signature', 784, { kind: 'signature', height: 28 }),
  place('Date', 816, { kind: 'date', width: 90 }),
]

/** A client with these values, whose session has a document with these places. */
export async function addFilling(api: StaffApi, family: string, fields: FormField[], values: ClientUpdate = {}) {
  const form = await api.addPdf(onePagePdf, { title: `${family} application` })
  await api.placeFields(form.id, fields)
  const client = await api.addClient({ client_first_name: 'Ida', client_last_name: family, ...values })
  const session = await api.startSession(client.id)
  const document = await api.attach(session.id, { form_id: form.id })
  return { client, session, document }
}

/** Opens that document at the portal. */
export async function openFilling(page: Page, session: Session, family: string): Promise<void> {
  await enterPortal(page, session)
  await page.getByRole('link', { name: new RegExp(`${family} application`) }).click()
  await consent(page)
  await expect(page.getByRole('region', { name: 'Page 1 of 1' })).toBeVisible()
}
