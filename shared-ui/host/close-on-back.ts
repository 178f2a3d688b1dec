import { useEffect, useRef } from 'react'

/** An open dialog; the last one opened lies on top. */
interface Layer {
  readonly close: () => void
}

const layers: Layer[] = []

/** Where in the history the page is, as react-router counts its entries; undefined for others' entries. */
function position(): number | undefined {
  const state: unknown = window.history.state
  const held = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : undefined
  return typeof held === 'number' ? held : undefined
}

let here = position()
let returning = false

/**
 * Goes first of all that listens: the page that Back leads to is not shown while a dialog is open. The history is put
 * back, and the dialog is asked to close, as by Escape.
 */
function follow(event: PopStateEvent): void {
  const top = layers.at(-1)
  const there = position()
  if (returning) {
    returning = false
    event.stopImmediatePropagation()
    top?.close()
    return
  }
  if (!top || here === undefined || there === undefined || there === here) return
  event.stopImmediatePropagation()
  returning = true
  window.history.go(here - there)
}

/** While a dialog is open, going back closes it and stays on its page. */
export function useCloseOnBack(open: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  }, [close])
  useEffect(() => {
    if (!open) return
    const layer = { close: () => latest.current() }
    here = position()
    if (layers.length === 0) window.addEventListener('popstate', follow, { capture: true })
    layers.push(layer)
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      if (layers.length === 0) window.removeEventListener('popstate', follow, { capture: true })
    }
  }, [open])
}
