import { PDF, PdfDict, PdfName, type PdfObject } from '../libpdf.ts'
import { PdfRefused } from '../pdf-errors.ts'
import { type Resolve, resolverOf } from '../pdf-objects.ts'

export type FoundForm = {
  drawsAll: boolean
  /** The PDF with a form that pdf.js can draw: each field has its own appearance, and XFA says nothing else. */
  prepare(): Promise<Uint8Array>
}

/** A font that viewers use where a form names one that it lacks. */
const helvetica = {
  Type: PdfName.of('Font'),
  Subtype: PdfName.of('Type1'),
  BaseFont: PdfName.of('Helvetica'),
  Encoding: PdfName.of('WinAnsiEncoding'),
} satisfies Record<string, PdfObject>

/** @param bytes without encryption @returns undefined without a form */
export async function findForm(bytes: Uint8Array): Promise<FoundForm | undefined> {
  try {
    const pdf = await PDF.load(bytes)
    const resolve = resolverOf(pdf)
    const form = pdf.getCatalog().getDict('AcroForm', resolve)
    if (!form) return undefined
    return {
      drawsAll: form.getBool('NeedAppearances', resolve)?.value === true,
      prepare: async () => {
        form.delete('NeedAppearances')
        form.delete('XFA')
        addFonts(form, resolve)
        return Uint8Array.from(await pdf.save({ incremental: true }))
      },
    }
  } catch (cause) {
    throw new PdfRefused('PDF_UNREADABLE', { cause })
  }
}

function addFonts(form: PdfDict, resolve: Resolve): void {
  const resources = form.getDict('DR', resolve) ?? new PdfDict()
  const fonts = resources.getDict('Font', resolve) ?? new PdfDict()
  const named = /\/(\S+)\s+[\d.]+\s+Tf/.exec(form.getString('DA', resolve)?.asString() ?? '')?.[1]
  for (const name of ['Helv', 'Helvetica', ...(named ? [named] : [])])
    if (!fonts.has(name)) fonts.set(name, PdfDict.of(helvetica))
  resources.set('Font', fonts)
  form.set('DR', resources)
}
