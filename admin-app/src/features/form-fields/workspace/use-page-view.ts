import { type RefObject, useState } from 'react'
import type { Size } from '../page/field-box'
import { pageInView } from '../page/page-in-view'
import { nextZoom, type Zoom, zoomOf } from './zoom-steps'

/** Which page is in view and how large the pages are. @param say announces a page to screen readers */
export function usePageView(frame: RefObject<HTMLElement | null>, sizes: readonly Size[], say: (text: string) => void) {
  const [page, setPage] = useState(0)
  const [zoom, setZoom] = useState<Zoom>(null)
  const goTo = (wanted: number) => {
    const next = Math.max(0, Math.min(wanted, sizes.length - 1))
    const target = frame.current?.querySelector(`[data-page="${next}"]`)
    // Not `scrollIntoView`: on a phone it would scroll the dialog too, and its tools out of view.
    if (frame.current && target)
      frame.current.scrollTop += target.getBoundingClientRect().top - frame.current.getBoundingClientRect().top
    setPage(next)
    say(`Page ${next + 1} of ${sizes.length}.`)
  }
  /** Steps the zoom; 0 fits the pages into the frame. */
  const zoomBy = (by: 1 | -1 | 0) => {
    if (by === 0) return setZoom(null)
    const next = nextZoom(zoom ?? shownZoom(frame.current, sizes), by)
    if (next !== undefined) setZoom(next)
  }
  const follow = () => {
    if (frame.current !== null) setPage(pageInView(frame.current, sizes).page)
  }
  return { page, zoom, goTo, zoomBy, follow }
}

/** The zoom of pages that fit into the frame. */
function shownZoom(frame: HTMLElement | null, sizes: readonly Size[]): number {
  const [first] = sizes
  const width = frame?.querySelector('[data-page="0"]')?.clientWidth ?? 0
  return first === undefined || width === 0 ? 100 : zoomOf(first.width, width)
}
