import type { FormField } from '@agency/contract/form-fields'

/**
 * Adds a field behind those of the same page and of the pages before it, so that they are filled in from page to page
 * unless somebody wants it otherwise.
 */
export function withField(fields: readonly FormField[], field: FormField): FormField[] {
  const at = fields.findLastIndex(({ page }) => page <= field.page) + 1
  return [...fields.slice(0, at), field, ...fields.slice(at)]
}

/** Takes a field away. */
export const withoutField = (fields: readonly FormField[], id: string): FormField[] =>
  fields.filter((field) => field.id !== id)

/** Changes a field; the others stay what they are. */
export const withChange = (fields: readonly FormField[], id: string, change: Partial<FormField>): FormField[] =>
  fields.map((field) => (field.id === id ? { ...field, ...change } : field))

/** Moves a field up or down in the order by steps; at an end it stays. */
export function reordered(fields: readonly FormField[], id: string, steps: number): FormField[] {
  const from = fields.findIndex((field) => field.id === id)
  const field = fields[from]
  const to = from + steps
  if (field === undefined || to < 0 || to >= fields.length) return [...fields]
  return withoutField(fields, id).toSpliced(to, 0, field)
}

/** The field that stands in the place of one that goes: the next, or else the one before. */
export function neighbour(fields: readonly FormField[], id: string): FormField | undefined {
  const at = fields.findIndex((field) => field.id === id)
  return fields[at + 1] ?? fields[at - 1]
}
