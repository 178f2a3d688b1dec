import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { digestOf, type InstructionDigest, InstructionReader } from './drawing-instructions.ts'
import type { SeenPage, Transform } from './page-geometry.ts'
import { countNotes, type PageNotes } from './page-notes.ts'
import type { PageSource } from './page-picture.ts'
import { readText } from './page-text.ts'

/** `instructions` are undefined when only its pictures can be compared. */
export type PageContent = { kind: 'look'; instructions: InstructionDigest | undefined } | { kind: 'text'; text: string }

export type PageSnapshot = PageNotes & { source: PageSource; seen: SeenPage; content: PageContent }

// From this page on, the look of pages with words and without drawn annotations or layers is not compared.
const fullyCompared = 100

export class SnapshotReader {
  readonly #document: PDFDocumentProxy
  readonly #bytes: Uint8Array
  readonly #password: string | undefined
  readonly #instructions = new InstructionReader()
  #notes: Promise<PageNotes[]> | undefined
  #hasLayers: Promise<boolean> | undefined

  /** @param document the opened `bytes` @param password that opened them */
  constructor(document: PDFDocumentProxy, bytes: Uint8Array, password?: string) {
    this.#document = document
    this.#bytes = bytes
    this.#password = password
  }

  /** @param index from 0 @param kind what must be kept of the page; by default, what its content needs */
  async read(index: number, kind?: PageContent['kind']): Promise<PageSnapshot> {
    const page = await this.#document.getPage(index + 1)
    this.#notes ??= countNotes(this.#document)
    const { notes, drawnNotes } = (await this.#notes)[index] ?? { notes: 0, drawnNotes: 0 }
    const isLook = kind ? kind === 'look' : drawnNotes > 0 || index < fullyCompared || (await this.#isLayered())
    const content = isLook ? await this.#readLook(page) : await this.#readText(page, kind)
    page.cleanup()
    return {
      notes,
      drawnNotes,
      source: { bytes: this.#bytes, intent: 'display', index, password: this.#password },
      seen: seenPage(page),
      content,
    }
  }

  /** The text alone does not tell what a layer hides. */
  #isLayered(): Promise<boolean> {
    this.#hasLayers ??= this.#document.getOptionalContentConfig().then((layers) => [...layers].length > 0)
    return this.#hasLayers
  }

  async #readLook(page: PDFPageProxy): Promise<PageContent> {
    const drawn = await this.#instructions.read(page, 'display')
    return { kind: 'look', instructions: drawn && digestOf(drawn) }
  }

  /** A page without words is a scan. */
  async #readText(page: PDFPageProxy, kind: PageContent['kind'] | undefined): Promise<PageContent> {
    const text = await readText(page)
    return text === '' && !kind ? this.#readLook(page) : { kind: 'text', text }
  }
}

export function seenPage(page: PDFPageProxy): SeenPage {
  const { width, height, transform } = page.getViewport({ scale: 1 })
  const [a, b, c, d, e, f]: number[] = transform
  const toSeen: Transform = [a ?? 1, b ?? 0, c ?? 0, d ?? -1, e ?? 0, f ?? height]
  return { width, height, toSeen }
}
