import type { PdfLoss } from '@agency/contract/pdf-checks'
import { PDF, type PDFPage } from '../libpdf.ts'
import type { AcceptableLoss } from '../page-losses.ts'
import { PdfRefused } from '../pdf-errors.ts'
import { resolverOf } from '../pdf-objects.ts'
import { protectionOf } from '../reading/read-original.ts'
import { flattenAnnotations } from './flatten-annotations.ts'
import { hideLayers } from './hide-layers.ts'
import { Layers } from './layers.ts'
import { preparePage } from './prepare-page.ts'
import { stripObjects } from './strip-objects.ts'

type PlainOptions = {
  /** The widgets that are filled in later, by their ids: they are drawn without what stands in them. */
  fields?: ReadonlySet<string>
  accepted?: readonly PdfLoss[]
}

/** @param pageCount what another parser counted @returns with the accepted losses @throws {PdfRefused} */
export async function openPlain(
  original: Uint8Array,
  pageCount: number,
  { fields = new Set(), accepted = [] }: PlainOptions = {},
): Promise<{ pdf: PDF; pages: PDFPage[]; losses: AcceptableLoss[] }> {
  try {
    const pdf = await PDF.load(original)
    if (pdf.isEncrypted) throw new PdfRefused('PDF_ENCRYPTED')
    const form = pdf.getForm()
    if (form?.getSignatureFields().some((field) => field.isSigned())) throw new PdfRefused('PDF_ALREADY_SIGNED')
    const pages = pdf.getPages()
    if (pages.length !== pageCount) throw new PdfRefused('PDF_CONTENT_LOST')
    const losses = makePlain(pdf, pages, fields)
    const refused = losses.filter(({ what }) => !accepted.includes(what))
    if (refused.length > 0) throw new PdfRefused('PDF_CONTENT_LOST', { losses: refused })
    return { pdf, pages, losses }
  } catch (cause) {
    if (cause instanceof PdfRefused) throw cause
    throw new PdfRefused(protectionOf(cause) ?? 'PDF_UNREADABLE', { cause })
  }
}

/** Annotations become content; layers, scripts, files go. @returns what is lost @throws {PdfRefused} */
function makePlain(pdf: PDF, pages: readonly PDFPage[], fields: ReadonlySet<string>): AcceptableLoss[] {
  const resolve = resolverOf(pdf)
  const layers = new Layers(pdf, resolve)
  hideLayers(pdf, pages, { layers, resolve })
  const losses = pages.flatMap((page) => {
    preparePage(pdf, page)
    return flattenAnnotations(pdf, page, resolve, { layers, fields })
  })
  stripObjects(pdf, resolve, layers)
  // Makes the page tree flat, so that adding pages later does not write the existing ones again.
  pdf.movePage(0, 0)
  return losses
}
