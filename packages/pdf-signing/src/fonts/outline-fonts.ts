import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Blob, Face, Font, Variation } from 'harfbuzzjs'
import { unwrapWoff2 } from './woff2.ts'

/** One file of a variable Noto face at one weight. Its glyphs are shaped by HarfBuzz and drawn as outlines. */
export type OutlineFont = { id: string; font: Font; unitsPerEm: number; characters: ReadonlySet<number> }

/** Of the faces that are used: at the regular and semibold weight. */
export type OutlineWeight = 400 | 600

const han = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\u3000\uFF01-\uFFEE]/u

/** A package `@fontsource-variable/noto-sans-<name>`, for the scripts that the embedded faces lack. */
const scripts: readonly [name: string, characters: RegExp][] = [
  ['arabic', /\p{scx=Arabic}/u],
  ['hebrew', /\p{scx=Hebrew}/u],
  ['devanagari', /\p{scx=Devanagari}/u],
  ['bengali', /\p{scx=Bengali}/u],
  ['gurmukhi', /\p{scx=Gurmukhi}/u],
  ['gujarati', /\p{scx=Gujarati}/u],
  ['oriya', /\p{scx=Oriya}/u],
  ['tamil', /\p{scx=Tamil}/u],
  ['telugu', /\p{scx=Telugu}/u],
  ['kannada', /\p{scx=Kannada}/u],
  ['malayalam', /\p{scx=Malayalam}/u],
  ['sinhala', /\p{scx=Sinhala}/u],
  ['thai', /[\p{scx=Thai}\u0E3F]/u],
  ['lao', /\p{scx=Lao}/u],
  ['khmer', /\p{scx=Khmer}/u],
  ['ethiopic', /\p{scx=Ethiopic}/u],
  ['armenian', /\p{scx=Armenian}/u],
  ['georgian', /\p{scx=Georgian}/u],
  ['kr', /\p{Script=Hangul}/u],
  // Han as it is written in China, then what is only used in Taiwan and Japan: 17,000 of the 21,000 usual characters.
  ['sc', han],
  ['tc', han],
  ['jp', han],
]

const firstCharacter = '\u0530'
const { resolve } = createRequire(import.meta.url)
const slices = new Map<string, readonly Slice[]>()
const loaded = new Map<string, OutlineFont>()

type Slice = { file: string; ranges: readonly [first: number, last: number][] }

/** Finds a font beyond Latin, Greek and Cyrillic; undefined without one. Files are read at their first use. */
export function outlineFontFor(character: string, weight: OutlineWeight): OutlineFont | undefined {
  if (character < firstCharacter) return undefined
  const codePoint = character.codePointAt(0) ?? 0
  for (const [name, characters] of scripts) {
    if (!characters.test(character)) continue
    const slice = slicesOf(name).find(({ ranges }) =>
      ranges.some(([first, last]) => codePoint >= first && codePoint <= last),
    )
    const font = slice && load(slice.file, weight)
    if (font?.characters.has(codePoint)) return font
  }
  return undefined
}

/** The files of a face with the characters that each may have, from the metadata of its package. */
function slicesOf(name: string): readonly Slice[] {
  const known = slices.get(name)
  if (known) return known
  const file = (slice: string) =>
    resolve(`@fontsource-variable/noto-sans-${name}/files/noto-sans-${name}-${slice}-wght-normal.woff2`)
  const path = resolve(`@fontsource-variable/noto-sans-${name}/unicode.json`)
  const metadata: Record<string, string> = JSON.parse(readFileSync(path, 'utf8'))
  const own = Object.entries(metadata).filter(([slice]) => slice === name || slice.startsWith('['))
  const read = own.map(([slice, ranges]) => ({ file: file(slice.replaceAll(/[[\]]/g, '')), ranges: rangesOf(ranges) }))
  slices.set(name, read)
  return read
}

/** @param text as the CSS property `unicode-range` */
function rangesOf(text: string): [number, number][] {
  return text.split(',').map((range) => {
    const [first = '', last = first] = range.replace(/^U\+/i, '').split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
  })
}

function load(file: string, weight: OutlineWeight): OutlineFont {
  const id = `${file} ${weight}`
  const known = loaded.get(id)
  if (known) return known
  const face = new Face(new Blob(unwrapWoff2(readFileSync(file))))
  const font = new Font(face)
  font.setVariations([new Variation('wght', weight)])
  const made = { id, font, unitsPerEm: face.upem, characters: new Set(face.collectUnicodes()) }
  loaded.set(id, made)
  return made
}
