import type { Point, Size } from './field-box'
import { pointOnPage } from './use-box-drag'

/** Where on a page something was let go; null beside the pages, or on one that has scrolled out of their frame. */
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
