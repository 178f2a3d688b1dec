import { randomUUID } from 'node:crypto'
import type { FormField } from '@agency/contract/form-fields'

/** A text field on the first page of a form, as staff would place it. */
export const formField = (changes: Partial<FormField> = {}): FormField => ({
  id: randomUUID(),
  kind: 'text',
  page: 0,
  x: 72,
  y: 60,
  width: 200,
  height: 20,
  label: 'A text',
  binding: null,
  required: false,
  editable: true,
  ...changes,
})
