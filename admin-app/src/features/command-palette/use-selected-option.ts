import { type KeyboardEvent, useRef, useState } from 'react'

const moves = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End'])

/**
 * The option that Enter opens: the first one, until staff move to another. The results of a query arrive in several
 * answers, and a later answer may add options above the earlier ones.
 * @param ids the options in the order in which they are shown
 * @returns the props of the list
 */
export function useSelectedOption(text: string, ids: readonly string[]) {
  const [moved, setMoved] = useState<{ text: string; id: string } | null>(null)
  const moving = useRef(false)
  const first = ids[0] ?? ''
  return {
    value: moved !== null && moved.text === text && ids.includes(moved.id) ? moved.id : first,
    onValueChange(id: string) {
      // cmdk also selects the first option itself, before later results have arrived. That selection is ignored.
      if (moving.current) setMoved({ text, id })
      moving.current = false
    },
    onKeyDownCapture({ key }: KeyboardEvent) {
      moving.current = moves.has(key)
    },
    onPointerMoveCapture() {
      moving.current = true
    },
  }
}
