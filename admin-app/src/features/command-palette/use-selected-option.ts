import { type KeyboardEvent, useRef, useState } from 'react'

const moves = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End'])

/** The first, until staff move: later answers may add options above. @param ids as shown @returns the list's props */
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
