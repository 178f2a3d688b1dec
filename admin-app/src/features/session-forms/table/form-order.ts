import type { SessionForm } from '@agency/contract/session-forms'
import { arrayMove } from '@dnd-kit/sortable'

/** A session's documents as the client sees them, one after the other. */
export const inOrder = (forms: readonly SessionForm[]): readonly SessionForm[] =>
  forms.toSorted((a, b) => a.order_index - b.order_index)

/** The ids with the one at a place put at another; null where that changes nothing. */
export function moved(ids: readonly string[], from: number, to: number): readonly string[] | null {
  if (from === to || from < 0 || to < 0 || to >= ids.length) return null
  return arrayMove([...ids], from, to)
}

/** All documents after those of one folder were put into another order: they share out the places that they had. */
export function reorderWithin(all: readonly string[], folder: readonly string[]): readonly string[] {
  const members = new Set(folder)
  const waiting = [...folder]
  return all.map((id) => (members.has(id) ? (waiting.shift() ?? id) : id))
}

/** Documents in an order that was asked for; one that it doesn't name comes last. */
export function orderedBy(forms: readonly SessionForm[], ids: readonly string[]): readonly SessionForm[] {
  const places = new Map(ids.map((id, index) => [id, index]))
  const placeOf = ({ id }: SessionForm) => places.get(id) ?? ids.length
  return forms.toSorted((a, b) => placeOf(a) - placeOf(b))
}
