import type { Point, Size } from './field-box'
import { pointOnPage } from './use-box-drag'

interface PlaceInView {
  /** From 0. */
  readonly page: number
  /** The centre of its visible area, in points. */
  readonly at: Point
}

/** The page with the largest visible area in a scrolling frame, and the centre of that area. */
export function pageInView(frame: Element, sizes: readonly Size[]): PlaceInView {
  const seen = frame.getBoundingClientRect()
  let best: PlaceInView & { readonly area: number } = { page: 0, at: middleOf(sizes[0]), area: 0 }
  for (const surface of frame.querySelectorAll<HTMLElement>('[data-page]')) {
    const page = Number(surface.dataset.page)
    const size = sizes[page]
    const whole = surface.getBoundingClientRect()
    const left = Math.max(whole.left, seen.left)
    const top = Math.max(whole.top, seen.top)
    const width = Math.min(whole.right, seen.right) - left
    const height = Math.min(whole.bottom, seen.bottom) - top
    if (size === undefined || width <= 0 || height <= 0 || width * height <= best.area) continue
    const scale = size.width / whole.width
    const at = { x: (left + width / 2 - whole.left) * scale, y: (top + height / 2 - whole.top) * scale }
    best = { page, at, area: width * height }
  }
  return { page: best.page, at: best.at }
}

const middleOf = (size: Size | undefined): Point => ({ x: (size?.width ?? 0) / 2, y: (size?.height ?? 0) / 2 })

/** The page and point where something was dropped; null outside the visible part of a page. */
export function droppedOn(
  frame: Element,
  sizes: readonly Size[],
  at: Point,
): { readonly page: number; readonly at: Point } | null {
  const under = document.elementsFromPoint(at.x, at.y)
  const surface = under.find((element) => element instanceof HTMLElement && element.matches('[data-page]'))
  if (!(surface instanceof HTMLElement) || !under.includes(frame)) return null
  const page = Number(surface.dataset.page)
  const size = sizes[page]
  if (size === undefined) return null
  return { page, at: pointOnPage(surface, { clientX: at.x, clientY: at.y }, size) }
}
