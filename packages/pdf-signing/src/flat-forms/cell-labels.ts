import { asLabel, type PrintedText } from '../form-fields/printed-labels.ts'
import { ceilingOf, type Gap, lowestCell } from './line-gaps.ts'
import type { Rule } from './rules.ts'
import { cuts, phrases, rowsOf, type Scene, textOf } from './scene.ts'
import { isWord, saysWhoSigns } from './titles.ts'

const mostCaptionWords = 10
/** How far below the head of its column a cell may be. */
const mostRows = 12

export function captionIn(gap: Gap, ceiling: number, scene: Scene): string | undefined {
  const inside = scene.words.filter(
    ({ x, y, width, height }) =>
      x + width > gap.from + 2 && x < gap.to - 2 && y + height > ceiling + 2 && y + height * 0.25 < gap.at - 1,
  )
  const rows = rowsOf(inside)
  const [top] = rows
  if (!top) return undefined
  const isWritten = scene.blanks.some(
    ({ x, y, height }) => x > gap.from && x < gap.to && y + height > ceiling && y < gap.at,
  )
  if (isWritten) return ''
  const [caption] = phrases(top)
  if (!caption || rows.length > 2 || caption.x < gap.from - 4) return ''
  const isFlush = caption.x - gap.from <= 20
  const above = caption.y - ceiling
  const label = asLabel(
    textOf([caption, ...(rows.length > 1 && caption.text.length < 40 ? phrases(rows[1] ?? []) : [])]),
  )
  const short = rows.length > 1 && !saysWhoSigns(label) ? asLabel(caption.text) : label
  if (!saysWhoSigns(short) && (/:\s+\S|\.\s?\.\s*$/.test(caption.text) || isTextRow(gap, ceiling, scene))) return ''
  // What is printed there already is no place to write on.
  const room = gap.at - Math.max(...inside.map(({ y, height }) => y + height))
  if (
    !saysWhoSigns(short) &&
    (room < caption.height * 1.1 || !isWord(short) || short.split(' ').length > mostCaptionWords)
  )
    return ''
  return isFlush &&
    room >= Math.max(6, above > 5 ? above * 1.6 : 0) &&
    gap.at - ceiling >= lowestCell &&
    isClosed(gap, ceiling, scene)
    ? short
    : ''
}

/** Whether a cell beside is full of text down to the line: a table to be read. */
function isTextRow({ at, from, to }: Gap, ceiling: number, { rows, words }: Scene): boolean {
  const row = rows.find((each) => Math.abs(each.at - at) < 1 && each.from <= from + 1 && each.to >= to - 1)
  const beside = words.filter(({ x, y, width, height, text }) => {
    const isInRow =
      row !== undefined && x + width < row.to + 2 && x > row.from - 2 && y > ceiling - 2 && y + height <= at
    return isInRow && (x > to || x + width < from) && /\p{L}{2}/u.test(text)
  })
  return beside.some(({ y, height }) => at - y - height < 6) || rowsOf(beside).length > 1
}

function isClosed(gap: Gap, ceiling: number, { rows, columns }: Scene): boolean {
  const hasSide = (x: number) =>
    columns.some(({ at, from, to }) => Math.abs(at - x) < 3 && from <= ceiling + 4 && to >= gap.at - 4)
  const over = rows.filter(({ at }) => Math.abs(at - ceiling) < 1)
  const isWhole = over.some(({ from, to }) => from <= gap.from + 6 && to >= gap.to - 6)
  const ends = (x: number) => isWhole && over.some(({ from, to }) => Math.abs(from - x) < 6 || Math.abs(to - x) < 6)
  return [gap.from, gap.to].every((x) => hasSide(x) || ends(x))
}

