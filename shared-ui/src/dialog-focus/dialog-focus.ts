import { type RefObject, useLayoutEffect, useState } from 'react'

interface Origin {
  element: HTMLElement | undefined
  /** Where the focus came from when the dialog that holds `element` was opened. */
  beyond: Origin | undefined
  /** Another dialog opened before the focus was back, and now owes it. */
  handedOver: boolean
}

const originOfSurface = new WeakMap<Element, Origin>()
let leaving: Origin | undefined

function focusedElement(): HTMLElement | undefined {
  const active = document.activeElement
  return active instanceof HTMLElement && active !== document.body ? active : undefined
}

function captureOrigin(): Origin {
  const element = focusedElement()
  if (!element && leaving) {
    leaving.handedOver = true
    return { ...leaving, handedOver: false }
  }
  const surface = element?.closest('[role="dialog"], [role="alertdialog"]')
  return { element, beyond: surface ? originOfSurface.get(surface) : undefined, handedOver: false }
}

function firstConnected(origin: Origin | undefined): HTMLElement | undefined {
  return !origin || origin.element?.isConnected ? origin?.element : firstConnected(origin.beyond)
}

/** Gives the focus back. Without an element that can take it, the page's heading does, so that it is not lost to the body. */
function giveBack(origin: Origin): void {
  const element = firstConnected(origin)
  if (element) element.focus()
  else document.querySelector<HTMLElement>('h1[tabindex]')?.focus({ preventScroll: true })
}

/** A press on the veil would take the focus out of the dialog, and its keys with it; the press itself still counts. */
function keepFocus(event: MouseEvent) {
  if (event.target === event.currentTarget) event.preventDefault()
}

/**
 * Keeps the focus in a dialog when the veil around it (the parent of `surface`) is pressed, and gives it back to where it
 * was before the dialog opened. That is for dialogs without a trigger of their own, since Radix only knows triggers. When
 * one dialog is opened from another that has gone meanwhile, the focus goes back further, to what opened the first
 * (WAI-ARIA APG, dialog pattern). Call it in the component that is mounted only while the dialog is open; give the answer
 * to the content's `onCloseAutoFocus`.
 */
export function useDialogFocus(surface: RefObject<HTMLElement | null>): (event: Event) => void {
  // Read while rendering, because a field with autoFocus has the focus before any effect could look.
  const [origin] = useState(captureOrigin)

  useLayoutEffect(() => {
    const veil = surface.current?.parentElement
    veil?.addEventListener('mousedown', keepFocus)
    if (surface.current) originOfSurface.set(surface.current, origin)
    if (leaving === origin) leaving = undefined
    return () => {
      veil?.removeEventListener('mousedown', keepFocus)
      leaving = origin
    }
  }, [origin, surface])

  return (event) => {
    event.preventDefault()
    if (leaving === origin) leaving = undefined
    if (!origin.handedOver) giveBack(origin)
  }
}
