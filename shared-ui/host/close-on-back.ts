import { useEffect, useRef } from 'react'

interface Layer {
  readonly close: () => void
}

const layers: Layer[] = []

/** The history entry of the page below the dialogs, and whether the browser is returning to it. */
let here: number | undefined
let returning = false

/** The position in the history, as react-router numbers it; undefined for an entry that the router did not make. */
function position(): number | undefined {
  const state: unknown = window.history.state
  const index = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : undefined
  return typeof index === 'number' ? index : undefined
}

/** Hides the event from the router, returns to the entry, and then asks the top dialog to close. */
function stay(event: PopStateEvent): void {
  const there = position()
  if (returning) {
    returning = false
    event.stopImmediatePropagation()
    layers.at(-1)?.close()
  } else if (layers.length > 0 && here !== undefined && there !== undefined && there !== here) {
    returning = true
    event.stopImmediatePropagation()
    window.history.go(here - there)
  }
}
// Before the router's own listener: Chromium tells a window's listeners in the order in which they came, capturing or not.
if (typeof window !== 'undefined') window.addEventListener('popstate', stay, { capture: true })

/** While a dialog is open, Back asks it to close, as Escape does, and the page under it stays. */
export function useCloseOnBack(open: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  }, [close])
  useEffect(() => {
    if (!open) return
    const layer = { close: () => latest.current() }
    here = position()
    layers.push(layer)
    return () => {
      layers.splice(layers.indexOf(layer), 1)
    }
  }, [open])
}
