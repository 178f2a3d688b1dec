import { type FontFace, type FontFile, fontFileFor } from './font-files.ts'

/** Consecutive text that one font file has all glyphs for. */
export type TextRun = { file: FontFile; text: string }

/** `replaced`: characters without a glyph in any font, as `U+XXXX`; each is drawn as a replacement mark. */
export type ShapedText = { runs: TextRun[]; replaced: string[] }

// U+FFFD where the face has it; a question mark is in every font.
const replacements = ['\uFFFD', '?']

/**
 * Splits text into runs by the font file that covers each character. A character that no
 * file covers becomes a replacement mark and is reported. Characters that have no glyph by definition are removed
 * (`Default_Ignorable_Code_Point`; among them are bidirectional overrides, which could make a name read differently).
 */
export function shapeText(text: string, face: FontFace): ShapedText {
  const runs: TextRun[] = []
  const replaced = new Set<string>()
  for (const character of cleanText(text)) {
    const covered = fontFileFor(character, face)
    if (!covered) replaced.add(codePointName(character))
    const [file, shown] = covered ? [covered, character] : replacementFor(face)
    const last = runs.at(-1)
    if (last?.file === file) last.text += shown
    else runs.push({ file, text: shown })
  }
  return { runs, replaced: [...replaced] }
}

/** Width of the runs in points at a font size. */
export function widthOfRuns(runs: readonly TextRun[], size: number): number {
  return runs.reduce((width, run) => width + run.file.probe.widthOfTextAtSize(run.text, size), 0)
}

function cleanText(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\t\n\v\f\r\u2028\u2029]+/g, ' ')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
}

function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

function replacementFor(face: FontFace): [FontFile, string] {
  for (const mark of replacements) {
    const file = fontFileFor(mark, face)
    if (file) return [file, mark]
  }
  throw new Error(`Font face ${face} has no replacement mark`)
}
