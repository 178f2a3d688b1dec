import { smallestSide } from '@agency/contract/form-fields'
import { asLabel, type PrintedText } from '../form-fields/printed-labels.ts'
import { captionIn, headOfColumn, isAlone, isCentred, isLabelCell, labelOfCellBefore } from './cell-labels.ts'
import { ceilingOf, clearanceOf, type Gap, gapsOf, hasCellBelow, highestCell, lowestCell } from './line-gaps.ts'
import { type Blank, cuts, phrases, rowsOf, type Scene, textOf, wordsBefore } from './scene.ts'
import { isTitle, isWord, namesPerson, saysWhoSigns } from './titles.ts'

const narrowest = 40
const narrowestPrinted = 18
/** How far from a line its label is: before it, above it, below it. */
const farthestBefore = 40
const farthestBelow = 8
const farthestAbove = 34
/** How far a box that stands alone may be from its label. */
const farthestBox = 120
const writing = 18
const longestTitle = 60
/** The longest label below a line that is no signature's. */
const longestCaption = 40
/** A longer line, in parts of the page's width, divides the page. */
const longestLine = 0.6

export function findBlankLines(scene: Scene): Blank[] {
  const printed = scene.blanks
    .filter(({ width }) => width >= narrowestPrinted)
    .map((blank): Gap => {
      const at = blank.y + blank.height * 1.1
      return { at, from: blank.x, to: blank.x + blank.width, behind: 'end', isPrinted: true, length: blank.width }
    })
  const drawn = scene.rows.flatMap((row) => gapsOf(row, scene))
  return [...printed, ...drawn].flatMap((gap) => blanksOf(gap, scene))
}

function blanksOf(gap: Gap, scene: Scene): Blank[] {
  const ceiling = ceilingOf(gap, scene)
  const blank = (label: string, part = gap) => [blankOf(part, ceiling, label, scene)]
  const before = labelBefore(gap, ceiling, scene)
  if (before !== undefined) {
    const isLabels = ceiling !== undefined && isLabelCell(gap, ceiling, scene)
    // On a line of its own, a heading is underlined.
    const isHeading = ceiling === undefined && gap.behind === 'text' && !before.isMarked
    return isWrittenOn(gap, before) && !isLabels && !isHeading ? blank(before.label) : []
  }
  if (!gap.isPrinted && gap.to - gap.from < narrowest) return []
  const isLabelledAbove = hasLabelAbove(gap, scene)
  const hasLabelBelow = !isLabelledAbove && isBelowStyle(gap, scene)
  const inside = ceiling === undefined || hasLabelBelow ? undefined : captionIn(gap, ceiling, scene)
  if (inside !== undefined) return inside === '' ? [] : blank(inside)
  const cell = ceiling === undefined ? undefined : labelOfCellBefore(gap, ceiling, scene)
  if (cell !== undefined) return blank(cell)
  const column = ceiling === undefined ? undefined : headOfColumn(gap, ceiling, scene)
  if (column !== undefined) return blank(column)
  const below = hasLabelBelow || !(isLabelledAbove || hasCellBelow(gap, scene)) ? captionsBelow(gap, scene) : []
  if (below.length > 0)
    return below.flatMap(({ part, label }) =>
      blank(label, part).map((each) => ({ ...each, isSigned: namesPerson(label) })),
    )
  const above = ceiling === undefined ? labelAbove(gap, scene) : undefined
  return above === undefined ? [] : blank(above)
}

function blankOf(gap: Gap, ceiling: number | undefined, label: string, scene: Scene): Blank {
  const { at, from, to, isPrinted } = gap
  const room = Math.min(clearanceOf(gap, scene), ceiling === undefined ? writing : at - ceiling - 2)
  const height = Math.max(smallestSide + 3, Math.min(isPrinted ? 14 : writing, room))
  return { box: { x: from + 1, y: at - height, width: to - from - 2, height }, label }
}

interface Before {
  label: string
  /** Whether the line begins where the text ends. */
  isTight: boolean
  isMarked: boolean
}

function labelBefore(gap: Gap, ceiling: number | undefined, scene: Scene): Before | undefined {
  const isBox = ceiling !== undefined && gap.behind === 'column' && isAlone(gap, ceiling, scene)
  if (gap.behind === 'column' && !isBox) return undefined
  const line = isBox ? Math.max((gap.at + ceiling) / 2 + 4, gap.at - 6) : gap.at
  const words = wordsBefore(scene, gap.from, line, isBox ? farthestBox : gap.behind === 'end' ? farthestBefore : 12)
  const [first, last] = [words[0], words.at(-1)]
  if (!first || !last || (gap.behind === 'text' && isCentred(first, last, gap, scene))) return undefined
  const text = textOf(words)
  const whole = saysWhoSigns(asLabel(lastPhrase(text))) ? text : textOf([...linesAbove(first, scene), ...words])
  const label = asLabel(lastPhrase(whole).replaceAll(/[▶►➤→*]/gu, ' '))
  if (label === '') return undefined
  const isTable = scene.columns.some(
    (column) => cuts(column, gap.at) && column.at > gap.from - 4 && column.at < gap.from + gap.length + 4,
  )
  const isTight = isBox || (gap.behind === 'end' && gap.from - (last.x + last.width) <= 16 && !isTable)
  return { label, isTight, isMarked: /[:▶►➤?]\s*$/u.test(text) }
}

/** What stands behind the last sentence. */
const lastPhrase = (text: string): string => text.split(/[.;]\s+(?=\p{Lu})/u).at(-1) ?? text

