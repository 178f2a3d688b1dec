import type { FormField } from '@agency/contract/form-fields'
import { movedBy, type Size, withinPage } from './page/field-box'

/** The properties of a field that staff may change. */
export type FieldChange = Partial<Omit<FormField, 'id' | 'kind'>>

/** Adds a field after those of its page and of earlier pages, so that the default order follows the pages. */
export function withField(fields: readonly FormField[], field: FormField): FormField[] {
  const at = fields.findLastIndex(({ page }) => page <= field.page) + 1
  return [...fields.slice(0, at), field, ...fields.slice(at)]
}

/** Removes a field. */
export const withoutField = (fields: readonly FormField[], id: string): FormField[] =>
  fields.filter((field) => field.id !== id)

/** Changes one field. */
export const withChange = (fields: readonly FormField[], id: string, change: Partial<FormField>): FormField[] =>
  fields.map((field) => (field.id === id ? { ...field, ...change } : field))

/** Moves a field in the order by a number of steps. Beyond an end, nothing changes. */
export function reordered(fields: readonly FormField[], id: string, steps: number): FormField[] {
  const from = fields.findIndex((field) => field.id === id)
  const field = fields[from]
  const to = from + steps
  if (field === undefined || to < 0 || to >= fields.length) return [...fields]
  return withoutField(fields, id).toSpliced(to, 0, field)
}

/** The field that is selected after another one is removed: the next, or else the previous one. */
export function neighbour(fields: readonly FormField[], id: string): FormField | undefined {
  const at = fields.findIndex((field) => field.id === id)
  return fields[at + 1] ?? fields[at - 1]
}

/** Points by which a copy is moved so that it does not cover its original. */
const aside = 12

/**
 * Copies of fields, with ids of their own. A copy stands where its original does, or beside a field that is there.
 * @param page the page to copy to; without it, each copy is on the page of its original
 */
export function copiesOf(
  originals: readonly FormField[],
  present: readonly FormField[],
  sizes: readonly Size[],
  page?: number,
): FormField[] {
  return originals.flatMap((original) => {
    const on = page ?? original.page
    const size = sizes[on]
    if (size === undefined) return []
    const { x, y, width, height } = original
    let box = withinPage({ x, y, width, height }, size)
    for (let tries = 0; tries < 50 && present.some((field) => field.page === on && isAt(field, box)); tries++)
      box = withinPage(movedBy(box, { x: aside, y: aside }), size)
    return [{ ...original, ...box, page: on, id: crypto.randomUUID() }]
  })
}

const isAt = (field: FormField, { x, y }: { readonly x: number; readonly y: number }): boolean =>
  field.x === x && field.y === y
