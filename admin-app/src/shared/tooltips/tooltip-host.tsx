import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { isApple } from '../keyboard'
import styles from './tooltip-host.module.css'

/** Milliseconds that the pointer rests on a button before its tooltip shows. */
const hoverDelay = 400

interface Tooltip {
  readonly text: string
  readonly keys: string
  /** The middle of the button, and its lower and upper edge, in px of the window. */
  readonly middle: number
  readonly bottom: number
  readonly top: number
}

/** Shows a button's name on hover and focus; Escape hides it (WCAG 1.4.13). Screen readers say the name anyway. */
export function TooltipHost() {
  const tooltip = useTooltip()
  if (tooltip === null) return null
  const { text, keys, middle, bottom, top } = tooltip
  const isLow = bottom > window.innerHeight - 48
  return createPortal(
    <div
      className={styles.tooltip}
      aria-hidden="true"
      data-testid="tooltip"
      data-side={isLow ? 'top' : 'bottom'}
      // Near an edge it grows towards the middle of the window.
      data-align={middle < 96 ? 'start' : middle > window.innerWidth - 96 ? 'end' : 'middle'}
      style={{ left: middle, top: isLow ? top : bottom }}
    >
      {text}
      {keys !== '' && <kbd>{keys}</kbd>}
    </div>,
    document.body,
  )
}

function useTooltip(): Tooltip | null {
  const [tooltip, setTooltip] = useState<Tooltip | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const hide = () => {
      clearTimeout(timer)
      setTooltip(null)
    }
    const over = ({ target, pointerType }: PointerEvent) => {
      if (target instanceof Element && target.closest(`.${styles.tooltip}`) !== null) return
      hide()
      const button = pointerType === 'touch' ? null : iconButtonAt(target)
      // A button that fills its row is not what the pointer is on.
      if (button === null || (button === target && button.classList.contains('stacked-row-link'))) return
      timer = setTimeout(() => setTooltip(tooltipOf(button)), hoverDelay)
    }
    const focus = ({ target }: FocusEvent) => {
      hide()
      const button = iconButtonAt(target)
      if (button?.matches(':focus-visible')) setTooltip(tooltipOf(button))
    }
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') hide()
    }
    const events = [
      ['pointerover', over],
      ['focusin', focus],
      ['focusout', hide],
      ['pointerdown', hide],
      ['scroll', hide],
      ['keydown', press],
    ] as const
    // Before a dialog or a menu handles them, which may stop them.
    for (const [name, listener] of events) document.addEventListener(name, listener as EventListener, true)
    return () => {
      hide()
      for (const [name, listener] of events) document.removeEventListener(name, listener as EventListener, true)
    }
  }, [])
  return tooltip
}

/** The button with an icon alone at a place, if any. */
function iconButtonAt(target: EventTarget | null): Element | null {
  const button = target instanceof Element ? target.closest('button[aria-label], a[aria-label]') : null
  return button !== null && button.textContent.trim() === '' ? button : null
}

function tooltipOf(button: Element): Tooltip | null {
  const text = button.getAttribute('aria-label')
  if (text === null || !button.isConnected) return null
  const { left, width, bottom, top } = button.getBoundingClientRect()
  const keys = (button.getAttribute('aria-keyshortcuts') ?? '')
    .replace('Control', 'Ctrl')
    .replace('Meta', isApple() ? '⌘' : 'Meta')
  return { text, keys, middle: left + width / 2, bottom, top }
}
