import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type PrintedText, readTexts } from '../form-fields/printed-labels.ts'
import type { Box } from '../reading/page-geometry.ts'

export interface PageWords {
  words: PrintedText[]
  /** Runs of underscores or dots, each as high as its text. */
  blanks: Box[]
  /** Check boxes that are glyphs. */
  marks: Box[]
}

/** Underscores, a leader of dots, empty boxes, and spaces that stand for a column. */
const special = /_(?: ?_)+|\.{8,}|[☐□▢◻⬜❏❐❑❒]|\[[ _]{0,4}\]|\( {1,5}\)(?= *\p{L})|\s{3,}/gu
/** Empty boxes in Wingdings and ZapfDingbats, by their codes there. */
const dingbats = /^[opqr\u00a8\uf06f\uf070\uf071\uf072\uf0a8]$/
const dingbatFont = /dingbats|wingdings/i

export async function readPageWords(page: PDFPageProxy): Promise<PageWords> {
  const found: PageWords = { words: [], blanks: [], marks: [] }
  for (const text of await readTexts(page)) {
    if (dingbats.test(text.text.trim()) && dingbatFont.test(fontName(page, text.font))) found.marks.push(boxOf(text))
    else split(text, found)
  }
  const leads = (blank: Box) => found.words.some((word) => isPageNumber(word, blank))
  return { ...found, blanks: joinedBlanks(found.blanks.filter((blank) => !leads(blank))) }
}

/** A number at the end of a leader: a line of a table of contents, or of figures. */
const isPageNumber = (word: PrintedText, { x, y, width, height }: Box): boolean =>
  /^[\d(),.$%ivx-]+$/i.test(word.text.trim()) &&
  Math.abs(word.y + word.height - y - height) < 2 &&
  word.x >= x + width - 4 &&
  word.x - (x + width) < 60

function fontName(page: PDFPageProxy, font: string): string {
  const loaded: unknown = page.commonObjs.has(font) ? page.commonObjs.get(font) : undefined
  const name: unknown = typeof loaded === 'object' && loaded !== null ? Reflect.get(loaded, 'name') : undefined
  return typeof name === 'string' ? name : ''
}

function split(text: PrintedText, found: PageWords): void {
  const part = (from: number, to: number): PrintedText => partOf(text, from, to)
  let from = 0
  const word = (to: number) => {
    const piece = part(from, to)
    if (piece.text.trim() !== '') found.words.push(piece)
  }
  for (const { 0: match, index } of text.text.matchAll(special)) {
    word(index)
    from = index + match.length
    const box = boxOf(part(index, from))
    if (/^[_.]/.test(match)) found.blanks.push(box)
    else if (match.trim() !== '') found.marks.push(box)
  }
  word(text.text.length)
}

/** A part of a text, where it stands by the usual widths of its letters. */
function partOf(text: PrintedText, from: number, to: number): PrintedText {
  const raw = text.text.slice(from, to)
  const start = from + raw.length - raw.trimStart().length
  const end = Math.max(start, to - (raw.length - raw.trimEnd().length))
  const scale = text.width / Math.max(widthOf(text.text), 0.1)
  const x = text.x + widthOf(text.text.slice(0, start)) * scale
  return { ...text, text: text.text.slice(start, end), x, width: widthOf(text.text.slice(start, end)) * scale }
}

const widthOf = (text: string): number => [...text].reduce((sum, letter) => sum + letterWidth(letter), 0)

/** In ems, as in the usual fonts. */
function letterWidth(letter: string): number {
  if (/[ijltfI.,:;'|!()[\]\s/-]/.test(letter)) return 0.29
  if (/[mwMW@%☐□▢◻⬜❏❐❑❒▶►]/u.test(letter)) return 0.82
  return /[A-Z&]/.test(letter) ? 0.68 : 0.54
}

const boxOf = ({ x, y, width, height }: Box): Box => ({ x, y, width, height })

/** Blanks that were printed in pieces. */
function joinedBlanks(blanks: readonly Box[]): Box[] {
  const joined: Box[] = []
  for (const blank of blanks.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const last = joined.find(
      (other) =>
        Math.abs(other.y + other.height - blank.y - blank.height) < 1 && Math.abs(blank.x - other.x - other.width) < 4,
    )
    if (last) last.width = blank.x + blank.width - last.x
    else joined.push({ ...blank })
  }
  return joined
}
