import type { FontFile } from './font-files.ts'
import type { EmbeddedFont, PDF } from './libpdf.ts'

/** The fonts of one document: each file is embedded when it is first drawn with, once. */
export class FontSet {
  readonly #pdf: PDF
  readonly #embedded = new Map<string, EmbeddedFont>()
  readonly #replaced = new Set<string>()

  constructor(pdf: PDF) {
    this.#pdf = pdf
  }

  embed(file: FontFile): EmbeddedFont {
    const known = this.#embedded.get(file.id)
    if (known) return known
    const font = this.#pdf.embedFont(file.bytes)
    this.#embedded.set(file.id, font)
    return font
  }

  reportReplaced(codePoints: readonly string[]): void {
    for (const codePoint of codePoints) this.#replaced.add(codePoint)
  }

  /** Characters drawn so far that no font has, as `U+XXXX`. */
  get replaced(): string[] {
    return [...this.#replaced].sort()
  }
}
