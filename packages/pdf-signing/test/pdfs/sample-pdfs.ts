import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Path of a PDF of four pages, written by LibreOffice. */
export const foreignPdf = join(import.meta.dirname, 'libreoffice.pdf')

/** Path of a PDF of one page of text, written by cairo: the one that is checked and sealed fastest. */
export const onePagePdf = join(import.meta.dirname, 'cairo.pdf')

/** A PDF as a part of a form. */
export const pdfBlob = (path = onePagePdf): Blob => new Blob([readFileSync(path)], { type: 'application/pdf' })
