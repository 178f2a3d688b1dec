import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type EmbeddedFont, PDF } from '../libpdf.ts'
import { PdfTaskFailed } from '../pdf-errors.ts'
import { OutlineEmbedding } from './outline-embedding.ts'
import { subsetFonts } from './subset-fonts.ts'
import { unwrapWoff } from './woff.ts'

export type ScriptFont = 'great-vibes' | 'dancing-script' | 'caveat'
export type FontFace = 'regular' | 'semibold' | ScriptFont

/** One subset of one face. `probe` belongs to no document: it measures text and knows which characters the file has. */
export type FontFile = { id: string; bytes: Uint8Array; probe: EmbeddedFont }

const notoSubsets = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext']
const noto = (weight: number) => notoSubsets.map((subset) => fontsource('noto-sans', subset, weight))
const script = (family: ScriptFont, subsets: string[]) => [
  ...subsets.map((subset) => fontsource(family, subset, 400)),
  ...noto(400),
]

/** Files of each face, in order of preference. Noto Sans follows a script face, for the letters that it lacks. */
const chains: Record<FontFace, string[]> = {
  regular: noto(400),
  semibold: noto(600),
  'great-vibes': script('great-vibes', ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek-ext']),
  'dancing-script': script('dancing-script', ['latin', 'latin-ext', 'vietnamese']),
  caveat: script('caveat', ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext']),
}

const { resolve } = createRequire(import.meta.url)
const loaded = new Map<string, FontFile>()

function fontsource(family: string, subset: string, weight: number): string {
  return `@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`
}

/** The first file of a face that has a glyph for the character, else undefined. Files are read at their first use. */
export function fontFileFor(character: string, face: FontFace): FontFile | undefined {
  for (const id of chains[face]) {
    const file = load(id)
    if (file.probe.canEncode(character)) return file
  }
  return undefined
}

function load(id: string): FontFile {
  const known = loaded.get(id)
  if (known) return known
  const bytes = unwrapWoff(readFileSync(resolve(id)))
  const file = { id, bytes, probe: PDF.create().embedFont(bytes) }
  loaded.set(id, file)
  return file
}

/** The fonts of one document. Each file is embedded once, at its first use. */
export class FontSet {
  readonly #pdf: PDF
  readonly #embedded = new Map<string, EmbeddedFont>()
  /** Characters drawn so far that have no glyph in any font, as `U+XXXX`. */
  readonly #replaced = new Set<string>()
  readonly outlines: OutlineEmbedding

  constructor(pdf: PDF) {
    this.#pdf = pdf
    this.outlines = new OutlineEmbedding(pdf)
  }

  embed(file: FontFile): EmbeddedFont {
    const known = this.#embedded.get(file.id)
    if (known) return known
    const font = this.#pdf.embedFont(file.bytes)
    this.#embedded.set(file.id, font)
    return font
  }

  /** Once, before saving. @throws {PdfTaskFailed} `SEAL_TEXT_UNPRINTABLE` when a replacement mark was drawn */
  finish(): void {
    if (this.#replaced.size > 0) throw new PdfTaskFailed('SEAL_TEXT_UNPRINTABLE')
    this.outlines.finish()
    subsetFonts(this.#pdf)
  }

  reportReplaced(codePoints: readonly string[]): void {
    for (const codePoint of codePoints) this.#replaced.add(codePoint)
  }
}
