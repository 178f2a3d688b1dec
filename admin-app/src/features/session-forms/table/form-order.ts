import type { SessionForm } from '@agency/contract/session-forms'
import { arrayMove } from '@dnd-kit/sortable'

/** The position after the last of a session's documents. */
export const nextOrderIndex = (attached: readonly SessionForm[]): number =>
  Math.max(-1, ...attached.map(({ order_index }) => order_index)) + 1

/** A session's documents in their stored order, which is the client's too. */
export const inOrder = (forms: readonly SessionForm[]): readonly SessionForm[] =>
  forms.toSorted((a, b) => a.order_index - b.order_index)

/** The ids after one of them was moved; null when nothing changes. */
export function moved(ids: readonly string[], from: number, to: number): readonly string[] | null {
  if (from === to || from < 0 || to < 0 || to >= ids.length) return null
  return arrayMove([...ids], from, to)
}

/** All ids after one folder was reordered: its documents keep the set of positions that they had. */
export function reorderWithin(all: readonly string[], folder: readonly string[]): readonly string[] {
  const members = new Set(folder)
  const waiting = [...folder]
  return all.map((id) => (members.has(id) ? (waiting.shift() ?? id) : id))
}

/** Documents in the order of the ids. A document whose id is missing comes last. */
export function orderedBy(forms: readonly SessionForm[], ids: readonly string[]): readonly SessionForm[] {
  const places = new Map(ids.map((id, index) => [id, index]))
  const placeOf = ({ id }: SessionForm) => places.get(id) ?? ids.length
  return forms.toSorted((a, b) => placeOf(a) - placeOf(b))
}
