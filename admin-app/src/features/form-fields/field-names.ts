import type { FormField } from '@agency/contract/form-fields'
import { isDate } from './field-kinds'
import type { FieldChange } from './placed-fields'

const nameKey = ({ kind, label }: FormField): string =>
  `${isDate(kind) ? 'date' : kind} ${label.trim().replace(/\s+/g, ' ').toLowerCase()}`

/** The other fields with the name of one, such as a name at the head of every page. A radio button is no field alone. */
export function namesakesOf(fields: readonly FormField[], field: FormField): FormField[] {
  if (field.kind === 'radio') return []
  const key = nameKey(field)
  return fields.filter((other) => other.id !== field.id && nameKey(other) === key)
}

/** What fields of one name have in common: where the value is from, and who fills it in how. Their places differ. */
export const sharedProperties = ({ kind, binding, required, editable, ...field }: FormField): FieldChange => ({
  kind,
  binding,
  required,
  editable,
  for: field.for,
  preset: field.preset,
  date_format: field.date_format,
  latest: field.latest,
  choices: field.choices,
  own_text: field.own_text,
})

/** Whether two fields have the same of what fields of one name have in common. */
export const isAlike = (one: FormField, other: FormField): boolean =>
  JSON.stringify(sharedProperties(one)) === JSON.stringify(sharedProperties(other))
