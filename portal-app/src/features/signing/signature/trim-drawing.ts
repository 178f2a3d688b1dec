import type { Pixels } from '@agency/contract/signature-rules'

/** A part of a drawing, in its pixels. */
export interface Part {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Of each side of a drawing at least this share is kept, so that a small stroke does not become a large one. */
const leastShare = 1 / 3

/** So that a signature is as large in the document as its field. @param margin pixels around the ink */
export function inkedPart({ width, height, data }: Pixels, margin: number): Part {
  let [left, right, top, bottom] = [width, 0, height, 0]
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!data[4 * (y * width + x) + 3]) continue
      left = Math.min(left, x)
      right = Math.max(right, x + 1)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y + 1)
    }
  }
  if (right === 0) return { x: 0, y: 0, width, height }
  const across = widen(left - margin, right + margin, width)
  const down = widen(top - margin, bottom + margin, height)
  return { x: across.start, y: down.start, width: across.length, height: down.length }
}

/** A stretch of a side, at least as long as `leastShare` of it and within it. */
function widen(start: number, end: number, side: number): { readonly start: number; readonly length: number } {
  const length = Math.min(side, Math.max(end - start, Math.ceil(side * leastShare)))
  const centred = Math.round((start + end - length) / 2)
  return { start: Math.max(0, Math.min(side - length, centred)), length }
}
