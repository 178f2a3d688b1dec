import type { Box } from './field-box'

/** The distance in points within which an edge snaps to that of another field. */
const snapDistance = 4

/** A moved box, with its edges and centres snapped to those of the nearest other boxes of its page. */
export function snapped(box: Box, others: readonly Box[]): Box {
  const x = nearest(
    linesOf(box.x, box.width),
    others.flatMap((other) => linesOf(other.x, other.width)),
  )
  const y = nearest(
    linesOf(box.y, box.height),
    others.flatMap((other) => linesOf(other.y, other.height)),
  )
  return { ...box, x: box.x + x, y: box.y + y }
}

/** The lines on which a box meets others of its page, in points; null where it meets none. */
export function guidesOf(box: Box, others: readonly Box[]): { readonly x: number | null; readonly y: number | null } {
  const meeting = (own: readonly number[], theirs: readonly number[]) =>
    own.find((line) => theirs.some((other) => Math.abs(other - line) < 0.5)) ?? null
  return {
    x: meeting(
      linesOf(box.x, box.width),
      others.flatMap((other) => linesOf(other.x, other.width)),
    ),
    y: meeting(
      linesOf(box.y, box.height),
      others.flatMap((other) => linesOf(other.y, other.height)),
    ),
  }
}

/** Start, centre and end. */
const linesOf = (start: number, length: number): readonly number[] => [start, start + length / 2, start + length]

/** The smallest move that puts a line on a target; 0 when none is near enough. */
function nearest(lines: readonly number[], targets: readonly number[]): number {
  const moves = lines.flatMap((line, index) =>
    // An edge snaps to edges, a centre to centres.
    targets.filter((_target, at) => (at % 3 === 1) === (index === 1)).map((target) => target - line),
  )
  const near = moves.filter((move) => Math.abs(move) <= snapDistance)
  return near.reduce((best, move) => (Math.abs(move) < Math.abs(best) ? move : best), near[0] ?? 0)
}
