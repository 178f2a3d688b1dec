import type { Rule } from './rules.ts'
import { cuts, isOnLine, type Scene } from './scene.ts'

/** The shortest gap behind a text that ends with a sign such as a colon. */
const narrowestMarked = 28
/** The highest cell of a table that is one field. */
export const highestCell = 60
export const lowestCell = 14

export interface Gap {
  at: number
  from: number
  to: number
  /** What it begins behind: the end of the line, a text that stands on the line, or an upright line. */
  behind: 'end' | 'text' | 'column'
  isPrinted: boolean
  /** The length of the whole line. */
  length: number
}

export function gapsOf(row: Rule, scene: Scene): Gap[] {
  const things = [...scene.words, ...scene.squares, ...scene.blanks].filter((thing) => isOnLine(thing, row.at))
  const cutsAt = scene.columns.filter((column) => cuts(column, row.at))
  const marks = [
    ...things.map(({ x, width }) => ({ from: x - 1, to: x + width + 1, behind: 'text' as const })),
    ...cutsAt.map(({ at }) => ({ from: at - 0.5, to: at + 0.5, behind: 'column' as const })),
  ]
    .filter(({ from, to }) => to > row.from - 1 && from < row.to + 1)
    .toSorted((a, b) => a.from - b.from)
  const gaps: Gap[] = []
  let [edge, behind]: [number, Gap['behind']] = [row.from, 'end']
  for (const mark of [...marks, { from: row.to, to: row.to, behind: 'end' as const }]) {
    if (mark.from - edge >= narrowestMarked)
      gaps.push({ at: row.at, from: edge, to: mark.from, behind, isPrinted: false, length: row.to - row.from })
    if (mark.to >= edge) [edge, behind] = [mark.to, mark.behind]
  }
  return gaps
}

export function clearanceOf({ at, from, to }: Gap, { words, squares }: Scene): number {
  const over = [...words, ...squares].filter(
    ({ x, y, width, height }) => x < to - 2 && x + width > from + 2 && y < at - 10 && y + height <= at - 5,
  )
  return at - Math.max(0, ...over.map(({ y, height }) => y + height)) - 1
}

/** Whether the space below a line is a cell, so that what is printed there is the cell's own label. */
export const hasCellBelow = ({ at, from, to }: Gap, { rows }: Scene): boolean =>
  rows.some((row) => {
    const shared = Math.min(row.to, to) - Math.max(row.from, from)
    return row.at - at > 9 && row.at - at <= 45 && shared >= (to - from) * 0.8
  })

export function ceilingOf({ at, from, to }: Gap, { rows }: Scene): number | undefined {
  const over = rows.filter((row) => {
    const shared = Math.min(row.to, to) - Math.max(row.from, from)
    return at - row.at >= lowestCell - 4 && at - row.at <= highestCell && shared >= (to - from) * 0.6
  })
  return over.length === 0 ? undefined : Math.max(...over.map((row) => row.at))
}
