import { randomUUID } from 'node:crypto'
import type { FilledField, FormField } from '@agency/contract/form-fields'
import type { GlobalForm } from '@agency/contract/global-forms'
import type { PrincipalStatement } from '@agency/contract/principal'
import type { SessionForm } from '@agency/contract/session-forms'
import type { Core } from './core.ts'
import { addForm } from './library-fixtures.ts'
import { consent, openAsClient, passcode, type SeededSession, seedClient, signature } from './session-fixtures.ts'
import { step } from './signing-steps.ts'

/** A field on the first page, as staff would place it. */
export const field = (changes: Partial<FormField> = {}): FormField => ({
  id: randomUUID(),
  kind: 'text',
  page: 0,
  x: 72,
  y: 100,
  width: 200,
  height: 20,
  label: 'A text',
  binding: null,
  required: false,
  editable: true,
  ...changes,
})

export const initials = { kind: 'typed', text: 'IG', font: 'caveat' } as const
const signing = { ...signature, initials }

/** Staff place fields on a form of the library. */
export async function placeFields(core: Core, formId: string, fields: unknown, version?: number) {
  return core.ask(await core.admin(), {
    method: 'PUT',
    url: `/global-forms/${formId}/fields`,
    payload: { fields },
    headers: version === undefined ? {} : { 'if-match': `"${version}"` },
  })
}

export interface Filling extends SeededSession {
  client: PrincipalStatement
  form: SessionForm
  libraryForm: GlobalForm
}

/** A client with these values, whose session has a document with these fields, opened by it. */
export async function seedFilling(
  core: Core,
  fields: FormField[],
  values: object = {},
  pdf?: Buffer,
): Promise<Filling> {
  const admin = await core.admin()
  const libraryForm = await addForm(core, pdf, { fields })
  const clientId = await seedClient(core, admin, values)
  const payload = { client_id: clientId, session_type: 'onboarding', passcode }
  const session = (await core.ask(admin, { method: 'POST', url: '/session', payload })).json()
  const attach = { session_id: session.id, form_id: libraryForm.id }
  const form = (await core.ask(admin, { method: 'POST', url: '/sessionforms', payload: attach })).json()
  const client = await openAsClient(core, session)
  await step(core, client, form.id, 'open')
  await consent(core, client, session)
  return { admin, clientId, session, form, client, libraryForm }
}

const fieldsUrl = ({ form }: Pick<Filling, 'form'>) => `/sessionforms/${form.id}/fields`

/** The fields of the document as its client sees them. */
export async function readFilled(core: Core, filling: Filling): Promise<FilledField[]> {
  return (await core.ask(filling.client, { method: 'GET', url: fieldsUrl(filling) })).json().fields
}

/** Saves the values that the client has entered so far. */
export const keep = (core: Core, filling: Filling, values: object) =>
  core.ask(filling.client, { method: 'PUT', url: fieldsUrl(filling), payload: { values } })

/** The client asks for the pages as signing would seal them. */
export const review = (core: Core, { client, form }: Pick<Filling, 'client' | 'form'>, changes: object = {}) =>
  step(core, client, form.id, 'review', { ...signing, ...changes })

export const sign = (core: Core, { client, form }: Filling, changes: object = {}) =>
  step(core, client, form.id, 'sign', { ...signing, ...changes })
