import type { FontSet } from './font-set.ts'
import type { PDF } from './libpdf.ts'
import { hairline, mutedInk, PageCanvas } from './page-canvas.ts'
import { measureText } from './text-fit.ts'

export const margin = 56
const footerHeight = 44

/** Pages that fill from top to bottom: a new one is added when what comes next has no room. */
export class CertificateFlow {
  readonly width: number
  y = margin
  readonly #height: number
  readonly #pdf: PDF
  readonly #fonts: FontSet
  readonly #pages: PageCanvas[] = []

  constructor(pdf: PDF, fonts: FontSet, paper: { width: number; height: number }) {
    this.#pdf = pdf
    this.#fonts = fonts
    this.width = paper.width
    this.#height = paper.height
    this.#addPage()
  }

  /** The page being filled. */
  get canvas(): PageCanvas {
    const page = this.#pages.at(-1)
    if (!page) throw new Error('A flow has a page from the start')
    return page
  }

  get right(): number {
    return this.width - margin
  }

  /** Makes sure that `height` points are free below `y`; gives true when that took a new page. */
  ensure(height: number): boolean {
    if (this.y + height <= this.#height - margin - footerHeight) return false
    this.#addPage()
    return true
  }

  rule(): void {
    this.canvas.polyline(
      [
        { x: margin, y: this.y },
        { x: this.right, y: this.y },
      ],
      { color: hairline, thickness: 0.75 },
    )
  }

  /** Writes the last lines of every page, now that their number is known; gives that number. */
  finish(left: string, right: (page: number, pages: number) => string): number {
    const style = { face: 'regular', size: 7.5, color: mutedInk } as const
    const y = this.#height - margin + 12
    this.#pages.forEach((page, index) => {
      const label = right(index + 1, this.#pages.length)
      page.text(left, { x: margin, y }, style)
      page.text(label, { x: this.right - measureText(label, style.face, style.size), y }, style)
    })
    return this.#pages.length
  }

  #addPage(): void {
    const page = this.#pdf.addPage({ width: this.width, height: this.#height })
    this.#pages.push(new PageCanvas(page, this.#height, this.#fonts))
    this.y = margin
  }
}
