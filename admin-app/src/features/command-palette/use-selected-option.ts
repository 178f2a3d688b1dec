import { type KeyboardEvent, useRef, useState } from 'react'

const moves = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End'])

/**
 * The option that Enter opens: the first, until staff move to another one. Results of one query come one after the other,
 * and those that come later may stand above the first ones.
 * @param ids the options in the order in which they are shown
 * @returns what the list needs
 */
export function useSelectedOption(text: string, ids: readonly string[]) {
  const [moved, setMoved] = useState<{ text: string; id: string } | null>(null)
  const moving = useRef(false)
  const first = ids[0] ?? ''
  return {
    value: moved !== null && moved.text === text && ids.includes(moved.id) ? moved.id : first,
    onValueChange(id: string) {
      // The list also chooses its first option by itself, among those that are there by then.
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
