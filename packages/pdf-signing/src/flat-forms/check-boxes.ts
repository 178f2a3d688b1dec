import { isSameRow } from '../form-fields/placed-widget.ts'
import { asLabel } from '../form-fields/printed-labels.ts'
import type { Box } from '../reading/page-geometry.ts'
import { joinAnswers } from './answers.ts'
import { type Blank, phrases, type Scene, textOf, wordsBefore } from './scene.ts'

/** The space between a box and its label. */
const farthestLabel = 30
/** Cells for single characters are nearer to each other. */
const widestJoint = 3
/** What stands behind a short line to be ticked. */
const answers = /^(?:yes|no|s[ií]|sim|n[aã]o|n\/a|true|false)\b/iu
const shortestTick = 8
const longestTick = 36
/** How far above such lines it may say that they are initialled. */
const farthestNote = 150

export function findCheckBoxes(scene: Scene): Blank[] {
  const cells = new Set(findCells(scene).flatMap(({ cells: own }) => own))
  const boxes = scene.squares.filter((square) => !cells.has(square) && !holdsText(square, scene))
  const lines = scene.blanks.filter(({ width }) => width >= shortestTick && width <= longestTick)
  const found = [
    ...boxes.map((box) => ({ box, label: labelOf(box, scene) })),
    ...lines.flatMap((box) => tickOf(box, scene)),
  ]
  return joinAnswers(found, scene)
}

/** A short line that is ticked or initialled: before an answer, or at the beginning of a row. */
function tickOf(line: Box, scene: Scene): Blank[] {
  const behind = wordsBehind(line, scene)
  if (answers.test(behind)) return [{ box: tickBox(line), label: labelOf(line, scene) }]
  const isFirst = !scene.words.some((word) => isSameRow(word, line) && word.x < line.x)
  const label = asLabel(behind) || startOf(behind)
  if (!isFirst || label.split(' ').length < 2 || !/^\p{L}/u.test(label)) return []
  const isInitialled = scene.words.some(
    ({ text, y }) => y < line.y && line.y - y < farthestNote && /\binitial/i.test(text),
  )
  return [isInitialled ? { box: line, label: `Initials: ${label}`, isSigned: true } : { box: tickBox(line), label }]
}

export function findCells({ squares }: Scene): { box: Box; cells: Box[] }[] {
  const runs: Box[][] = []
  for (const square of squares.toSorted((a, b) => a.x - b.x)) {
    const run = runs.find((each) => {
      const last = each.at(-1)
      if (!last || !isSameRow(last, square)) return false
      const gap = square.x - (last.x + last.width)
      return gap > -widestJoint && gap < widestJoint && Math.abs(square.height - last.height) < 2
    })
    if (run) run.push(square)
    else runs.push([square])
  }
  return runs
    .filter((run) => run.length > 1)
    .map((cells) => {
      const [x, y] = [Math.min(...cells.map((cell) => cell.x)), Math.min(...cells.map((cell) => cell.y))]
      const right = Math.max(...cells.map((cell) => cell.x + cell.width))
      return { box: { x, y, width: right - x, height: Math.max(...cells.map(({ height }) => height)) }, cells }
    })
}

/** A letter or a tick in a box: it is a picture of one, or a key to be pressed. A glyph's own text is no word. */
const holdsText = (square: Box, { words }: Scene): boolean =>
  words.some(({ x, y, width, height }) => {
    const [middle, line] = [x + width / 2, y + height * 0.6]
    return middle > square.x && middle < square.x + square.width && line > square.y && line < square.y + square.height
  })

function labelOf(box: Box, scene: Scene): string {
  const behind = wordsBehind(box, scene)
  const label = asLabel(behind) || startOf(behind)
  if (label !== '') return label
  const before = wordsBefore(scene, box.x, box.y + box.height - 1, farthestLabel)
  return asLabel(textOf(before).replaceAll(/[▶►]/gu, ' '))
}

/** The first words of a long sentence; a number alone is a label too. */
function startOf(text: string): string {
  const words = /^[\p{L}\p{N}(“"'].{0,70}(?=\s|$)/u.exec(text.trim())?.[0] ?? ''
  return words.length < text.trim().length ? `${words}…` : words
}

function wordsBehind(box: Box, { words, squares, blanks, columns }: Scene): string {
  const right = box.x + box.width
  const stops = [...squares, ...blanks].filter((other) => other.x > right && isSameRow(other, box)).map(({ x }) => x)
  const walls = columns
    .filter(({ at, from, to }) => at > right + 1 && from < box.y + 2 && to > box.y + 4)
    .map(({ at }) => at)
  const end = Math.min(...stops, ...walls)
  const row = words.filter((word) => isSameRow(word, box) && word.x >= right - 3 && word.x < end)
  const [first] = phrases(row)
  return first && first.x - right <= farthestLabel ? first.text : ''
}

const tickBox = ({ x, y, width, height }: Box): Box => {
  const side = Math.min(12, width)
  return { x: x + (width - side) / 2, y: y + height - side, width: side, height: side }
}
