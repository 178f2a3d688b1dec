import { Direction, Buffer as ShapingBuffer, shape } from 'harfbuzzjs'
import type { OutlineFont } from './outline-fonts.ts'

/**
 * What is drawn for one or several characters that belong together, such as a letter with its marks. Lengths are in
 * thousandths of the font size.
 */
export type Cluster = { text: string; width: number; path: string; box: Box }

type Box = { left: number; bottom: number; right: number; top: number }

/** Shapes text of one font and one direction. @returns its clusters in the order in which they stand on the line */
export function shapeClusters(text: string, { font, unitsPerEm }: OutlineFont, isRightToLeft: boolean): Cluster[] {
  const buffer = new ShapingBuffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  buffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR)
  shape(font, buffer)
  const glyphs = buffer.getGlyphInfosAndPositions()
  const starts = [...new Set(glyphs.map(({ cluster }) => cluster))].toSorted((a, b) => a - b)
  const clusters: Cluster[] = []
  for (const start of new Set(glyphs.map(({ cluster }) => cluster))) {
    const end = starts[starts.indexOf(start) + 1] ?? text.length
    const pen = new ClusterPen(1000 / unitsPerEm)
    for (const glyph of glyphs.filter(({ cluster }) => cluster === start)) {
      pen.draw(font.glyphToPath(glyph.codepoint), glyph)
    }
    clusters.push({ text: text.slice(start, end), ...pen.drawn })
  }
  return clusters
}

const command = /([MLQCZ])([^MLQCZ]*)/g
const operators: Record<string, string> = { M: 'm', L: 'l', C: 'c', Z: 'h' }

/** Collects the outlines of glyphs that stand beside and above one another, as operators of a PDF. */
class ClusterPen {
  readonly #scale: number
  #path = ''
  #box: Box = { left: 0, bottom: 0, right: 0, top: 0 }
  #x = 0

  constructor(scale: number) {
    this.#scale = scale
  }

  get drawn(): Omit<Cluster, 'text'> {
    return { width: Math.round(this.#x), path: this.#path, box: this.#box }
  }

  /** @param svg the outline as the data of an SVG path */
  draw(svg: string, { xAdvance = 0, xOffset = 0, yOffset = 0 }): void {
    let [x, y] = [0, 0]
    for (const [, kind = '', numbers = ''] of svg.matchAll(command)) {
      const values = numbers === '' ? [] : numbers.trim().split(/[ ,]+/).map(Number)
      const points = pointsOf(values).map(
        (point) => [this.#x + (point[0] + xOffset) * this.#scale, (point[1] + yOffset) * this.#scale] as const,
      )
      const drawn = kind === 'Q' ? asCubic([x, y], points) : points
      ;[x, y] = points.at(-1) ?? [x, y]
      this.#include(drawn)
      this.#path += `${drawn
        .flat()
        .map((value) => Math.round(value * 10) / 10)
        .join(' ')} ${operators[kind] ?? 'c'}\n`
    }
    this.#x += xAdvance * this.#scale
  }

  #include(points: readonly Point[]): void {
    const box = this.#box
    for (const [x, y] of points) {
      box.left = Math.min(box.left, Math.floor(x))
      box.right = Math.max(box.right, Math.ceil(x))
      box.bottom = Math.min(box.bottom, Math.floor(y))
      box.top = Math.max(box.top, Math.ceil(y))
    }
  }
}

type Point = readonly [x: number, y: number]

function pointsOf(values: readonly number[]): Point[] {
  const points: Point[] = []
  for (let at = 0; at + 1 < values.length; at += 2) points.push([values[at] ?? 0, values[at + 1] ?? 0])
  return points
}

/** A PDF has no quadratic curves (ISO 32000-2, 8.5.2.2). */
function asCubic(from: Point, [control = from, to = from]: readonly Point[]): Point[] {
  const towards = (point: Point): Point => [
    point[0] + (2 / 3) * (control[0] - point[0]),
    point[1] + (2 / 3) * (control[1] - point[1]),
  ]
  return [towards(from), towards(to), to]
}
