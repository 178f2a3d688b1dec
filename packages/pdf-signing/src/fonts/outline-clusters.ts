import { Direction, Buffer as ShapingBuffer, shape } from 'harfbuzzjs'
import type { OutlineFont } from './outline-fonts.ts'

/** One or several characters that belong together, such as a letter with its marks. */
export type Cluster = {
  text: string
  /** In thousandths of the font size. */
  width: number
  font: OutlineFont
  /** Where its glyphs are, in units of the font. */
  glyphs: readonly PlacedGlyph[]
}

type PlacedGlyph = { id: number; x: number; y: number }

/** Operators of a PDF that draw an outline, and its box; in thousandths of the font size. */
export type Outline = { path: string; box: Box }

type Box = { left: number; bottom: number; right: number; top: number }

/** Shapes text of one font and one direction. @returns its clusters in the order in which they stand on the line */
export function shapeClusters(text: string, outlines: OutlineFont, isRightToLeft: boolean): Cluster[] {
  const buffer = new ShapingBuffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  buffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR)
  shape(outlines.font, buffer)
  const groups: { start: number; advance: number; glyphs: PlacedGlyph[] }[] = []
  for (const { codepoint: id, cluster: start, ...place } of buffer.getGlyphInfosAndPositions()) {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = place
    const last = groups.at(-1)
    const group = last?.start === start ? last : { start, advance: 0, glyphs: [] }
    if (group !== last) groups.push(group)
    group.glyphs.push({ id, x: group.advance + xOffset, y: yOffset })
    group.advance += xAdvance
  }
  const starts = [...groups.map(({ start }) => start), text.length].toSorted((a, b) => a - b)
  const ends = new Map(starts.map((start, index) => [start, starts[index + 1]]))
  return groups.map(({ start, advance, glyphs }) => ({
    text: text.slice(start, ends.get(start)),
    width: Math.round((advance * 1000) / outlines.unitsPerEm),
    font: outlines,
    glyphs,
  }))
}

const command = /([MLQCZ])([^MLQCZ]*)/g
const operators: Record<string, string> = { M: 'm', L: 'l', C: 'c', Z: 'h' }

export function outlineOf({ font: { font, unitsPerEm }, glyphs }: Cluster): Outline {
  const scale = 1000 / unitsPerEm
  const box: Box = { left: 0, bottom: 0, right: 0, top: 0 }
  let path = ''
  for (const glyph of glyphs) {
    let last: Point = [0, 0]
    for (const [, kind = '', numbers = ''] of font.glyphToPath(glyph.id).matchAll(command)) {
      const points = pointsOf(numbers).map(([x, y]): Point => [(x + glyph.x) * scale, (y + glyph.y) * scale])
      const drawn = kind === 'Q' ? asCubic(last, points) : points
      last = points.at(-1) ?? last
      include(box, drawn)
      const values = drawn.flat().map((value) => Math.round(value * 10) / 10)
      path += `${values.join(' ')} ${operators[kind] ?? 'c'}\n`
    }
  }
  return { path, box }
}

function include(box: Box, points: readonly Point[]): void {
  for (const [x, y] of points) {
    box.left = Math.min(box.left, Math.floor(x))
    box.right = Math.max(box.right, Math.ceil(x))
    box.bottom = Math.min(box.bottom, Math.floor(y))
    box.top = Math.max(box.top, Math.ceil(y))
  }
}

type Point = readonly [x: number, y: number]

/** @param text the numbers of one command of an SVG path */
function pointsOf(text: string): Point[] {
  const values = text === '' ? [] : text.trim().split(/[ ,]+/).map(Number)
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
