import type { FontFace } from './font-files.ts'
import { shapeText, widthOfRuns } from './text-runs.ts'

// In points: a bound for the loop alone, on a page of a few points.
const smallest = 0.02

/** Times the font size. */
export const lineHeight = 1.3

/** Width of one line in points. */
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
  for (const character of word) {
    if (piece !== '' && !fits(piece + character)) {
      pieces.push(piece)
      piece = ''
    }
    piece += character
  }
  return [...pieces, piece]
}

/**
 * The largest size, from `largest` downwards, at which the text fits the box, wrapped where the box has room for more
 * lines. There is no smallest size: text in a tiny box comes out tiny, never cut.
 */
export function fitText(
  text: string,
  face: FontFace,
  box: { width: number; height: number },
  largest: number,
): { size: number; lines: string[]; lineHeight: number } {
  let size = Math.min(largest, box.height / lineHeight)
  for (;;) {
    const lines = wrapText(text, face, size, box.width)
    if (lines.length * size * lineHeight <= box.height || size < smallest)
      return { size, lines, lineHeight: size * lineHeight }
    size *= 0.95
  }
}
