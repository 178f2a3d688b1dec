import { type RefObject, useLayoutEffect, useState } from 'react'
import { dialogSelector, pageHeading } from '../../host/page-focus.ts'

interface Origin {
  element: HTMLElement | undefined
  /** The element that had the focus when the dialog opened. */
  beyond: Origin | undefined
  /** Whether another dialog opened before the focus was restored. That dialog restores it. */
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
  const surface = element?.closest(dialogSelector)
  return { element, beyond: surface ? originOfSurface.get(surface) : undefined, handedOver: false }
}

function firstConnected(origin: Origin | undefined): HTMLElement | undefined {
  return !origin || origin.element?.isConnected ? origin?.element : firstConnected(origin.beyond)
}

/** Focuses the page's heading if the element is gone. A control that took the focus meanwhile keeps it. */
function giveBack(origin: Origin): void {
  const taken = focusedElement()
  if (taken && !taken.closest(dialogSelector)) return
  const element = firstConnected(origin)
  if (element) element.focus()
  else pageHeading()?.focus({ preventScroll: true })
}

/** Keeps a press on the overlay from moving the focus out of the dialog. The press itself is still handled. */
function keepFocus(event: MouseEvent) {
  if (event.target === event.currentTarget) event.preventDefault()
}

/**
 * For dialogs without a Radix trigger (WAI-ARIA APG, dialog pattern). If the dialog that opened this one is closed by
 * then, the element that opened the first gets the focus. Pass the result as `onCloseAutoFocus`.
 */
export function useDialogFocus(surface: RefObject<HTMLElement | null>): (event: Event) => void {
  // Read during rendering: a field with autoFocus takes the focus before any effect runs.
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
