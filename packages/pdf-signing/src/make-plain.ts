import { flattenAnnotations } from './flatten-annotations.ts'
import type { PDF, PDFPage } from './libpdf.ts'
import { resolverOf } from './pdf-objects.ts'
import { assertLayersVisible } from './plain-layers.ts'
import { preparePage } from './prepare-page.ts'
import { stripObjects } from './strip-objects.ts'

/**
 * Makes a document plain: its pages as the screen shows them, and nothing else. Annotations and form fields become part
 * of the page or go; layers, actions, scripts, embedded files and alternatives for print go. Pages can be drawn on
 * afterwards. A document that is plain already keeps its look.
 * @throws {PdfRefused} when what is shown depends on the state of a layer, or cannot be told
 */
export function makePlain(pdf: PDF, pages: readonly PDFPage[]): void {
  const resolve = resolverOf(pdf)
  assertLayersVisible(pdf, resolve)
  for (const page of pages) {
    preparePage(pdf, page)
    flattenAnnotations(pdf, page, resolve)
  }
  stripObjects(pdf, resolve)
}
