import type { Announcements, ScreenReaderInstructions, UniqueIdentifier } from '@dnd-kit/core'
import { useRef } from 'react'

/** Screen reader instructions for the drag handle. */
export const orderInstructions: ScreenReaderInstructions = {
  draggable: 'Press Space to pick the document up, the arrow keys to move it, Space to drop it, Escape to leave it.',
}

/** The text of a document's position. */
export const placeOf = (title: string, index: number, count: number): string =>
  `${title} is number ${index + 1} of ${count}.`

/** The announcements while a document is dragged. @param titles of the documents by id, in order */
export function useOrderAnnouncements(titles: ReadonlyMap<string, string>): Announcements {
  // The first drag-over event after pick-up is over the document itself, which was announced already.
  const pickedUp = useRef(false)
  const ids = [...titles.keys()]
  const titleOf = (id: UniqueIdentifier) => titles.get(String(id)) ?? ''
  const place = (of: UniqueIdentifier, at: UniqueIdentifier) =>
    placeOf(titleOf(of), ids.indexOf(String(at)), ids.length)
  return {
    onDragStart: ({ active }) => {
      pickedUp.current = true
      return `Picked up. ${place(active.id, active.id)}`
    },
    onDragOver: ({ active, over }) => {
      const atHome = pickedUp.current && over?.id === active.id
      pickedUp.current = false
      return over === null || atHome ? undefined : place(active.id, over.id)
    },
    onDragEnd: ({ active, over }) => `Dropped. ${place(active.id, (over ?? active).id)}`,
    onDragCancel: ({ active }) => `Left where it was. ${place(active.id, active.id)}`,
  }
}
