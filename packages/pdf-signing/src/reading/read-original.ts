import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { SecurityError } from '../libpdf.ts'
import { type PdfRefusalCode, PdfRefused } from '../pdf-errors.ts'
import { isDynamicXfa } from './dynamic-xfa.ts'
import { openForReading } from './open-pdf.ts'
import { type PageSnapshot, SnapshotReader } from './page-snapshot.ts'

const headerWindow = 1024
const trailerWindow = 2048

/** @param password if needed @throws {PdfRefused} no PDF, truncated, protected, dynamic XFA, portfolio, unreadable */
export function readOriginal(bytes: Uint8Array, password?: string): Promise<PageSnapshot[]> {
  return refusingFailures(bytes, async () => {
    const document = await openForReading(bytes, password)
    try {
      await assertAccepted(document)
      const reader = new SnapshotReader(document, bytes, password)
      const pages: PageSnapshot[] = []
      for (let index = 0; index < document.numPages; index += 1) pages.push(await reader.read(index))
      return pages
    } finally {
      await document.loadingTask.destroy()
    }
  })
}

/** Counts in a few milliseconds. @throws {PdfRefused} as `readOriginal`, for causes of the whole document */
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

/** None if it opens without. @throws {PdfRefused} as `readOriginal`; `PDF_PASSWORD_NEEDED`, `PDF_PASSWORD_WRONG` */
export async function neededPassword(bytes: Uint8Array, given: string | undefined): Promise<string | undefined> {
  const opens = (password?: string) =>
    refusingFailures(bytes, async () => (await openForReading(bytes, password)).loadingTask.destroy())
  try {
    await opens()
    return undefined
  } catch (error) {
    const isLocked = error instanceof PdfRefused && error.code === 'PDF_PASSWORD_NEEDED'
    if (!isLocked || given === undefined) throw error
    await opens(given)
    return given
  }
}

async function refusingFailures<Result>(bytes: Uint8Array, read: () => Promise<Result>): Promise<Result> {
  assertWholePdf(bytes)
  try {
    return await read()
  } catch (cause) {
    if (cause instanceof PdfRefused) throw cause
    throw new PdfRefused(protectionOf(cause) ?? 'PDF_UNREADABLE', { cause })
  }
}

async function assertAccepted(document: PDFDocumentProxy): Promise<void> {
  const { info } = await document.getMetadata()
  if ('IsXFAPresent' in info && info.IsXFAPresent === true && (await isDynamicXfa(document)))
    throw new PdfRefused('PDF_HAS_XFA')
  if ('IsCollectionPresent' in info && info.IsCollectionPresent === true) throw new PdfRefused('PDF_IS_PORTFOLIO')
  if (document.numPages === 0) throw new PdfRefused('PDF_UNREADABLE')
}

/** pdf.js' codes of a `PasswordException`. */
const passwordCodes = new Map<unknown, PdfRefusalCode>([
  [1, 'PDF_PASSWORD_NEEDED'],
  [2, 'PDF_PASSWORD_WRONG'],
])

export function protectionOf(error: unknown): PdfRefusalCode | undefined {
  if (error instanceof SecurityError) return 'PDF_ENCRYPTED'
  if (!(error instanceof Error) || error.name !== 'PasswordException') return undefined
  return ('code' in error && passwordCodes.get(error.code)) || 'PDF_ENCRYPTED'
}

function assertWholePdf(bytes: Uint8Array): void {
  const head = Buffer.from(bytes.subarray(0, headerWindow)).toString('latin1')
  if (!head.includes('%PDF-')) throw new PdfRefused('PDF_NOT_A_PDF')
  const tail = Buffer.from(bytes.subarray(-trailerWindow)).toString('latin1')
  if (!/startxref\s+\d+\s+%%EOF/.test(tail)) throw new PdfRefused('PDF_TRUNCATED')
}
