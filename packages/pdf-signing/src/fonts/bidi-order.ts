import { createRequire } from 'node:module'
import type { Bidi } from 'bidi-js'

// Its types describe an ES module, which it is not in Node.
const bidiFactory: () => Bidi = createRequire(import.meta.url)('bidi-js')
const bidi = bidiFactory()
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** A part of a line; `level` as in the Unicode Bidirectional Algorithm: odd is right to left. */
export type DirectedPart = { level: number }

/** UAX #9. The base direction is that of its first letter. @returns undefined when all is left to right */
export function bidiLevels(text: string): Uint8Array | undefined {
  return rightToLeft.test(text) ? bidi.getEmbeddingLevels(text).levels : undefined
}

/** The parts of a line in the order in which they stand on it (UAX #9, rule L2). */
export function visualOrder<Part extends DirectedPart>(parts: readonly Part[]): Part[] {
  const ordered = [...parts]
  const most = Math.max(0, ...parts.map(({ level }) => level))
  for (let level = most; level > 0; level -= 1) {
    let start = 0
    while (start < ordered.length) {
      let end = start
      while ((ordered[end]?.level ?? -1) >= level) end += 1
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse())
      start = Math.max(end, start + 1)
    }
  }
  return ordered
}

/** Text of a right-to-left part as it is drawn from left to right, with mirrored brackets (rule L4). */
export const reversed = (text: string): string =>
  [...text]
    .reverse()
    .map((character) => bidi.getMirroredCharacter(character) ?? character)
    .join('')
