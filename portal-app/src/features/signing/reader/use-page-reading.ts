import type { PageDrawing } from '@agency/pdf-viewer/pdf-page'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { pageElement } from '../viewer/pdf-page-view.tsx'
import { bandsInView, type Coverage, type Extent, isMostlyInView, unseenFrom, whole } from './page-coverage.ts'
import { addReadPages, useReadPages } from './read-pages.ts'

export interface PageReading {
  readonly current: number
  /** Numbers of the pages that were in view as a whole, or nearly so where scrolling rested. */
  readonly read: readonly number[]
  /** The next page that was not, after the current one, or else from the start. */
  readonly unread: number | undefined
  /** Scrolls to the part of that page that was not in view. */
  readonly showUnread: () => void
  /** A page that cannot be drawn, if any. */
  readonly failed: number | undefined
  /** Tells whether a page is drawn: a blank one is not viewed. */
  readonly setDrawing: (number: number, state: PageDrawing) => void
}

/** Milliseconds without scrolling after which what is in view rests. */
const restTime = 400

/** @param count 0 while the document opens @param width in CSS pixels; another width is another layout */
export function usePageReading(
  formId: string,
  scroller: RefObject<HTMLElement | null>,
  count: number,
  width: number,
): PageReading {
  const [current, setCurrent] = useState(1)
  const covered = useRef(new Map<number, Coverage>())
  const drawings = useRef(new Map<number, PageDrawing>())
  const [failed, setFailed] = useState<number>()
  const lookAgain = useRef<() => void>(() => undefined)
  const read = useReadPages(formId)
  const setDrawing = useCallback((number: number, state: PageDrawing) => {
    drawings.current.set(number, state)
    setFailed([...drawings.current].find(([, drawing]) => drawing === 'failed')?.[0])
    if (state === 'drawn') lookAgain.current()
  }, [])

  useEffect(() => {
    const element = scroller.current
    if (!element || count === 0 || width === 0) return
    let frame = 0
    let rest: ReturnType<typeof setTimeout>
    const look = (isAtRest: boolean) => {
      const view = element.getBoundingClientRect()
      setCurrent(middlePage(count, view))
      const done = cover(covered.current, count, { view, isAtRest }, drawings.current)
      if (done.length > 0) addReadPages(formId, done)
    }
    const lookSoon = () => {
      cancelAnimationFrame(frame)
      clearTimeout(rest)
      frame = requestAnimationFrame(() => look(false))
      rest = setTimeout(() => look(true), restTime)
    }
    lookAgain.current = lookSoon
    // The size changes with a bar or a keyboard below.
    const observer = new ResizeObserver(lookSoon)
    observer.observe(element)
    element.addEventListener('scroll', lookSoon, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(rest)
      observer.disconnect()
      element.removeEventListener('scroll', lookSoon)
    }
  }, [formId, scroller, count, width])

  const unread = nextUnread(read, current, count)
  return {
    current,
    read,
    unread,
    failed,
    setDrawing,
    showUnread: () => unread !== undefined && showRest(scroller.current, unread, covered.current.get(unread) ?? 0),
  }
}

/** Adds what is in view of the pages that are drawn. @returns the pages that were thereby in view as a whole */
function cover(
  covered: Map<number, Coverage>,
  count: number,
  { view, isAtRest }: { view: Extent; isAtRest: boolean },
  drawings: ReadonlyMap<number, PageDrawing>,
): number[] {
  const done: number[] = []
  for (let number = 1; number <= count; number += 1) {
    const before = covered.get(number) ?? 0
    const page = pageElement(number)
    if (before === whole || !page || drawings.get(number) !== 'drawn') continue
    const box = page.getBoundingClientRect()
    const now = isAtRest && isMostlyInView(box, view) ? whole : before | bandsInView(box, view)
    covered.set(number, now)
    if (now === whole) done.push(number)
  }
  return done
}

function middlePage(count: number, { top, bottom }: Extent): number {
  const middle = (top + bottom) / 2
  for (let number = 1; number <= count; number += 1) {
    const page = pageElement(number)
    if (page && page.getBoundingClientRect().bottom >= middle) return number
  }
  return count
}

function nextUnread(read: readonly number[], current: number, count: number): number | undefined {
  const numbers = Array.from({ length: count }, (_, index) => ((index + current - 1) % count) + 1)
  return numbers.find((number) => !read.includes(number))
}

/** Scrolls to the part of a page that was not in view, and focuses the page, so that a screen reader continues there. */
function showRest(scroller: HTMLElement | null, number: number, coverage: Coverage): void {
  const page = pageElement(number)
  if (!scroller || !page) return
  page.focus({ preventScroll: true })
  const box = page.getBoundingClientRect()
  const offset = box.top - scroller.getBoundingClientRect().top + unseenFrom(coverage) * box.height
  scroller.scrollTo({ top: scroller.scrollTop + offset, behavior: 'instant' })
}
