import { measureText } from '../fonts/fit-text.ts'
import type { FontSet } from '../fonts/font-files.ts'
import type { PDF } from '../libpdf.ts'
import { PdfTaskFailed } from '../pdf-errors.ts'
import { accent, hairline, mutedInk, PageCanvas } from '../stamps/page-canvas.ts'

export const margin = 56
const footerHeight = 44

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

  get canvas(): PageCanvas {
    const page = this.#pages.at(-1)
    if (!page) throw new Error('The certificate has no page')
    return page
  }

  get right(): number {
    return this.width - margin
  }

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

  section(title: string, room = 70): void {
    if (!this.ensure(room)) {
      this.y += 9
      this.rule()
    }
    this.y += 17
    this.canvas.text(title, { x: margin, y: this.y }, { face: 'semibold', size: 10, color: accent })
    this.y += 7
  }

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

/** `2025-03-04 17:05:09 UTC` in every language. @throws {PdfTaskFailed} `SEAL_INPUT_INVALID` for no valid time */
export function formatUtc(time: string): string {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) throw new PdfTaskFailed('SEAL_INPUT_INVALID')
  return `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
