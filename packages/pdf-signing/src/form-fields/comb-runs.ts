import { suggestBinding } from './field-bindings.ts'
import { isSameRow, type PlacedWidget, rounded } from './placed-widget.ts'
import { isGeneric, lastPart, parentNames, readWords } from './read-name.ts'

/** The narrowest cell of a comb, and the widest box that is for one character, in points. */
const narrowestCell = 9
const widestCell = 30
/** The longest space within a run, in cells: where a form prints a dash or a slash. */
const widestGap = 1.6
/** How far a box may be from the grid of equal cells, in cells. */
const tolerance = 0.3

interface Piece extends PlacedWidget {
  count: number
  base: string
}

/** An SSN of nine boxes, or a date of two, two and four, is one field. The run takes the place of its first box. */
export function mergeRuns(placed: readonly PlacedWidget[]): PlacedWidget[] {
  const pieces = placed.flatMap((each) => pieceOf(each))
  const runs = runsOf(pieces).flatMap(asGrid)
  const runOf = new Map(runs.flatMap((run) => run.map((piece) => [piece.widget, run] as const)))
  const firstOf = new Map(runs.map((run) => [firstInOrder(run, placed), merged(run)] as const))
  return placed.flatMap((each) => {
    const whole = firstOf.get(each.widget)
    if (whole) return [whole]
    return runOf.has(each.widget) ? [] : [each]
  })
}

const firstInOrder = (run: readonly Piece[], placed: readonly PlacedWidget[]) =>
  placed.find(({ widget }) => run.some((piece) => piece.widget === widget))?.widget

function pieceOf(placed: PlacedWidget): Piece[] {
  const { kind, maxLength, isComb, isMultiline, value, scripts } = placed.widget
  if (kind !== 'text' || isMultiline || value !== '' || scripts.isCalculated) return []
  const { width, height } = placed.box
  const base = baseOf(placed)
  if (base === undefined) return []
  if (isComb && maxLength !== undefined && width / maxLength >= narrowestCell)
    return [{ ...placed, count: maxLength, base }]
  const isNarrow = width <= widestCell && width <= height * 1.6
  return isNarrow && (maxLength === 1 || isComb || width <= 22) ? [{ ...placed, count: 1, base }] : []
}

/** The name without the number behind; of a name that says nothing, the group or the tooltip. */
function baseOf({ widget, page }: PlacedWidget): string | undefined {
  const last = lastPart(widget.name)
  const telling = isGeneric(last) ? (parentNames(widget.name)[0] ?? widget.tooltip) : last
  const { text } = readWords(telling)
  return text === '' ? undefined : `${page} ${text}`
}

function runsOf(pieces: readonly Piece[]): Piece[][] {
  const runs: Piece[][] = []
  const ordered = [...pieces].sort((a, b) => a.page - b.page || a.box.x - b.box.x)
  for (const piece of ordered) {
    const run = runs.find((each) => continues(each, piece))
    if (run) run.push(piece)
    else runs.push([piece])
  }
  return runs
}

function continues(run: readonly Piece[], next: Piece): boolean {
  const last = run.at(-1)
  if (!last || last.page !== next.page || !isSameRow(last.box, next.box)) return false
  const [width, nextWidth] = [last, next].map(({ box, count }) => box.width / count)
  if (width === undefined || nextWidth === undefined || Math.abs(width - nextWidth) > width * 0.25) return false
  const gap = next.box.x - (last.box.x + last.box.width)
  return gap > -width * 0.3 && gap < width * widestGap && isSameName(last, next)
}

/** Also an area code and a phone number are one. */
function isSameName(a: Piece, b: Piece): boolean {
  if (a.base === b.base) return true
  const [one, other] = [a, b].map(({ base }) =>
    suggestBinding([readWords(base.replace(/^\d+ /, ''))], undefined, 'text'),
  )
  return one !== null && one === other
}

/** The run if its boxes stand on a grid of equal cells; otherwise its parts without a gap. */
function asGrid(run: Piece[]): Piece[][] {
  if (gridOf(run) !== undefined) return isRun(run) ? [run] : []
  const parts = run.reduce<Piece[][]>((all, piece) => {
    const last = all.at(-1)
    const before = last?.at(-1)
    const isClose = before && piece.box.x - (before.box.x + before.box.width) < (before.box.width / before.count) * 0.5
    if (last && isClose) last.push(piece)
    else all.push([piece])
    return all
  }, [])
  return parts.length > 1 ? parts.flatMap(asGrid) : []
}

/** Two boxes are a run if they are numbered, as `State 1` and `State 2`. */
function isRun(run: readonly Piece[]): boolean {
  const total = run.reduce((sum, { count }) => sum + count, 0)
  if (run.length < 2 || total > 40) return false
  if (total > 2) return true
  const [first, second] = run.map(({ widget }) => readWords(lastPart(widget.name)).number)
  return first !== undefined && second === first + 1
}

/** The cells of a run, and which of them no box covers; undefined if its boxes do not fit a grid. */
function gridOf(run: readonly Piece[]): { count: number; gaps: number[] } | undefined {
  const [first, last] = [run[0], run.at(-1)]
  if (!first || !last) return undefined
  const count = run.reduce((sum, piece) => sum + piece.count, 0)
  const wide = run.reduce((sum, { box }) => sum + box.width, 0) / count
  const length = last.box.x + last.box.width - first.box.x
  const total = Math.max(count, Math.round(length / wide))
  const cell = length / total
  const covered = new Set<number>()
  for (const { box, count: own } of run) {
    const start = (box.x - first.box.x) / cell
    if (Math.abs(start - Math.round(start)) > tolerance) return undefined
    for (let at = 0; at < own; at += 1) covered.add(Math.round(start) + at)
  }
  if (covered.size !== count) return undefined
  return { count, gaps: Array.from({ length: total }, (_, at) => at).filter((at) => !covered.has(at)) }
}

function merged(run: readonly Piece[]): PlacedWidget {
  const [first] = run
  const cells = gridOf(run)
  if (!first || !cells) throw new Error('A run has no boxes')
  const [x, y] = [first.box.x, Math.min(...run.map(({ box }) => box.y))]
  const right = Math.max(...run.map(({ box }) => box.x + box.width))
  const bottom = Math.max(...run.map(({ box }) => box.y + box.height))
  const box = { x, y, width: rounded(right - x), height: rounded(bottom - y) }
  const last = lastPart(first.widget.name)
  const name = isGeneric(last) ? (parentNames(first.widget.name)[0] ?? last) : last
  const widget = {
    ...first.widget,
    id: run.map(({ widget: each }) => each.id).join(' '),
    name: withoutNumber(name),
    tooltip: withoutNumber(first.widget.tooltip),
    required: run.some(({ widget: each }) => each.required),
    readOnly: run.every(({ widget: each }) => each.readOnly),
    isComb: true,
    maxLength: cells.count,
  }
  return { widget, page: first.page, box, cells }
}

const withoutNumber = (name: string): string => name.replace(/[\s_]*\d{1,2}(?:\[\d+\])?$/, '')
