import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { clamp, followDoubleTap, followPinch, type Point } from './gestures.ts'

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
  readonly zoomBy: (factor: number) => void
}

/** The point under the fingers stays. @param least while something has to be seen from close by, such as a field */
export function useZoom(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  least: number,
): Zoom {
  const [chosen, setZoom] = useState(1)
  const zoom = Math.max(chosen, least)
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
    const ends = new AbortController()
    const zoomer = {
      zoom: () => latest.current.zoom,
      zoomTo: (wanted: number, point: Point) => latest.current.zoomTo(wanted, point),
    }
    followPinch(scroller.current, content.current, zoomer, ends.signal)
    followDoubleTap(scroller.current, zoomer, ends.signal)
    return () => ends.abort()
  }, [scroller, content])

  return {
    zoom,
    zoomBy: (factor) => scroller.current && zoomTo(zoom * factor, middleOf(scroller.current.getBoundingClientRect())),
  }
}

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
