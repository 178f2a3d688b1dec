import { createHash } from 'node:crypto'
import type { FormField, ImportNote } from '@agency/contract/form-fields'
import { takeFormFields } from '../form-fields/take-form-fields.ts'
import { largestPdf, PdfRefused } from '../pdf-errors.ts'
import { openPlain } from '../plain/make-plain.ts'
import { countPages, readOriginal } from '../reading/read-original.ts'
import { sealRead } from '../seal/seal-pdf.ts'
import { readPlain } from './read-plain.ts'
import { trialSeal } from './trial-seal.ts'

/**
 * `plain` is stored, shown and sealed in place of the uploaded file; `sha256` is the hash of the uploaded file, hex.
 * `fields` are those of the PDF's own form, and `notes` what staff are told about them.
 */
export type Inspection = { pages: number; sha256: string; plain: Uint8Array; fields: FormField[]; notes: ImportNote[] }

/**
 * What a PDF is uploaded for. Of one to fill in, the fields of its form are filled in here, and what stands in them is their
 * preset. Of one to read, it is content of the pages.
 */
export type PdfUse = 'fill-in' | 'read'

/**
 * Checks at upload whether a PDF can be sealed, and makes a plain copy. The copy must look the same as the uploaded
 * file on the screen and in print. It is then sealed on trial by the code that seals, and must keep all content.
 * @throws {PdfRefused} with a message for staff
 */
export async function inspectPdf(bytes: Uint8Array, use: PdfUse = 'fill-in'): Promise<Inspection> {
  if (bytes.length > largestPdf) throw new PdfRefused('PDF_TOO_LARGE')
  const shown = await readOriginal(bytes)
  const { fields, notes, widgets } = await takeFormFields(bytes)
  const isRead = use === 'read'
  const plain = await plainCopy(bytes, shown.length, isRead ? new Set() : widgets)
  const pages = await readPlain(plain, shown, isRead ? fields.filter(({ preset }) => preset === undefined) : fields)
  await sealRead(await trialSeal(plain, pages), pages)
  return {
    pages: pages.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    plain,
    fields: isRead ? [] : fields,
    notes: isRead ? [] : notes,
  }
}

/** What is checked while the caller waits: larger uploads are checked later. */
export type PromptLimit = { pages: number; bytes: number }

/** A large upload that a first look found no fault with. */
export type Postponed = { pages: number }

/**
 * Checks an upload as `inspectPdf` does, if it is short. Of a larger one it finds only the faults of the whole document:
 * it is no PDF, truncated, protected, XFA, a portfolio, signed, without pages, or its layers are hidden.
 * @throws {PdfRefused} with a message for staff
 */
export async function inspectPrompt(
  bytes: Uint8Array,
  limit: PromptLimit,
  use: PdfUse = 'fill-in',
): Promise<Inspection | Postponed> {
  if (bytes.length > largestPdf) throw new PdfRefused('PDF_TOO_LARGE')
  const pages = await countPages(bytes)
  if (pages <= limit.pages && bytes.length <= limit.bytes) return inspectPdf(bytes, use)
  await openPlain(bytes, pages)
  return { pages }
}

async function plainCopy(bytes: Uint8Array, pages: number, fields: ReadonlySet<string>): Promise<Uint8Array> {
  const { pdf } = await openPlain(bytes, pages, fields)
  return Uint8Array.from(await pdf.save())
}
