import type { FontFace } from './font-files.ts'
import { shapeText, widthOfRuns } from './shape-text.ts'

type Size = { width: number; height: number }

// In points: ends the loop for boxes of a few points.
const smallest = 0.02

/** Times the font size. */
export const lineHeight = 1.3

export function measureText(text: string, face: FontFace, size: number): number {
  return widthOfRuns(shapeText(text, face).runs, size)
}

/** Breaks text into lines no wider than `width`: at spaces, and inside a word only when it alone is wider. */
export function wrapText(text: string, face: FontFace, size: number, width: number): string[] {
  const fits = (line: string) => measureText(line, face, size) <= width
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    const pieces = breakWord(word, fits)
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1) ?? ''
  }
  return line === '' ? lines : [...lines, line]
}

function breakWord(word: string, fits: (piece: string) => boolean): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const character of charactersOf(word)) {
    if (piece !== '' && !fits(piece + character)) {
      pieces.push(piece)
      piece = ''
    }
    piece += character
  }
  return [...pieces, piece]
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** What a word can be broken between: not a letter and its marks. */
const charactersOf = (word: string): Iterable<string> =>
  /\p{M}/u.test(word) ? Array.from(graphemes.segment(word), ({ segment }) => segment) : word

export type LineBreaks = { keepsLines?: boolean }

const linesOf = (text: string, face: FontFace, size: number, width: number, { keepsLines = false }: LineBreaks) =>
  keepsLines
    ? text.split(/\r\n?|\n/).flatMap((line) => (/\S/.test(line) ? wrapText(line, face, size, width) : ['']))
    : wrapText(text, face, size, width)

/** Wrapped where there is room; a line is smaller rather than broken within a word, as far as it can be read. No minimum size: text in a tiny box is tiny, never cut off. */
export function fitText(
  text: string,
  face: FontFace,
  box: Size,
  largest: number,
  breaks: LineBreaks = {},
): { size: number; lines: string[]; lineHeight: number } {
  let size = Math.min(largest, box.height / lineHeight, breaks.keepsLines ? largest : sizeOfWords(text, face, box))
  for (;;) {
    const lines = linesOf(text, face, size, box.width, breaks)
    if (lines.length * size * lineHeight <= box.height || size < smallest)
      return { size, lines, lineHeight: size * lineHeight }
    size *= 0.95
  }
}

/** The size at which the widest word fits into a line, as far as it can be read. */
function sizeOfWords(text: string, face: FontFace, { width }: Size): number {
  const widest = Math.max(...text.split(/\s+/).map((word) => measureText(word, face, 1)), smallest)
  return Math.max(width / widest, smallestLegible)
}

const padding = 2
// Fine print. In a box that is lower than a line of this size, the text may be as small as one line in the box.
const smallestLegible = 5
// Tolerance for rounding errors.
const rounding = 1e-6

export const textRoom = ({ width, height }: Size): Size => ({
  width: width - 2 * Math.min(padding, width * 0.05),
  height,
})

/** Whether a text fits into a box at a legible size. */
export function fitsLegibly(text: string, box: Size, breaks: LineBreaks = {}): boolean {
  const { width, height } = textRoom(box)
  const size = Math.min(smallestLegible, height / lineHeight)
  const most = Math.floor((height + rounding) / (size * lineHeight))
  // Compare the whole length first: breaking a long text into lines takes hundreds of times longer.
  const lengthOf = (part: string) => measureText(part, 'regular', size)
  if (lengthOf(text.replaceAll(/\s+/g, ' ')) > most * (width + lengthOf(' '))) return false
  return linesOf(text, 'regular', size, width, breaks).length <= most
}
