import { type PointerEvent, useRef, useState } from 'react'
import { type Box, type Corner, corners, type Point, type Size, withinPage } from './field-box'

/** Drag threshold in CSS px, so that a shaky tap is not a drag. */
const threshold = 4

interface Drag {
  readonly from: Point
  readonly to: Point
  /** The dragged corner handle; null for the box itself. */
  readonly corner: Corner | null
}

interface BoxDragOptions {
  readonly page: Size
  readonly boxOf: (drag: Drag) => Box
  /** Called at the end with the box, or with null after a press without a drag. */
  readonly onDone: (box: Box | null, at: Point) => void
  readonly disabled?: boolean
}

/** A mouse, pen or finger over the element with `data-page`. Returns the box, and handlers for the dragged element. */
export function useBoxDrag({ page, boxOf, onDone, disabled = false }: BoxDragOptions) {
  // `dragged` is here because a quick drag can end before React has rendered its preview.
  const start = useRef<{ pointer: number; drag: Drag; screen: Point; dragged: boolean } | null>(null)
  const [preview, setPreview] = useState<Box | null>(null)
  const end = () => {
    start.current = null
    setPreview(null)
  }
  const boxAt = (drag: Drag, event: PointerEvent) =>
    withinPage(boxOf({ ...drag, to: pointOnPage(event.currentTarget, event, page) }), page)
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (disabled || event.button !== 0 || !event.isPrimary) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const from = pointOnPage(event.currentTarget, event, page)
      const drag = { from, to: from, corner: cornerOf(event.target) }
      start.current = { pointer: event.pointerId, drag, screen: { x: event.clientX, y: event.clientY }, dragged: false }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const now = start.current
      if (now?.pointer !== event.pointerId) return
      now.dragged ||= Math.hypot(event.clientX - now.screen.x, event.clientY - now.screen.y) >= threshold
      if (now.dragged) setPreview(boxAt(now.drag, event))
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const now = start.current
      if (now?.pointer !== event.pointerId) return
      onDone(now.dragged ? boxAt(now.drag, event) : null, now.drag.from)
      end()
    },
    onPointerCancel: end,
  }
  return { preview, handlers }
}

/** A pointer's position on the page around an element, in points. */
export function pointOnPage(
  element: Element,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
  page: Size,
): Point {
  const frame = (element.closest('[data-page]') ?? element).getBoundingClientRect()
  const scale = page.width / frame.width
  return { x: (clientX - frame.left) * scale, y: (clientY - frame.top) * scale }
}

function cornerOf(target: EventTarget): Corner | null {
  const named = target instanceof HTMLElement ? target.dataset.corner : undefined
  return corners.find((corner) => corner === named) ?? null
}
