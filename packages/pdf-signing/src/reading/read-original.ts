import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { SecurityError } from '../libpdf.ts'
import { PdfRefused } from '../pdf-errors.ts'
import { openForReading } from './open-pdf.ts'
import { type PageSnapshot, SnapshotReader } from './page-snapshot.ts'

const headerWindow = 1024
const trailerWindow = 2048
/**
 * Reads all pages of a PDF before anything is changed.
 * @throws {PdfRefused} when it is not a PDF, truncated, protected, XFA, a portfolio, or unreadable
 */
export function readOriginal(bytes: Uint8Array): Promise<PageSnapshot[]> {
  return refusingFailures(bytes, () => readPages(bytes))
}

/**
 * Counts the pages of a PDF without reading them: a few milliseconds at any length.
 * @throws {PdfRefused} as `readOriginal`, for all causes that concern the whole document
 */
export function countPages(bytes: Uint8Array): Promise<number> {
  return refusingFailures(bytes, async () => {
    const document = await openForReading(bytes)
    try {
      await assertAccepted(document)
      return document.numPages
    } finally {
      await document.loadingTask.destroy()
    }
  })
}

async function refusingFailures<Result>(bytes: Uint8Array, read: () => Promise<Result>): Promise<Result> {
  assertWholePdf(bytes)
  try {
    return await read()
  } catch (cause) {
    if (cause instanceof PdfRefused) throw cause
    throw new PdfRefused(isProtection(cause) ? 'PDF_ENCRYPTED' : 'PDF_UNREADABLE', { cause })
  }
}

/** Refuses a document by what pdf.js knows of it before any page is read. */
async function assertAccepted(document: PDFDocumentProxy): Promise<void> {
  const { info } = await document.getMetadata()
  if ('EncryptFilterName' in info && info.EncryptFilterName !== null) throw new PdfRefused('PDF_ENCRYPTED')
  if ('IsXFAPresent' in info && info.IsXFAPresent === true) throw new PdfRefused('PDF_HAS_XFA')
  if ('IsCollectionPresent' in info && info.IsCollectionPresent === true) throw new PdfRefused('PDF_IS_PORTFOLIO')
  if (document.numPages === 0) throw new PdfRefused('PDF_UNREADABLE')
}

/** Whether pdf.js or libpdf failed because of a password or permissions. */
export function isProtection(error: unknown): boolean {
  return error instanceof SecurityError || (error instanceof Error && error.name === 'PasswordException')
}

function assertWholePdf(bytes: Uint8Array): void {
  const head = Buffer.from(bytes.subarray(0, headerWindow)).toString('latin1')
  if (!head.includes('%PDF-')) throw new PdfRefused('PDF_NOT_A_PDF')
  const tail = Buffer.from(bytes.subarray(-trailerWindow)).toString('latin1')
  if (!/startxref\s+\d+\s+%%EOF/.test(tail)) throw new PdfRefused('PDF_TRUNCATED')
}

async function readPages(bytes: Uint8Array): Promise<PageSnapshot[]> {
  const document = await openForReading(bytes)
  try {
    await assertAccepted(document)
    const reader = new SnapshotReader(document, bytes)
    const pages: PageSnapshot[] = []
    for (let index = 0; index < document.numPages; index += 1) pages.push(await reader.read(index))
    return pages
  } finally {
    await document.loadingTask.destroy()
  }
}
