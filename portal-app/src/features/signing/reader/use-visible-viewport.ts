import { useEffect } from 'react'

/**
 * Keeps `--visible-top` and `--visible-height` on the page: the part of the window that no keyboard covers. Some browsers
 * lay the keyboard over the page and tell so by the visual viewport alone (CSSOM View, 13).
 */
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
