import { type RefObject, useLayoutEffect, useRef } from 'react'
import { dialogSelector, pageHeading } from './page-focus.ts'

/** Focuses the dialog around, else the page's heading, when its own button removes it: else the body has the focus. */
export function useHandOnFocus<Part extends HTMLElement>(): RefObject<Part | null> {
  const part = useRef<Part>(null)
  useLayoutEffect(() => {
    const element = part.current
    // Before React removes the element; in an effect without layout the focus would be lost already.
    return () => {
      if (!element?.contains(document.activeElement)) return
      const dialog = element.closest<HTMLElement>(dialogSelector)
      const next = dialog ?? pageHeading() ?? document.querySelector<HTMLElement>('main')
      next?.focus({ preventScroll: true })
    }
  }, [])
  return part
}
