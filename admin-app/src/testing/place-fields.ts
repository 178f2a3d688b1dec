import type { FormField, ImportNote } from '@agency/contract/form-fields'
import type { GlobalForm } from '@agency/contract/global-forms'
import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { globalForm, id } from './fixtures'
import { renderApp } from './render-app'
import { at, server } from './server'

export const letter: GlobalForm = globalForm({ title: 'Letter' })

export const placedField = (changes: Partial<FormField> = {}): FormField => ({
  id: id(70),
  kind: 'text',
  page: 0,
  x: 72,
  y: 100,
  width: 180,
  height: 20,
  label: 'City',
  binding: null,
  required: false,
  editable: true,
  ...changes,
})

export interface FieldsPut {
  readonly version: string | null
  readonly fields: readonly FormField[]
}

/** Serves fields at a path as the API does, and gives what was sent. */
export function serveFields(
  path: string,
  fields: readonly FormField[],
  notes: readonly ImportNote[] = [],
): FieldsPut[] {
  let stored = { success: true, fields, notes, version: 4 }
  const puts: FieldsPut[] = []
  server.use(
    http.get(at(path), () => HttpResponse.json(stored)),
    http.put<never, { fields: FormField[] }>(at(path), async ({ request }) => {
      const body = await request.json()
      puts.push({ version: request.headers.get('If-Match'), fields: body.fields })
      stored = { ...stored, fields: body.fields, version: 5 }
      return HttpResponse.json(stored)
    }),
  )
  return puts
}

/** Serves the library with one form. @returns serves another version of it */
export function serveLibrary(first: GlobalForm) {
  let form = first
  serveFields(`global-forms/${form.id}/fields`, [])
  server.use(http.get(at('global-forms'), () => HttpResponse.json({ success: true, forms: [form] })))
  return (next: GlobalForm) => {
    form = next
  }
}

/** Opens the editor of the fields of a form of the library. */
export async function openPlaceFields(fields: readonly FormField[] = [], notes: readonly ImportNote[] = []) {
  const puts = serveFields(`global-forms/${letter.id}/fields`, fields, notes)
  server.use(
    http.get(at('global-forms'), () => HttpResponse.json({ success: true, forms: [letter] })),
    http.get(at(`global-forms/${letter.id}/file`), () => new HttpResponse('%PDF')),
  )
  const user = renderApp('/admin/forms')
  await user.click(await screen.findByRole('button', { name: 'Edit Letter' }))
  await user.click(await screen.findByRole('button', { name: 'Place fields' }))
  const modal = within(await screen.findByRole('dialog', { name: 'Place Fields' }))
  await modal.findByRole('img', { name: 'Page 1 of 2' })
  return { user, modal, puts }
}