function linesAbove(first: PrintedText, { words }: Scene): PrintedText[] {
  const line = words.find(
    ({ x, y, height, width }) =>
      Math.abs(x - first.x) < 2 && width < 130 && first.y - y > height * 0.7 && first.y - y < height * 1.5,
  )
  return line && saysWhoSigns(asLabel(line.text.replace(/\s+of$/i, ''))) ? [line] : []
}

function isWrittenOn(gap: Gap, { label, isTight, isMarked }: Before): boolean {
  return gap.isPrinted || isMarked || isTight || saysWhoSigns(label)
}

/** Whether the labels of lines that stand one over another are below them: the lowest one has one there. */
function isBelowStyle(gap: Gap, scene: Scene): boolean {
  if (gap.length > scene.pageWidth * longestLine) return false
  const isCut = scene.columns.some(
    (column) => cuts(column, gap.at) && column.at > gap.from - 4 && column.at < gap.to + 4,
  )
  if (isCut) return false
  let lowest = gap
  for (;;) {
    const next = scene.rows.find(
      ({ at, from, to }) =>
        at - lowest.at > 8 &&
        at - lowest.at <= highestCell &&
        Math.abs(from - gap.from) < 30 &&
        to - from < scene.pageWidth * longestLine,
    )
    if (!next) return captionsBelow(lowest, scene).length > 0
    lowest = { ...gap, at: next.at, from: next.from, to: next.to }
  }
}

/** Whether the labels of runs of underscores that stand one over another are above them: the lowest one has none below. */
function hasLabelAbove(gap: Gap, scene: Scene): boolean {
  if (!gap.isPrinted) return false
  let lowest = gap
  for (;;) {
    const next = scene.blanks.find(
      ({ x, y, height }) =>
        Math.abs(x - gap.from) < 4 && y + height - lowest.at > 8 && y + height - lowest.at <= highestCell,
    )
    if (!next) return lowest !== gap && captionsBelow(lowest, scene).length === 0
    lowest = { ...gap, at: next.y + next.height * 1.1, from: next.x, to: next.x + next.width }
  }
}

/** The labels below a line, which may be several below one line, such as `Signature` and `Date`. */
function captionsBelow(gap: Gap, scene: Scene): { part: Gap; label: string }[] {
  // An X may stand before underscores.
  const before = gap.isPrinted ? 16 : 4
  const below = scene.words.filter(
    ({ x, y }) => y - gap.at > -3 && y - gap.at <= farthestBelow && x >= gap.from - before && x < gap.to - 4,
  )
  const [row] = rowsOf(below)
  if (!row) return []
  const line = phrases(
    scene.words.filter((word) => row.some((each) => Math.abs(each.y - word.y) < 2 && each.height === word.height)),
  )
  const captions = line.filter(({ x }) => x >= gap.from - before && x < gap.to - 4)
  const printed = scene.blanks.map(({ x, y, width, height }) => ({
    at: y + height * 1.1,
    from: x - before,
    to: x + width,
  }))
  const lines = [...scene.rows, ...printed].filter(({ at }) => Math.abs(at - gap.at) < 2)
  const isOfLines =
    line.every(({ x, width }) => lines.some(({ from, to }) => x > from - 6 && x + width < to + 20)) &&
    !scene.squares.some(({ y, height }) => y + height > gap.at && y < gap.at + farthestBelow + 6)
  const fits = captions.every(({ x, width, text }) => x + width <= gap.to + 20 && text.length <= longestTitle)
  const isOver = scene.rows.some(
    ({ at, from, to }) => at > gap.at + 1 && at < (row[0]?.y ?? 0) && from < gap.to && to > gap.from,
  )
  if (!fits || isOver) return []
  return captions.flatMap((caption, index) => {
    const label = asLabel(caption.text)
    const isCaption =
      isWord(label) && label.length <= longestCaption && isTitle(label) && !/[.:]$/.test(caption.text) && isOfLines
    const isLine = gap.length <= scene.pageWidth * longestLine && clearanceOf(gap, scene) >= lowestCell
    if (label === '' || (!saysWhoSigns(label) && !(isCaption && isLine && !goesOn(caption, scene)))) return []
    const from = index === 0 ? gap.from : caption.x
    const to = (captions[index + 1]?.x ?? gap.to + 6) - 6
    return to - from < narrowest ? [] : [{ part: { ...gap, from, to }, label }]
  })
}

/** Whether a text has a further line below it. */
const goesOn = (text: PrintedText, { words }: Scene): boolean =>
  words.some(
    ({ x, y }) => Math.abs(x - text.x) < 12 && y - text.y > text.height * 0.7 && y - text.y < text.height * 1.6,
  )

/** A label in a row of its own above a line, only of a signature or a date. */
function labelAbove(gap: Gap, { words, blanks, rows, pageWidth }: Scene): string | undefined {
  if (gap.length > pageWidth * longestLine && !gap.isPrinted) return undefined
  const near = words.filter(({ x, y, height }) => {
    const distance = gap.at - y - height
    return Math.abs(x - gap.from) < 8 && distance >= 6 && distance <= farthestAbove
  })
  const nearest = near.toSorted((a, b) => b.y - a.y)[0]
  if (!nearest) return undefined
  // The label of another line, before or above it.
  const isOthers =
    blanks.some((blank) => Math.abs(blank.y + blank.height - nearest.y - nearest.height) < 3) ||
    rows.some(({ at, from, to }) => Math.abs(nearest.y - at) < farthestBelow && from < nearest.x + 8 && to > nearest.x)
  const label = asLabel(nearest.text)
  return !isOthers && saysWhoSigns(label) ? label : undefined
}
