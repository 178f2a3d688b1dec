import type { Point, Size } from './field-box'

interface PlaceInView {
  /** From 0. */
  readonly page: number
  /** The middle of what is seen of it, in points. */
  readonly at: Point
}

/** The page that most is seen of in a frame that scrolls, and the middle of what is seen of it. */
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
