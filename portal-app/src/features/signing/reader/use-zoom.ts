import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

export const zoomRange = { least: 1, most: 4 } as const

interface Point {
  readonly clientX: number
  readonly clientY: number
}

/** A point of the content, as shares of its size, and where in the scroller it has to stay, in CSS pixels. */
interface Anchor {
  readonly x: number
  readonly y: number
  readonly left: number
  readonly top: number
}

export interface Zoom {
  /** 1 fits the width. */
  readonly zoom: number
  /** Zooms by a factor around the middle of the view. */
  readonly zoomBy: (factor: number) => void
}

/** The zoom at which the text of a letter page is legible on a phone. */
const closer = 2

/**
 * Zooms the content of a scroller: with two fingers, by a double tap or double click, and by buttons. The point under
 * the fingers stays where it is.
 * @param isClose zooms in while it is true, such as while a field is filled in
 */
export function useZoom(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  isClose: boolean,
): Zoom {
  const [chosen, setZoom] = useState(1)
  const zoom = isClose ? Math.max(chosen, closer) : chosen
  const anchor = useRef<Anchor>(null)
  const latest = useRef({ zoom, zoomTo })

  function zoomTo(wanted: number, point: Point) {
    if (scroller.current && content.current) anchor.current = anchorAt(scroller.current, content.current, point)
    setZoom(clamp(wanted))
  }

  useEffect(() => {
    latest.current = { zoom, zoomTo }
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new zoom has changed the layout
  useLayoutEffect(() => {
    const point = anchor.current
    anchor.current = null
    if (!point || !scroller.current || !content.current) return
    scroller.current.scrollLeft = point.x * content.current.offsetWidth - point.left
    scroller.current.scrollTop = point.y * content.current.offsetHeight - point.top
  }, [zoom])

  useEffect(() => {
    if (!scroller.current || !content.current) return
    return followGestures(scroller.current, content.current, {
      zoom: () => latest.current.zoom,
      zoomTo: (wanted, point) => latest.current.zoomTo(wanted, point),
    })
  }, [scroller, content])

  return {
    zoom,
    zoomBy: (factor) => scroller.current && zoomTo(zoom * factor, middleOf(scroller.current.getBoundingClientRect())),
  }
}

const clamp = (zoom: number): number => Math.min(zoomRange.most, Math.max(zoomRange.least, zoom))

const middleOf = (box: DOMRect): Point => ({ clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 })

function anchorAt(scroller: HTMLElement, content: HTMLElement, { clientX, clientY }: Point): Anchor {
  const box = scroller.getBoundingClientRect()
  const left = clientX - box.left
  const top = clientY - box.top
  return {
    x: (scroller.scrollLeft + left) / Math.max(1, content.offsetWidth),
    y: (scroller.scrollTop + top) / Math.max(1, content.offsetHeight),
    left,
    top,
  }
}

interface Zoomer {
  readonly zoom: () => number
  readonly zoomTo: (wanted: number, point: Point) => void
}

interface Pinch {
  readonly distance: number
  readonly point: Point
  factor: number
}

/** Longest time between two taps in ms, and their largest distance in px. */
const doubleTap = { time: 300, distance: 30 }
/** A touch that moves further, in px, scrolls. */
const tapMovement = 10

/** Listens for a pinch and a double tap. @returns the function that stops it */
function followGestures(scroller: HTMLElement, content: HTMLElement, zoomer: Zoomer): () => void {
  const ends = new AbortController()
  const { signal } = ends
  let pinch: Pinch | undefined
  let down = { x: 0, y: 0 }
  let lastTap = { time: 0, x: 0, y: 0 }

  const toggle = (point: Point) => zoomer.zoomTo(zoomer.zoom() > 1 ? 1 : closer, point)

  function start(event: TouchEvent) {
    const [one, two] = event.touches
    if (one) down = { x: one.clientX, y: one.clientY }
    if (!one || !two) return
    // The browser would scroll, or zoom the whole page with its bars.
    event.preventDefault()
    pinch = { distance: distanceOf(one, two), point: between(one, two), factor: 1 }
  }

  function move(event: TouchEvent) {
    const [one, two] = event.touches
    if (!pinch || !one || !two) return
    event.preventDefault()
    pinch.factor = clamp((zoomer.zoom() * distanceOf(one, two)) / pinch.distance) / zoomer.zoom()
    const box = content.getBoundingClientRect()
    // Stretched while the fingers move; drawn anew once they are lifted.
    if (content.style.transform === '') {
      content.style.transformOrigin = `${pinch.point.clientX - box.left}px ${pinch.point.clientY - box.top}px`
    }
    content.style.transform = `scale(${pinch.factor})`
  }

  function end(event: TouchEvent) {
    if (pinch) {
      const { factor, point } = pinch
      pinch = undefined
      content.style.transform = ''
      return zoomer.zoomTo(zoomer.zoom() * factor, point)
    }
    const [touch] = event.changedTouches
    if (!touch || event.touches.length > 0 || isControl(event.target)) return
    const { clientX: x, clientY: y } = touch
    if (Math.hypot(x - down.x, y - down.y) > tapMovement) return
    const isSecond =
      event.timeStamp - lastTap.time < doubleTap.time && Math.hypot(x - lastTap.x, y - lastTap.y) < doubleTap.distance
    lastTap = { time: isSecond ? 0 : event.timeStamp, x, y }
    if (!isSecond) return
    event.preventDefault()
    toggle(touch)
  }

  const doubleClick = (event: MouseEvent) => !isControl(event.target) && toggle(event)
  scroller.addEventListener('touchstart', start, { passive: false, signal })
  scroller.addEventListener('touchmove', move, { passive: false, signal })
  scroller.addEventListener('touchend', end, { passive: false, signal })
  scroller.addEventListener('touchcancel', end, { passive: false, signal })
  scroller.addEventListener('dblclick', doubleClick, { signal })
  return () => ends.abort()
}

const distanceOf = (one: Touch, two: Touch): number =>
  Math.max(1, Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY))

const between = (one: Touch, two: Touch): Point => ({
  clientX: (one.clientX + two.clientX) / 2,
  clientY: (one.clientY + two.clientY) / 2,
})

const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, input, textarea, label, a, select') !== null
