import { bidiLevels, reversed, visualOrder } from './bidi-order.ts'
import { type FontFace, type FontFile, fontFileFor } from './font-files.ts'
import { type Cluster, shapeClusters } from './outline-clusters.ts'
import { type OutlineFont, outlineFontFor } from './outline-fonts.ts'

/** Consecutive text that one font file has all glyphs for, from left to right. */
export type TextRun = { text: string } & ({ file: FontFile } | { clusters: readonly Cluster[] })

/** `replaced`: characters without a glyph in any font, as `U+XXXX`; each is drawn as a replacement mark. */
export type ShapedText = { runs: TextRun[]; replaced: string[] }

// U+FFFD where the face has it; a question mark is in every font.
const replacements = ['\uFFFD', '?']

/** Zero-width non-joiner and joiner: they choose the form of letters in Arabic and Indic scripts. */
const isJoiner = (character: string): boolean => character === '\u200C' || character === '\u200D'

const mark = /\p{M}/u

type Part = { font: FontFile | OutlineFont; level: number; text: string }

/**
 * From left to right. A character that no file covers becomes a replacement mark. Bidirectional overrides are removed:
 * they could make a name read differently.
 */
export function shapeText(text: string, face: FontFace): ShapedText {
  const clean = cleanText(text)
  const levels = bidiLevels(clean)
  const parts: Part[] = []
  const replaced = new Set<string>()
  let at = 0
  for (const character of clean) {
    const level = levels?.[at] ?? 0
    at += character.length
    const last = parts.at(-1)
    if (isJoiner(character)) {
      if (last && 'characters' in last.font) last.text += character
      continue
    }
    const covered = continuing(last, character) ?? fontFor(character, face)
    if (!covered) replaced.add(codePointName(character))
    const [font, shown] = covered ? [covered, character] : replacementFor(face)
    if (last?.font === font && last.level === level) last.text += shown
    else parts.push({ font, level, text: shown })
  }
  return { runs: (levels ? visualOrder(parts) : parts).map(runOf), replaced: [...replaced] }
}

/** The font of the letter before it, with which a mark is shaped. */
function continuing(last: Part | undefined, character: string): OutlineFont | undefined {
  const font = last?.font
  if (!font || !('characters' in font) || !mark.test(character)) return undefined
  return font.characters.has(character.codePointAt(0) ?? 0) ? font : undefined
}

function runOf({ font, level, text }: Part): TextRun {
  const isRightToLeft = level % 2 === 1
  if ('characters' in font) return { text, clusters: shapeClusters(text, font, isRightToLeft) }
  return { text: isRightToLeft ? reversed(text) : text, file: font }
}

export function widthOfRuns(runs: readonly TextRun[], size: number): number {
  return runs.reduce((width, run) => width + widthOfRun(run, size), 0)
}

const widthOfRun = (run: TextRun, size: number): number =>
  'file' in run
    ? run.file.probe.widthOfTextAtSize(run.text, size)
    : (run.clusters.reduce((width, cluster) => width + cluster.width, 0) * size) / 1000

function cleanText(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\t\n\v\f\r\u2028\u2029]+/g, ' ')
    .replaceAll(/(?![\u200C\u200D])\p{Default_Ignorable_Code_Point}/gu, '')
}

/** A character as it is written where it cannot be drawn, such as `U+1F642`. */
function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** The fonts of characters that were looked up, by face. */
const known = new Map<FontFace, Map<string, FontFile | OutlineFont>>()

function fontFor(character: string, face: FontFace): FontFile | OutlineFont | undefined {
  const fonts = known.get(face) ?? new Map<string, FontFile | OutlineFont>()
  const font = fonts.get(character) ?? lookUpFont(character, face)
  if (font) known.set(face, fonts.set(character, font))
  return font
}

function lookUpFont(character: string, face: FontFace): FontFile | OutlineFont | undefined {
  // The fonts have a glyph for it, which nobody means.
  if (character === '\uFFFD') return undefined
  return outlineFontFor(character, face === 'semibold' ? 600 : 400) ?? fontFileFor(character, face)
}

function replacementFor(face: FontFace): [FontFile, string] {
  for (const mark of replacements) {
    const file = fontFileFor(mark, face)
    if (file) return [file, mark]
  }
  throw new Error(`Font face ${face} has no replacement mark`)
}

/** Writes each character that no font has by its code point, such as `[U+1F642]`. */
export function printable(text: string, face: FontFace = 'regular'): string {
  const unknown = new Set(undrawable(text, face))
  if (unknown.size === 0) return text
  return Array.from(text.normalize('NFC'), (character) =>
    unknown.has(character) ? `[${codePointName(character)}]` : character,
  ).join('')
}

/** Whether the fonts have a glyph for each character of a text, so that none is drawn as a replacement mark. */
export const isDrawable = (text: string, face: FontFace = 'regular'): boolean => undrawable(text, face).length === 0

export function undrawable(text: string, face: FontFace = 'regular'): string[] {
  return [...new Set(cleanText(text))].filter((character) => !isJoiner(character) && !fontFor(character, face))
}
