export interface Point {
  readonly clientX: number
  readonly clientY: number
}

export interface Zoomer {
  readonly zoom: () => number
  /** @param point stays where it is */
  readonly zoomTo: (wanted: number, point: Point) => void
}

export const zoomRange = { least: 1, most: 4 } as const

/** The zoom at which the text of a letter page is legible on a phone. */
export const closer = 2

export const clamp = (zoom: number): number => Math.min(zoomRange.most, Math.max(zoomRange.least, zoom))

interface Pinch {
  readonly distance: number
  readonly point: Point
  factor: number
}

/** Zooms with two fingers. A CSS transform scales the content during the gesture; the pages are rendered again at its end. */
export function followPinch(scroller: HTMLElement, content: HTMLElement, zoomer: Zoomer, signal: AbortSignal): void {
  let pinch: Pinch | undefined

  function start(event: TouchEvent) {
    const [one, two] = event.touches
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
    if (content.style.transform === '') {
      content.style.transformOrigin = `${pinch.point.clientX - box.left}px ${pinch.point.clientY - box.top}px`
    }
    content.style.transform = `scale(${pinch.factor})`
  }

  function end() {
    if (!pinch) return
    const { factor, point } = pinch
    pinch = undefined
    content.style.transform = ''
    zoomer.zoomTo(zoomer.zoom() * factor, point)
  }

  scroller.addEventListener('touchstart', start, { passive: false, signal })
  scroller.addEventListener('touchmove', move, { passive: false, signal })
  scroller.addEventListener('touchend', end, { signal })
  scroller.addEventListener('touchcancel', end, { signal })
}

/** Longest time between two taps in ms, and their largest distance in px. */
const doubleTap = { time: 300, distance: 30 }
/** A touch that moves further, in px, scrolls. */
const tapMovement = 10

/** Zooms in by a double tap or double click, and out by another. Controls keep their own taps. */
export function followDoubleTap(scroller: HTMLElement, zoomer: Zoomer, signal: AbortSignal): void {
  // Undefined while there are two fingers.
  let down: Point | undefined
  let lastTap = { time: 0, clientX: 0, clientY: 0 }

  const toggle = (point: Point) => zoomer.zoomTo(zoomer.zoom() > 1 ? 1 : closer, point)

  function start({ touches }: TouchEvent) {
    down = touches.length === 1 ? touches[0] : undefined
  }

  function end(event: TouchEvent) {
    const [touch] = event.changedTouches
    if (!down || !touch || isControl(event.target) || distanceOf(touch, down) > tapMovement) return
    const isSecond = event.timeStamp - lastTap.time < doubleTap.time && distanceOf(touch, lastTap) < doubleTap.distance
    lastTap = { time: isSecond ? 0 : event.timeStamp, clientX: touch.clientX, clientY: touch.clientY }
    if (!isSecond) return
    event.preventDefault()
    toggle(touch)
  }

  scroller.addEventListener('touchstart', start, { passive: true, signal })
  scroller.addEventListener('touchend', end, { passive: false, signal })
  scroller.addEventListener('dblclick', (event) => !isControl(event.target) && toggle(event), { signal })
}

const distanceOf = (one: Point, two: Point): number =>
  Math.max(1, Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY))

const between = (one: Point, two: Point): Point => ({
  clientX: (one.clientX + two.clientX) / 2,
  clientY: (one.clientY + two.clientY) / 2,
})

const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, input, textarea, label, a, select') !== null
