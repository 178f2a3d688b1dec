import type { FormField } from '@agency/contract/form-fields'
import { isForClient } from './field-kinds'
import { type Box, movedBy, type Size, withinPage } from './page/field-box'

export type FieldChange = Partial<Omit<FormField, 'id'>>

/** Adds a field after those of its page and of earlier pages, so that the default order follows the pages. */
export function withField(fields: readonly FormField[], field: FormField): FormField[] {
  const at = fields.findLastIndex(({ page }) => page <= field.page) + 1
  return [...fields.slice(0, at), field, ...fields.slice(at)]
}

/** The proposed fields that are on no field of a page yet, and were not accepted. */
export function proposalsBeside(proposed: readonly FormField[], placed: readonly FormField[]): FormField[] {
  const ids = new Set(placed.map(({ id }) => id))
  return proposed.filter((field) => !ids.has(field.id) && !placed.some((other) => isOver(field, other)))
}

/** The fields of a page that a field covers in part. */
export const overlapsOf = (fields: readonly FormField[], field: FormField): FormField[] =>
  fields.filter((other) => other.id !== field.id && isOver(field, other))

/** Points between a field and the one below it. */
const gap = 6

/** A box, moved below the fields that it would cover; where it was if there is no room. */
export function freeBelow(fields: readonly FormField[], box: Placed, { height }: Size): Box {
  for (let free = box; free.y + free.height <= height; ) {
    const covered = fields.filter((other) => isOver(free, other))
    if (covered.length === 0) return free
    free = { ...free, y: Math.max(...covered.map((other) => other.y + other.height)) + gap }
  }
  return box
}

type Placed = Box & Pick<FormField, 'page'>

const isOver = (field: Placed, other: Placed): boolean =>
  field.page === other.page &&
  field.x < other.x + other.width &&
  other.x < field.x + field.width &&
  field.y < other.y + other.height &&
  other.y < field.y + field.height

/** Removes fields, also from the calculations of others. */
export const withoutFields = (fields: readonly FormField[], gone: ReadonlySet<string>): FormField[] =>
  fields.flatMap((field) => {
    if (gone.has(field.id)) return []
    const { calculation, ...rest } = field
    if (calculation === undefined || !calculation.fields.some((id) => gone.has(id))) return [field]
    const left = calculation.fields.filter((id) => !gone.has(id))
    return [left.length === 0 ? rest : { ...rest, calculation: { ...calculation, fields: left } }]
  })

export const withChanges = (
  fields: readonly FormField[],
  ids: ReadonlySet<string>,
  changeOf: (field: FormField) => FieldChange,
): FormField[] => fields.map((field) => (ids.has(field.id) ? { ...field, ...changeOf(field) } : field))

/** Moves a field before or after the next one of the client. Beyond an end, nothing changes. */
export function reordered(fields: readonly FormField[], id: string, steps: 1 | -1): FormField[] {
  const from = fields.findIndex((field) => field.id === id)
  const field = fields[from]
  const to = steps > 0 ? fields.findIndex((other, at) => at > from && isForClient(other)) : lastBefore(fields, from)
  if (field === undefined || to < 0) return [...fields]
  return fields.toSpliced(from, 1).toSpliced(to, 0, field)
}

const lastBefore = (fields: readonly FormField[], from: number): number =>
  fields.slice(0, Math.max(0, from)).findLastIndex(isForClient)

/** The field that is selected after another one is removed: the next, or else the previous one. */
export function neighbour(fields: readonly FormField[], id: string): FormField | undefined {
  const at = fields.findIndex((field) => field.id === id)
  return fields[at + 1] ?? fields[at - 1]
}

/** Points by which a copy is moved so that it does not cover its original. */
const aside = 12

/**
 * Copies in the same layout, moved together until none covers a field.
 * @param page without it, each on that of its original
 */
export function copiesOf(
  originals: readonly FormField[],
  present: readonly FormField[],
  sizes: readonly Size[],
  page?: number,
): FormField[] {
  for (let steps = 0; steps < mostSteps; steps++) {
    const copies = originals.flatMap((original) => copyOf(original, steps * aside, sizes, page))
    if (!copies.some((copy) => present.some((field) => covers(copy, field)))) return copies
  }
  return originals.flatMap((original) => copyOf(original, aside, sizes, page))
}

/** The most steps that copies are moved by. */
const mostSteps = 50

function copyOf(original: FormField, by: number, sizes: readonly Size[], page = original.page): FormField[] {
  const size = sizes[page]
  if (size === undefined) return []
  const { x, y, width, height } = original
  const box = withinPage(movedBy({ x, y, width, height }, { x: by, y: by }), size)
  return [{ ...original, ...box, page, id: crypto.randomUUID() }]
}

const covers = (copy: FormField, { page, x, y }: FormField): boolean =>
  copy.page === page && copy.x === x && copy.y === y
