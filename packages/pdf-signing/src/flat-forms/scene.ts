import type { PrintedText } from '../form-fields/printed-labels.ts'
import type { Box } from '../reading/page-geometry.ts'
import type { Rule } from './rules.ts'

export interface Scene {
  pageWidth: number
  words: readonly PrintedText[]
  blanks: readonly Box[]
  rows: readonly Rule[]
  columns: readonly Rule[]
  /** Check boxes, drawn or printed, and cells for single characters. */
  squares: readonly Box[]
}

export interface Blank {
  box: Box
  label: string
  /** Whether it is to be signed although its label names only a person. */
  isSigned?: boolean
  answerTo?: { question: string; number: number }
}

/** The height above a line that has to be empty. */
const bandHeight = 7
/** The space within one label. */
const widestSpace = 14

/** Whether something stands where one would write on a line at a height. */
export const isOnLine = ({ y, height }: Box, at: number): boolean =>
  y + height > at - bandHeight && y + height * 0.25 < at - 1

/** Whether an upright line cuts the space above a line. */
export const cuts = (column: Rule, at: number): boolean => column.from <= at - bandHeight && column.to >= at - 2

/** The words before `x` on a line: back to a wide space, an upright line, or another place to write on. */
export function wordsBefore(scene: Scene, x: number, at: number, farthest: number): PrintedText[] {
  const stops = [
    ...scene.blanks
      .filter((blank) => isOnLine(blank, at) && blank.x + blank.width < x)
      .map((blank) => blank.x + blank.width),
    ...scene.squares
      .filter((square) => isOnLine(square, at) && square.x < x - 1)
      .map((square) => square.x + square.width),
    ...scene.columns.filter((column) => cuts(column, at) && column.at < x - 1).map((column) => column.at),
  ]
  const stop = Math.max(0, ...stops)
  const row = scene.words
    .filter((word) => isOnLine(word, at) && word.x + word.width <= x + 3 && word.x >= stop - 2)
    .toSorted((a, b) => b.x - a.x)
  const found: PrintedText[] = []
  let edge = x
  for (const word of row) {
    if (edge - (word.x + word.width) > (found.length === 0 ? farthest : widestSpace)) break
    found.unshift(word)
    edge = word.x
  }
  return found
}

/** Words in pieces with wide spaces between them; all stand in one row. */
export function phrases(words: readonly PrintedText[]): PrintedText[] {
  const found: PrintedText[] = []
  for (const word of words.toSorted((a, b) => a.x - b.x)) {
    const last = found.at(-1)
    if (last && word.x - (last.x + last.width) <= widestSpace) {
      last.text = textOf([last, word])
      last.width = word.x + word.width - last.x
    } else found.push({ ...word })
  }
  return found
}

export function rowsOf(words: readonly PrintedText[]): PrintedText[][] {
  const rows: PrintedText[][] = []
  for (const word of words.toSorted((a, b) => a.y + a.height - b.y - b.height)) {
    const first = rows.at(-1)?.[0]
    if (first && Math.abs(first.y + first.height - word.y - word.height) < 3) rows.at(-1)?.push(word)
    else rows.push([word])
  }
  return rows
}

/** The text of some words, with a space where a space is seen: a PDF may write a word in pieces. */
export const textOf = (words: readonly PrintedText[]): string =>
  words.reduce((text, word, index) => {
    const last = words[index - 1]
    if (!last) return word.text
    const isPiece =
      Math.abs(word.y + word.height - last.y - last.height) < 1 && word.x - (last.x + last.width) < word.height * 0.1
    return isPiece ? `${text}${word.text}` : `${text} ${word.text}`
  }, '')
