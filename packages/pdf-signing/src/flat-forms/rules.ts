import type { Box } from '../reading/page-geometry.ts'

/** A drawn line: `at` is its y and `from`, `to` its ends if it is horizontal, and the other way round. */
export interface Rule {
  at: number
  from: number
  to: number
}

/** Dashes and cells of a line that is drawn in pieces. */
const widestBreak = 2.5
const sameLine = 0.8

/** Lines in one piece: pieces that touch are joined. */
export function joinedRules(rules: readonly Rule[]): Rule[] {
  const joined: Rule[] = []
  const lines = Map.groupBy(
    rules.toSorted((a, b) => a.at - b.at),
    ({ at }) => Math.round(at / sameLine),
  )
  // Pieces of one line may be rounded to two neighbouring steps.
  const steps = [...lines.keys()].sort((a, b) => a - b)
  let line: Rule[] = []
  steps.forEach((step, index) => {
    line.push(...(lines.get(step) ?? []))
    const first = line[0]
    const next = lines.get(step + 1)?.[0]
    const isOneLine = first && next && next.at - first.at <= sameLine && steps[index + 1] === step + 1
    if (isOneLine) return
    joined.push(...joinedPieces(line))
    line = []
  })
  return joined
}

function joinedPieces(pieces: readonly Rule[]): Rule[] {
  const joined: Rule[] = []
  for (const piece of pieces.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last && piece.from - last.to <= widestBreak) last.to = Math.max(last.to, piece.to)
    else joined.push({ ...piece })
  }
  return joined
}

/** The squares that four lines of their length make. */
export function squaresOf(rows: readonly Rule[], columns: readonly Rule[], least: number, most: number): Box[] {
  const isShort = ({ from, to }: Rule) => to - from >= least - 1 && to - from <= most + 1
  const short = rows.filter(isShort)
  const upright = columns.filter(isShort)
  const isSide = (x: number, top: number, bottom: number) =>
    upright.some(
      ({ at, from, to }) => Math.abs(at - x) < 1.2 && Math.abs(from - top) < 1.5 && Math.abs(to - bottom) < 1.5,
    )
  return short.flatMap((top) =>
    short.flatMap((bottom) => {
      const height = bottom.at - top.at
      const isOver = Math.abs(bottom.from - top.from) < 1.2 && Math.abs(bottom.to - top.to) < 1.2
      if (!isOver || height < least || height > most || Math.abs(height - (top.to - top.from)) > height * 0.3) return []
      const isClosed = isSide(top.from, top.at, bottom.at) && isSide(top.to, top.at, bottom.at)
      return isClosed ? [{ x: top.from, y: top.at, width: top.to - top.from, height }] : []
    }),
  )
}

/** Without boxes that are drawn a second time, such as a ground and its edge. */
export function withoutDoubles(boxes: readonly Box[]): Box[] {
  const kept: Box[] = []
  for (const box of boxes) if (!kept.some((other) => overlap(box, other) > 0.5)) kept.push(box)
  return kept
}

export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  if (width <= 0 || height <= 0) return 0
  return (width * height) / Math.min(a.width * a.height, b.width * b.height)
}
