import { AnnotationMode, OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Box, Point, Transform } from '../reading/page-geometry.ts'
import { seenPage } from '../reading/page-snapshot.ts'
import { joinedRules, type Rule, squaresOf, withoutDoubles } from './rules.ts'

/** What is drawn on a page that can be written on, in points from the top left of the seen page. */
export interface DrawnShapes {
  rows: Rule[]
  columns: Rule[]
  /** Empty squares and circles of the size of a check box. */
  squares: Box[]
}

/** A page with more instructions, lines and boxes is a drawing. */
const mostInstructions = 200_000
const mostShapes = 4_000
/** A thicker line is a bar. */
const thickest = 2.5
const shortest = 3
/** The sides of a check box. */
const smallestSquare = 5.5
const largestSquare = 20

export async function readShapes(page: PDFPageProxy): Promise<DrawnShapes> {
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: AnnotationMode.DISABLE })
  const reader = new ShapeReader(seenPage(page).toSeen)
  if (fnArray.length > mostInstructions) return reader.finish()
  for (const [at, operator] of fnArray.entries()) reader.take(operator, argsArray[at])
  return reader.finish()
}

interface State {
  matrix: Transform
  fill: string
  stroke: string
}

const strokes = new Set([OPS.stroke, OPS.closeStroke])
const fills = new Set([OPS.fill, OPS.eoFill])
const both = new Set([OPS.fillStroke, OPS.eoFillStroke, OPS.closeFillStroke, OPS.closeEOFillStroke])

class ShapeReader {
  #state: State
  readonly #saved: State[] = []
  readonly #rows: Rule[] = []
  readonly #columns: Rule[] = []
  readonly #squares: Box[] = []
  readonly #shades: Box[] = []

  constructor(toSeen: Transform) {
    this.#state = { matrix: toSeen, fill: '#000000', stroke: '#000000' }
  }

