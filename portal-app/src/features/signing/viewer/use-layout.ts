import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'

/** The width of an element in CSS pixels; 0 until it is known. */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!ref.current) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)))
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref])
  return width
}

/** A screen wide enough, with a pointer fine enough, to type on the page itself. */
const roomy = window.matchMedia('(min-width: 40rem) and (pointer: fine)')

/** Whether fields are edited on the page itself. */
export function useRoomy(): boolean {
  return useSyncExternalStore(
    (changed) => {
      roomy.addEventListener('change', changed)
      return () => roomy.removeEventListener('change', changed)
    },
    () => roomy.matches,
  )
}
