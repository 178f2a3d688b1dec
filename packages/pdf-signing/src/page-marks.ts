import type { SeenPage } from './page-geometry.ts'
import type { Stamp } from './stamp.ts'

/** In points, on a page large enough: at the top left, in the margin. */
const mark = { x: 18, y: 8, width: 220, height: 8 }
/** What a mark takes of a page, with the space around it. */
const needed = { width: 256, height: 24 }
// Letters of some 2.5 points can still be read when magnified.
const smallestScale = 0.4

/** The mark of every page, scaled down on small ones. A page too small for it has none: the certificate names it too. */
export function pageMarks(text: string, pages: readonly SeenPage[]): Stamp[] {
  return pages.flatMap(({ width, height }, page) => {
    const scale = Math.min(1, width / needed.width, height / needed.height)
    if (scale < smallestScale) return []
    const box = {
      x: mark.x * scale,
      y: mark.y * scale,
      width: mark.width * scale,
      height: mark.height * scale,
    }
    return [{ page, ...box, content: { kind: 'text', text } }]
  })
}
