import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'

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

/** Calls `onSeen` when a quarter of the element is in view, or when it fills 40 % of the screen. */
export function useSeen(ref: RefObject<HTMLElement | null>, onSeen: () => void): void {
  useIntersection(ref, (entry) => {
    const screen = entry.rootBounds?.height ?? Number.POSITIVE_INFINITY
    const enough = entry.intersectionRatio >= 0.25 || entry.intersectionRect.height >= screen * 0.4
    if (entry.isIntersecting && enough) onSeen()
  })
}

const thresholds = [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.5]

function useIntersection(ref: RefObject<HTMLElement | null>, onChange: (entry: IntersectionObserverEntry) => void) {
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    if (!ref.current) return
    const report = (entries: readonly IntersectionObserverEntry[]) => {
      for (const entry of entries) latest.current(entry)
    }
    const observer = new IntersectionObserver(report, { threshold: thresholds })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref])
}
