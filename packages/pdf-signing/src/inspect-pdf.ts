import { createHash } from 'node:crypto'
import type { FormField } from '@agency/contract/form-fields'
import { assertContentSurvived } from './content-guard.ts'
import { openForSealing } from './open-for-sealing.ts'
import { readOriginal } from './read-original.ts'
import { readPlain } from './read-plain.ts'
import { sealRead } from './seal-pdf.ts'
import { takeFormFields } from './take-form-fields.ts'
import { trialSeal } from './trial-seal.ts'

/**
 * `plain` is what is stored, shown and sealed in place of the uploaded file; `sha256` is that of the uploaded file, hex.
 * `fields` are those of its own form that are empty.
 */
export type Inspection = { pages: number; words: number; sha256: string; plain: Uint8Array; fields: FormField[] }

/**
 * Checks at upload whether a PDF can be signed here, and makes it plain. The plain copy must look as the uploaded file
 * does on the screen; printed, it must look the same; and it is sealed on trial by the code that seals, after which
 * nothing may be missing.
 * @throws {PdfRefused} with what is wrong, in words for staff
 */
export async function inspectPdf(bytes: Uint8Array): Promise<Inspection> {
  const shown = await readOriginal(bytes)
  const fields = await takeFormFields(bytes)
  const plain = await plainCopy(bytes, shown.length)
  const pages = await readPlain(plain, shown)
  // Readers draw empty fields in ways of their own, where a form asks for it (NeedAppearances).
  assertContentSurvived(shown, pages, fields)
  await sealRead(await trialSeal(plain, pages), pages)
  return {
    pages: pages.length,
    words: pages.reduce((words, page) => words + page.words, 0),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    plain,
    fields,
  }
}

async function plainCopy(bytes: Uint8Array, pages: number): Promise<Uint8Array> {
  const { pdf } = await openForSealing(bytes, pages)
  return Uint8Array.from(await pdf.save())
}