  take(operator: number, args: unknown): void {
    const values: readonly unknown[] = Array.isArray(args) ? args : []
    if (operator === OPS.save) this.#saved.push({ ...this.#state })
    else if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd)
      this.#state = this.#saved.pop() ?? this.#state
    else if (operator === OPS.transform) this.#multiply(values)
    else if (operator === OPS.paintFormXObjectBegin) {
      this.#saved.push({ ...this.#state })
      this.#multiply(numbersOf(values[0]))
    } else if (operator === OPS.setFillRGBColor) this.#state.fill = String(values[0])
    else if (operator === OPS.setStrokeRGBColor) this.#state.stroke = String(values[0])
    else if (operator === OPS.constructPath) this.#path(Number(values[0]), values[1])
  }

  finish(): DrawnShapes {
    const [rows, columns] = [joinedRules(this.#rows), joinedRules(this.#columns)]
    if (rows.length + columns.length + this.#squares.length > mostShapes) return { rows: [], columns: [], squares: [] }
    const squares = withoutDoubles([...this.#squares, ...squaresOf(rows, columns, smallestSquare, largestSquare)])
    return { rows, columns, squares }
  }

  #multiply(values: readonly unknown[]): void {
    const [a, b, c, d, e, f] = values.map(Number)
    if (a === undefined || b === undefined || c === undefined || d === undefined) return
    const [ma, mb, mc, md] = this.#state.matrix
    const origin = this.#place(e ?? 0, f ?? 0)
    const matrix: Transform = [ma * a + mc * b, mb * a + md * b, ma * c + mc * d, mb * c + md * d, origin.x, origin.y]
    this.#state = { ...this.#state, matrix }
  }

  #place(x: number, y: number): Point {
    const [a, b, c, d, e, f] = this.#state.matrix
    return { x: a * x + c * y + e, y: b * x + d * y + f }
  }

  #path(paint: number, drawn: unknown): void {
    const isStroked = (strokes.has(paint) || both.has(paint)) && !isWhite(this.#state.stroke)
    const isFilled = fills.has(paint) || both.has(paint)
    if (!isStroked && !isFilled) return
    const place = (x: number, y: number) => this.#place(x, y)
    for (const { points, isClosed } of subpaths(numbersOf(Array.isArray(drawn) ? drawn[0] : undefined), place)) {
      const box = boxAround(points)
      if (isStroked && isClosed && isSquare(box)) this.#squares.push(box)
      else if (isStroked) this.#lines(points)
      else this.#filled(box, points.length)
    }
  }

  #lines(points: readonly Point[]): void {
    points.slice(1).forEach((to, index) => {
      const from = points[index]
      if (from) this.#line(boxAround([from, to]), 0.7)
    })
  }

  /** @param most how thick a line may be */
  #line({ x, y, width, height }: Box, most: number): boolean {
    const isRow = height <= most && width >= shortest
    const isColumn = width <= most && height >= shortest
    if (isRow) this.#rows.push({ at: y + height / 2, from: x, to: x + width })
    else if (isColumn) this.#columns.push({ at: x + width / 2, from: y, to: y + height })
    return isRow || isColumn
  }

  /** Thin bars are lines. A white box is one to write in only on a shaded ground. */
  #filled(box: Box, corners: number): void {
    if (!isWhite(this.#state.fill)) {
      if (!this.#line(box, thickest)) this.#shades.push(box)
      return
    }
    if (corners > 6 || !this.#shades.some((shade) => isWithin(box, shade))) return
    if (isSquare(box)) this.#squares.push(box)
    else if (box.height <= 60 && box.height >= shortest && box.width >= 30) this.#lines(cornersOf(box))
  }
}

function numbersOf(value: unknown): number[] {
  if (value instanceof Float32Array) return [...value]
  return Array.isArray(value) ? value.map(Number) : []
}

/** How many numbers follow each of pdf.js' drawing instructions: move, line, curve, quadratic curve, close. */
const argumentCounts = [2, 2, 6, 4, 0]

function subpaths(data: readonly number[], place: (x: number, y: number) => Point) {
  const paths: { points: Point[]; isClosed: boolean }[] = []
  let at = 0
  while (at < data.length) {
    const kind = data[at] ?? 0
    const count = argumentCounts[kind]
    if (count === undefined) return paths
    if (kind === 0) paths.push({ points: [], isClosed: false })
    const path = paths.at(-1)
    const ends = data.slice(at + 1, at + 1 + count)
    if (path && count > 0)
      path.points.push(
        ...curvePoints(
          path.points.at(-1),
          pointsOf(ends).map(({ x, y }) => place(x, y)),
        ),
      )
    const first = path?.points[0]
    if (path && first && kind === 4) {
      path.points.push(first)
      path.isClosed = true
    }
    at += count + 1
  }
  return paths.map(({ points, isClosed }) => ({ points, isClosed: isClosed || isLoop(points) }))
}

const pointsOf = (numbers: readonly number[]): Point[] =>
  numbers.flatMap((x, index) => (index % 2 === 0 ? [{ x, y: numbers[index + 1] ?? 0 }] : []))

/** The end of a line; of a curve also its middle, which shows how far it reaches. */
function curvePoints(start: Point | undefined, points: readonly Point[]): Point[] {
  const [one, two, end] = points
  if (!start || !one || !two || !end) return points.slice(-1)
  const middle = (from: number, a: number, b: number, to: number) => (from + 3 * a + 3 * b + to) / 8
  return [{ x: middle(start.x, one.x, two.x, end.x), y: middle(start.y, one.y, two.y, end.y) }, end]
}

function isLoop(points: readonly Point[]): boolean {
  const [first, last] = [points[0], points.at(-1)]
  return points.length > 3 && !!first && !!last && Math.hypot(first.x - last.x, first.y - last.y) < 0.5
}

function boxAround(points: readonly Point[]): Box {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

const cornersOf = ({ x, y, width, height }: Box): Point[] => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
  { x, y },
]

const isSquare = ({ width, height }: Box): boolean =>
  Math.min(width, height) >= smallestSquare && Math.max(width, height) <= largestSquare && isEven(width / height)
const isEven = (ratio: number) => ratio > 0.7 && ratio < 1.4

const isWithin = (box: Box, other: Box): boolean =>
  box.x >= other.x - 1 &&
  box.y >= other.y - 1 &&
  box.x + box.width <= other.x + other.width + 1 &&
  box.y + box.height <= other.y + other.height + 1

const isWhite = (colour: string): boolean => /^#f[0-9a-f]f[0-9a-f]f[0-9a-f]$/i.test(colour)
