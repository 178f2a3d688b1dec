export type Point = { x: number; y: number }
/** In points from the top left of a page, downwards. */
export type Box = Point & { width: number; height: number }

/** Rows of a PDF transformation: x' = a·x + c·y + e, y' = b·x + d·y + f (ISO 32000-2, 8.3.3). */
export type Transform = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/** A page at 100 %, rotated and cropped. `toSeen`: pdf.js' viewport transform, from user space to points (top left). */
export type SeenPage = { width: number; height: number; toSeen: Transform }

/** Maps seen points (upwards) to user space. pdf.js measured the page here and in the browser: both agree. */
export function seenToUserSpace({ height, toSeen: [a, b, c, d, e, f] }: SeenPage): Transform {
  const determinant = a * d - b * c
  const inverse = {
    a: d / determinant,
    b: -b / determinant,
    c: -c / determinant,
    d: a / determinant,
  }
  const originX = -e
  const originY = height - f
  return [
    inverse.a,
    inverse.b,
    -inverse.c,
    -inverse.d,
    inverse.a * originX + inverse.c * originY,
    inverse.b * originX + inverse.d * originY,
  ]
}
