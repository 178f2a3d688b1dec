import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type EmbeddedFont, PDF } from './libpdf.ts'
import { unwrapWoff } from './woff.ts'

export type ScriptFont = 'great-vibes' | 'dancing-script' | 'caveat'
export type FontFace = 'regular' | 'semibold' | ScriptFont

/** One subset of one face. `probe` belongs to no document: it measures and tells what the file covers. */
export type FontFile = { id: string; bytes: Uint8Array; probe: EmbeddedFont }

const notoSubsets = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext']
const noto = (weight: number) => notoSubsets.map((subset) => fontsource('noto-sans', subset, weight))
const script = (family: ScriptFont, subsets: string[]) => [
  ...subsets.map((subset) => fontsource(family, subset, 400)),
  ...noto(400),
]

/** In order of preference; the files of a script face end in Noto Sans, which has the letters that it lacks. */
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

/** The first file of a face's chain that has a glyph for the character, or undefined when none has. Reads lazily. */
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
