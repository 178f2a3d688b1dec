import { useEffect } from 'react'

/** The part of the window that no keyboard covers; some browsers tell it here alone (CSSOM View, 13). */
export function useVisibleViewport(): void {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const { style } = document.documentElement
    const clear = () => {
      style.removeProperty('--visible-top')
      style.removeProperty('--visible-height')
    }
    const measure = () => {
      // A page zoomed by the browser keeps its layout.
      if (viewport.scale > 1.01) return clear()
      style.setProperty('--visible-top', `${viewport.offsetTop}px`)
      style.setProperty('--visible-height', `${viewport.height}px`)
    }
    measure()
    viewport.addEventListener('resize', measure)
    viewport.addEventListener('scroll', measure)
    return () => {
      viewport.removeEventListener('resize', measure)
      viewport.removeEventListener('scroll', measure)
      clear()
    }
  }, [])
}
