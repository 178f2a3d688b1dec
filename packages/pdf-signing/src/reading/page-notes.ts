import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

declare module 'pdfjs-dist/types/src/display/api.js' {
  interface PDFDocumentProxy {
    /** Without types: annotations of all types, also of unknown ones. Null when pdf.js can read none. */
    getAnnotationsByType(types: null, pageIndexesToSkip: null): Promise<object[] | null>
  }
}

/** `notes` counts hidden ones and form fields too; `drawnNotes` leaves out links without an appearance. */
export type PageNotes = { notes: number; drawnNotes: number }

/** pdf.js' call for one page also extracts the text below each link, as slow as all of the page's text. */
export async function countNotes(document: PDFDocumentProxy): Promise<PageNotes[]> {
  const pages = Array.from({ length: document.numPages }, () => ({ notes: 0, drawnNotes: 0 }))
  for (const note of (await document.getAnnotationsByType(null, null)) ?? []) {
    const page = 'pageIndex' in note && typeof note.pageIndex === 'number' ? pages[note.pageIndex] : undefined
    if (!page) throw new Error('An annotation is on no page')
    page.notes += 1
    if (!isBareLink(note)) page.drawnNotes += 1
  }
  return pages
}

const isBareLink = (note: object): boolean =>
  'subtype' in note && note.subtype === 'Link' && !('hasAppearance' in note && note.hasAppearance)