export function labelOfCellBefore(gap: Gap, ceiling: number, scene: Scene): string | undefined {
  if (gap.behind !== 'column' || !isClosed(gap, ceiling, scene) || gap.at - ceiling > 40) return undefined
  const isThere = ({ from, to }: Rule) => from <= ceiling + 4 && to >= gap.at - 4
  const side = Math.max(
    0,
    ...scene.columns.filter((each) => isThere(each) && each.at < gap.from - 4).map(({ at }) => at),
  )
  const inside = scene.words.filter(
    ({ x, y, width, height }) =>
      x >= side - 1 && x + width <= gap.from + 3 && y + height > ceiling && y + height <= gap.at + 1,
  )
  const rows = rowsOf(inside)
  const own = scene.words.some(
    ({ x, y, height }) => x > gap.from && x < gap.to && y + height > ceiling + 2 && y + height < gap.at,
  )
  if (own || rows.length === 0 || rows.length > 2 || rows.some((row) => phrases(row).length > 1)) return undefined
  const start = Math.min(...inside.map(({ x }) => x))
  const reaches = (y: number) =>
    scene.rows.some(({ at, from, to }) => Math.abs(at - y) < 1.5 && from <= start + 1 && to >= gap.from - 4)
  if (!reaches(ceiling) || !reaches(gap.at)) return undefined
  const label = asLabel(textOf(rows.flat()))
  return isWord(label) ? label : undefined
}

/** Whether a cell is a box of its own, with nothing in it and none beside it. */
export function isAlone({ at, from, to, length }: Gap, ceiling: number, { rows, columns, words }: Scene): boolean {
  const isBeside = columns.some(
    (column) => column.at < from - 4 && column.at > from - 60 && column.from < at - 4 && column.to > ceiling + 4,
  )
  const holds = words.some(
    ({ x, y, height }) => x > from && x < to && y + height > ceiling + 1 && y + height * 0.3 < at,
  )
  const isOver = rows.some(
    (row) => Math.abs(row.at - ceiling) < 1 && Math.abs(row.from - from) < 3 && Math.abs(row.to - to) < 3,
  )
  return length - (to - from) < 6 && isOver && !isBeside && !holds && at - ceiling <= 40
}

export function isCentred(first: PrintedText, last: PrintedText, { at }: Gap, { columns }: Scene): boolean {
  const sides = columns.filter((column) => cuts(column, at)).map((column) => column.at)
  const left = Math.max(...sides.filter((x) => x <= first.x))
  const right = Math.min(...sides.filter((x) => x >= last.x + last.width))
  const [before, behind] = [first.x - left, right - (last.x + last.width)]
  return before > 12 && Math.abs(before - behind) < 6
}

/** Whether a text has its cell, and the place to write on is the empty cell to the right. */
export function isLabelCell({ at, to, behind }: Gap, ceiling: number, { rows, columns, words }: Scene): boolean {
  const sides = columns.filter((column) => cuts(column, at)).map((column) => column.at)
  const ends = rows.filter((row) => Math.abs(row.at - at) < 1 && row.from < to && row.to > to + 40).map((row) => row.to)
  if (behind !== 'text' || ends.length === 0 || !sides.some((x) => Math.abs(x - to) < 3)) return false
  const right = Math.min(...ends, ...sides.filter((x) => x > to + 4))
  return !words.some(({ x, y, height }) => x > to && x < right && y + height > ceiling + 2 && y + height < at + 1)
}

export function headOfColumn(gap: Gap, ceiling: number, scene: Scene): string | undefined {
  if (gap.behind !== 'column' || gap.at - ceiling < lowestCell) return undefined
  let floor = gap.at
  let top: number | undefined = ceiling
  for (let rows = 0; rows < mostRows && top !== undefined && isClosed({ ...gap, at: floor }, top, scene); rows += 1) {
    const [from, to] = [top, floor]
    const inside = scene.words.filter(
      ({ x, y, width, height }) =>
        x + width / 2 > gap.from && x + width / 2 < gap.to && y + height > from + 2 && y + height < to + 1,
    )
    const label = asLabel(textOf(inside.toSorted((a, b) => a.x - b.x)))
    if (inside.length > 0)
      return rows > 0 && rowsOf(inside).length === 1 && phrases(inside).length === 1 && saysWhoSigns(label)
        ? label
        : undefined
    floor = top
    top = ceilingOf({ ...gap, at: floor }, scene)
  }
  return undefined
}
