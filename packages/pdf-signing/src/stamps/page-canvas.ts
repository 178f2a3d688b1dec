import type { FontFace, FontSet } from '../fonts/font-files.ts'
import type { Cluster } from '../fonts/outline-clusters.ts'
import { shapeText, type TextRun, widthOfRuns } from '../fonts/shape-text.ts'
import { ops, type PDFImage, type PDFPage, PdfDict, PdfString, rgb } from '../libpdf.ts'
import type { Box, Point } from '../reading/page-geometry.ts'

type Color = ReturnType<typeof rgb>

export const ink = rgb(0.09, 0.13, 0.19)
export const mutedInk = rgb(0.36, 0.41, 0.47)
export const hairline = rgb(0.82, 0.85, 0.88)
export const accent = rgb(0.1, 0.3, 0.48)
export const penInk = rgb(0.05, 0.11, 0.35)

/** Draws on a page in points from the top left corner, downwards, as a viewer shows the page. */
export class PageCanvas {
  readonly fonts: FontSet
  readonly #page: PDFPage
  readonly #height: number

  constructor(page: PDFPage, height: number, fonts: FontSet) {
    this.#page = page
    this.#height = height
    this.fonts = fonts
  }

  /** Draws one line with its baseline at `at`. @returns its width */
  text(text: string, at: Point, style: { face: FontFace; size: number; color: Color }): number {
    const { runs, replaced } = shapeText(text, style.face)
    this.fonts.reportReplaced(replaced)
    return this.runs(runs, at, style)
  }

  runs(runs: readonly TextRun[], at: Point, { size, color }: { size: number; color: Color }): number {
    let x = at.x
    for (const run of runs) {
      if ('clusters' in run) this.#outlines(run.clusters, { x, y: at.y }, { size, color })
      else this.#page.drawText(run.text, { x, y: this.#height - at.y, font: this.fonts.embed(run.file), size, color })
      x += widthOfRuns([run], size)
    }
    return x - at.x
  }

  #outlines(clusters: readonly Cluster[], at: Point, { size, color }: { size: number; color: Color }): void {
    const texts = this.fonts.outlines.encode(clusters)
    for (const { font, name } of texts) fontsOf(this.#page).set(name, font)
    this.#page.drawOperators([
      ops.pushGraphicsState(),
      ops.beginText(),
      ops.setNonStrokingRGB(color.red, color.green, color.blue),
      ops.moveText(at.x, this.#height - at.y),
      ...texts.flatMap(({ name, bytes }) => [ops.setFont(`/${name}`, size), ops.showText(PdfString.fromBytes(bytes))]),
      ops.endText(),
      ops.popGraphicsState(),
    ])
  }

  image(image: PDFImage, box: Box): void {
    this.#page.drawImage(image, { ...box, y: this.#height - box.y - box.height })
  }

  frame(box: Box, borderColor: Color): void {
    const y = this.#height - box.y - box.height
    this.#page.drawRectangle({ ...box, y, borderColor, borderWidth: 0.75, cornerRadius: 3 })
  }

  dot({ x, y }: Point, { radius, color }: { radius: number; color: Color }): void {
    this.#page.drawCircle({ x, y: this.#height - y, radius, color })
  }

  polyline(points: readonly Point[], style: { color: Color; thickness: number }): void {
    const [first, ...rest] = points
    if (!first) return
    const path = this.#page.drawPath().moveTo(first.x, this.#height - first.y)
    for (const point of rest) path.lineTo(point.x, this.#height - point.y)
    path.stroke({ borderColor: style.color, borderWidth: style.thickness, lineCap: 'round', lineJoin: 'round' })
  }
}

/** The fonts that a page has of its own: `preparePage` has copied what it shared. */
function fontsOf(page: PDFPage): PdfDict {
  const resources = page.getResources()
  const present = resources.get('Font')
  if (present instanceof PdfDict) return present
  const fonts = new PdfDict()
  resources.set('Font', fonts)
  return fonts
}
