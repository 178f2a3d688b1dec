import { createHash } from 'node:crypto'
import type { FormField, ImportNote } from '@agency/contract/form-fields'
import type { PdfLoss } from '@agency/contract/pdf-checks'
import { takeFormFields } from '../form-fields/take-form-fields.ts'
import type { AcceptableLoss } from '../page-losses.ts'
import { largestPdf, PdfRefused } from '../pdf-errors.ts'
import { estimateShrunk, shrinkPictures } from '../pictures/shrink-pictures.ts'
import { openPlain } from '../plain/make-plain.ts'
import { assertContentKept } from '../reading/content-guard.ts'
import type { PageSnapshot } from '../reading/page-snapshot.ts'
import { countPages, readOriginal } from '../reading/read-original.ts'
import { sealRead } from '../seal/seal-pdf.ts'
import { type OpenUpload, openUpload } from './decrypt-pdf.ts'
import { drawValues } from './draw-values.ts'
import { compareShown, readPlain } from './read-plain.ts'
import { trialSeal } from './trial-seal.ts'

/** `plain` is used in place of the upload, whose hex hash `sha256` is. `losses`: what it lacks, as accepted. */
export type Inspection = {
  pages: number
  sha256: string
  plain: Uint8Array
  fields: FormField[]
  notes: ImportNote[]
  losses: AcceptableLoss[]
}

/** What is uploaded to fill in has its form's values as presets; to read, as content of the pages. */
export type PdfUse = 'fill-in' | 'read'

export type InspectOptions = {
  use?: PdfUse | undefined
  password?: string | undefined
  pictures?: PictureUse | undefined
  /** What may be lost between the upload and its plain copy. Sealing loses nothing of the copy. */
  accepted?: readonly PdfLoss[] | undefined
}

/** Large ones become smaller, or a first look says how small it could be; else they stay. */
export type PictureUse = 'ask' | 'smaller'

/** Of a smaller file, nobody is asked. */
const worthAsking = 10 * 2 ** 20
const worthShrinking = 0.8

/** The copy must look the same on screen and in print, and keep all content in a trial seal. @throws {PdfRefused} */
export async function inspectPdf(bytes: Uint8Array, options: InspectOptions = {}): Promise<Inspection> {
  if (bytes.length > largestPdf) throw new PdfRefused('PDF_TOO_LARGE')
  return inspectOpened(await openUpload(bytes, options.password), options)
}

async function inspectOpened(upload: OpenUpload, options: InspectOptions): Promise<Inspection> {
  const uploaded = await readOriginal(upload.bytes, upload.password)
  const smaller = options.pictures === 'smaller' ? await shrinkPictures(upload.plain) : upload.plain
  if (smaller === upload.plain) return inspectCopy(upload, uploaded, options)
  try {
    await assertContentKept(smaller, uploaded, { ...asUploaded, hasOtherPixels: true })
    const shown = await readOriginal(smaller)
    return await inspectCopy({ ...upload, plain: smaller }, shown, options)
  } catch (error) {
    // Smaller pictures are no reason to refuse a file that is accepted as it is.
    if (!(error instanceof PdfRefused)) throw error
    return inspectCopy(upload, uploaded, options)
  }
}

/** What stays the same of an upload in a step that changes no annotations. */
const asUploaded = { stamps: [], intent: 'display', keepsNotes: true } as const

async function inspectCopy(
  { bytes, plain: opened }: OpenUpload,
  uploaded: PageSnapshot[],
  { use, accepted = [] }: InspectOptions,
): Promise<Inspection> {
  const { fields, notes, widgets } = await takeFormFields(opened)
  const isRead = use === 'read'
  const { drawn, shown, losses: drawing } = await drawForm(opened, uploaded, accepted)
  const { pdf, losses: making } = await openPlain(drawn, shown.length, {
    fields: isRead ? new Set() : widgets,
    accepted,
  })
  const plain = Uint8Array.from(await pdf.save())
  const empty = isRead ? fields.filter(({ preset }) => preset === undefined) : fields
  const lost = await sealOnTrial(plain, shown, { fields: empty, accepted })
  return {
    pages: shown.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    plain,
    fields: isRead ? [] : fields,
    notes: isRead ? [] : notes,
    losses: [...drawing, ...making, ...lost],
  }
}

/** Reads a plain copy and seals it on trial. @returns, and throws, as `readPlain`; a refusal names the losses of all pages */
async function sealOnTrial(
  plain: Uint8Array,
  shown: readonly PageSnapshot[],
  options: Parameters<typeof readPlain>[2],
): Promise<AcceptableLoss[]> {
  try {
    const { pages, losses } = await readPlain(plain, shown, options)
    await sealRead(await trialSeal(plain, pages), pages)
    return losses
  } catch (error) {
    if (!(error instanceof PdfRefused) || error.losses.length === 0) throw error
    await compareShown(plain, shown, options)
    // The copy looks like the upload: sealing changes it, which nobody can accept.
    throw new PdfRefused(error.code, { cause: error, losses: error.losses.map(({ page }) => ({ what: 'seal', page })) })
  }
}

/** What is checked while the caller waits: larger uploads are checked later. */
export type PromptLimit = { pages: number; bytes: number }

/** A large upload that a first look found no fault with. `smaller`: the bytes it could have, if its sender is to be asked. */
export type Postponed = { pages: number; smaller?: number | undefined }

/** Checks only faults of the whole of a larger one. A password is not stored for later. @throws {PdfRefused} */
export async function inspectPrompt(
  bytes: Uint8Array,
  limit: PromptLimit,
  options: InspectOptions = {},
): Promise<Inspection | Postponed> {
  if (bytes.length > largestPdf) throw new PdfRefused('PDF_TOO_LARGE')
  const upload = await openUpload(bytes, options.password)
  const pages = await countPages(upload.plain)
  const isShort = pages <= limit.pages && bytes.length <= limit.bytes
  const smaller = options.pictures === 'ask' && bytes.length > worthAsking ? await smallerSize(upload) : undefined
  if (smaller === undefined && (isShort || upload.password !== undefined)) return inspectOpened(upload, options)
  await openPlain((await drawValues(upload.plain)).bytes, pages, { accepted: options.accepted ?? [] })
  return { pages, smaller }
}

/** The size of an upload whose pictures can be made clearly smaller. A signed one is refused by the next step. */
async function smallerSize({ bytes, plain }: OpenUpload): Promise<number | undefined> {
  const size = await estimateShrunk(plain)
  return size < worthShrinking * bytes.length ? size : undefined
}

/** Draws the values of a form. What is outside its fields must look as in the upload, also without encryption. */
async function drawForm(opened: Uint8Array, uploaded: PageSnapshot[], accepted: readonly PdfLoss[]) {
  const hasNotes = uploaded.some(({ notes }) => notes > 0)
  const { bytes: drawn, fields } = hasNotes ? await drawValues(opened) : { bytes: opened, fields: [] }
  if (drawn === uploaded[0]?.source.bytes) return { drawn, shown: uploaded, losses: [] }
  const losses = await assertContentKept(drawn, uploaded, { ...asUploaded, stamps: fields, accepted })
  return { drawn, shown: await readOriginal(drawn), losses }
}
