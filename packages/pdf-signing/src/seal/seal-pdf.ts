import { createHash } from 'node:crypto'
import type { CertificateData, UnsealedCertificate } from '../certificate/certificate-data.ts'
import { appendCertificate } from '../certificate/certificate-page.ts'
import { FontSet } from '../fonts/font-files.ts'
import { PDF, type PDFPage } from '../libpdf.ts'
import { PdfTaskFailed } from '../pdf-errors.ts'
import { assertContentKept } from '../reading/content-guard.ts'
import type { PageSnapshot } from '../reading/page-snapshot.ts'
import { readOriginal } from '../reading/read-original.ts'
import { type StampInput, stampRead } from '../stamps/stamp-pdf.ts'
import { assertPagesUnchanged, describeStamped } from './assert-pages-unchanged.ts'
import type { SealKey } from './seal-key.ts'
import { signPdf } from './sign-pdf.ts'
import { addValidationData } from './validation-data.ts'
import { assertSealVerifies, cmsOf } from './verify-seal.ts'

const a4 = { width: 595.28, height: 841.89 }
const letter = { width: 612, height: 792 }

type Certification = {
  /** The hash of the sealed pages is added by `sealPdf`. */
  certificate: UnsealedCertificate
  sealKey: SealKey
  /** RFC 3161 time-stamp authority: raises the signature from PAdES B-B to B-T. */
  tsaUrl?: string
  /** Adds what shows that the certificates were valid: B-LT. It needs `tsaUrl`. */
  isLongTerm?: boolean
}

/** What is sealed: a document to be stamped, or reviewed pages with the hash that `stampPdf` gave for them. */
export type SealInput = (StampInput | { reviewed: Uint8Array; sha256: string }) & Certification

/** `pages` counts the certificate too. */
export type Sealed = { pdf: Uint8Array; sha256: string; pages: number }

/**
 * PAdES. The file begins with the stamped pages; certificate and signature are an update (ISO 32000-2, 7.5.6), which
 * must leave them as they are.
 * @throws {PdfRefused} when the document would lose content
 * @throws {PdfTaskFailed}
 */
export async function sealPdf(input: SealInput): Promise<Sealed> {
  if (!('reviewed' in input)) return sealRead(input, await readOriginal(input.original))
  const { reviewed, sha256 } = input
  if (sha256Of(reviewed) !== sha256) throw new PdfTaskFailed('SEAL_PAGES_DIFFER')
  return sealStamped({ pdf: reviewed, isReviewed: true }, input)
}

export async function sealRead(input: StampInput & Certification, before: readonly PageSnapshot[]): Promise<Sealed> {
  const stamped = await stampRead(input, before)
  const sealed = await sealStamped({ ...stamped, isReviewed: false }, input)
  await assertContentKept(sealed.pdf, before, { stamps: stamped.stamps, pages: sealed.pages })
  return sealed
}

type StampedPages = { pdf: Uint8Array; isReviewed: boolean }

async function sealStamped({ pdf: stamped, isReviewed }: StampedPages, input: Certification): Promise<Sealed> {
  const signedPages = { sha256: sha256Of(stamped), bytes: stamped.length, isReviewed }
  const pdf = await PDF.load(stamped)
  const before = describeStamped(stamped, pdf)
  const fonts = new FontSet(pdf)
  const added = addCertificate(pdf, fonts, { ...input.certificate, signedPages })
  const sealed = await signPdf(pdf, input)
  if (!startsWith(sealed, stamped)) throw new PdfTaskFailed('SEAL_NOT_VERIFIED')
  const read = await PDF.load(sealed)
  await assertSealVerifies(sealed, read, stamped.length)
  await assertPagesUnchanged(sealed, read, { stamped: before, added })
  const file = input.isLongTerm ? await addValidationData(sealed, cmsOf(sealed)) : sealed
  return { pdf: file, sha256: sha256Of(file), pages: before.pages.length + added }
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const startsWith = (bytes: Uint8Array, start: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(start.length, bytes.length)).equals(start)

/** Adds the certificate, on paper like that of the last page. @returns how many pages it has */
function addCertificate(pdf: PDF, fonts: FontSet, data: CertificateData): number {
  const pages = pdf.getPages()
  const tree = pdf.getCatalog().getRef('Pages')
  const unmoved = pages.filter(({ dict }) => dict.getRef('Parent') === tree)
  const added = appendCertificate(pdf, fonts, data, paperLike(pages.at(-1)))
  // libpdf marks all pages as changed when it adds one.
  for (const { dict } of unmoved) dict.clearDirty()
  // Signing would embed whole fonts.
  fonts.finish()
  return added
}

/** The certificate is printed with the document, so it has the paper size of its last page. */
function paperLike(page: PDFPage | undefined): { width: number; height: number } {
  if (!page) return letter
  const { width, height } = page.getCropBox()
  const unit = page.dict.getNumber('UserUnit')?.value ?? 1
  const long = Math.max(width, height) * unit
  const short = Math.min(width, height) * unit
  return Math.abs(long - a4.height) < 15 && Math.abs(short - a4.width) < 15 ? a4 : letter
}
