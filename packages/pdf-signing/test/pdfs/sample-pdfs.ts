import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Path of a PDF of four pages, written by LibreOffice. */
export const foreignPdf = join(import.meta.dirname, 'libreoffice.pdf')

/** Path of a PDF of one page of text, written by cairo: the one that is checked and sealed fastest. */
export const onePagePdf = join(import.meta.dirname, 'cairo.pdf')

/** A PDF, of a path or of bytes, as a part of a form. */
export const pdfBlob = (pdf: string | Uint8Array<ArrayBuffer> = onePagePdf): Blob =>
  new Blob([typeof pdf === 'string' ? readFileSync(pdf) : pdf], { type: 'application/pdf' })
