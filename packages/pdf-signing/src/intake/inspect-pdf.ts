import { createHash } from 'node:crypto'
import type { FormField, ImportNote } from '@agency/contract/form-fields'
import { takeFormFields } from '../form-fields/take-form-fields.ts'
import { largestPdf, PdfRefused } from '../pdf-errors.ts'
import { estimateShrunk, shrinkPictures } from '../pictures/shrink-pictures.ts'
import { openPlain } from '../plain/make-plain.ts'
import { assertContentKept } from '../reading/content-guard.ts'
import type { PageSnapshot } from '../reading/page-snapshot.ts'
import { countPages, readOriginal } from '../reading/read-original.ts'
import { sealRead } from '../seal/seal-pdf.ts'
import { type OpenUpload, openUpload } from './decrypt-pdf.ts'
import { drawValues } from './draw-values.ts'
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

export type InspectOptions = {
  /** `fill-in` without it. */
  use?: PdfUse | undefined
  /** Of a PDF that does not open without. */
  password?: string | undefined
  pictures?: PictureUse | undefined
}

/**
 * What happens to pictures with more pixels than their pages need: they become smaller, or a first look at a large upload
 * says how small it could be. They stay as they are without it.
 */
export type PictureUse = 'ask' | 'smaller'

/** Of a smaller file, nobody is asked. */
const worthAsking = 10 * 2 ** 20
const worthShrinking = 0.8

/**
 * Checks at upload whether a PDF can be sealed, and makes a plain copy without encryption. The copy must look the same as
 * the uploaded file on the screen and in print. It is then sealed on trial by the code that seals, and must keep all content.
 * @throws {PdfRefused} with a message for staff
 */
export async function inspectPdf(bytes: Uint8Array, options: InspectOptions = {}): Promise<Inspection> {
  if (bytes.length > largestPdf) throw new PdfRefused('PDF_TOO_LARGE')
  return inspectOpened(await openUpload(bytes, options.password), options)
}

async function inspectOpened(upload: OpenUpload, { use, pictures }: InspectOptions): Promise<Inspection> {
  const uploaded = await readOriginal(upload.bytes, upload.password)
  const smaller = pictures === 'smaller' ? await shrinkPictures(upload.plain) : upload.plain
  if (smaller === upload.plain) return inspectCopy(upload, uploaded, use)
  try {
    await assertContentKept(smaller, uploaded, { ...asUploaded, hasOtherPixels: true })
    const shown = await readOriginal(smaller)
    return await inspectCopy({ ...upload, plain: smaller }, shown, use)
  } catch (error) {
    // Smaller pictures are no reason to refuse a file that is accepted as it is.
    if (!(error instanceof PdfRefused)) throw error
    return inspectCopy(upload, uploaded, use)
  }
}

/** What stays the same of an upload in a step that changes no annotations. */
const asUploaded = { stamps: [], intent: 'display', keepsNotes: true } as const

async function inspectCopy(
  { bytes, plain: opened }: OpenUpload,
  uploaded: PageSnapshot[],
  use: PdfUse = 'fill-in',
): Promise<Inspection> {
  const { fields, notes, widgets } = await takeFormFields(opened)
  const isRead = use === 'read'
  const { drawn, shown } = await drawForm(opened, uploaded)
  const plain = await plainCopy(drawn, shown.length, isRead ? new Set() : widgets)
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

/** A large upload that a first look found no fault with. `smaller`: the bytes it could have, if its sender is to be asked. */
export type Postponed = { pages: number; smaller?: number | undefined }

/**
 * Checks an upload as `inspectPdf` does, if it is short, or if it needs a password, which is not stored for later. Of a
 * larger one it finds only the faults of the whole document: it is no PDF, truncated, protected, XFA, a portfolio, signed,
 * without pages, or its layers are unclear.
 * @throws {PdfRefused} with a message for staff
 */
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
  await openPlain((await drawValues(upload.plain)).bytes, pages)
  return { pages, smaller }
}

/** The size of an upload whose pictures can be made clearly smaller. A signed one is refused by the next step. */
async function smallerSize({ bytes, plain }: OpenUpload): Promise<number | undefined> {
  const size = await estimateShrunk(plain)
  return size < worthShrinking * bytes.length ? size : undefined
}

/** Draws the values of a form. What is outside its fields must look as in the upload, also without encryption. */
async function drawForm(opened: Uint8Array, uploaded: PageSnapshot[]) {
  const hasNotes = uploaded.some(({ notes }) => notes > 0)
  const { bytes: drawn, fields } = hasNotes ? await drawValues(opened) : { bytes: opened, fields: [] }
  if (drawn === uploaded[0]?.source.bytes) return { drawn, shown: uploaded }
  await assertContentKept(drawn, uploaded, { stamps: fields, intent: 'display', keepsNotes: true })
  return { drawn, shown: await readOriginal(drawn) }
}

async function plainCopy(bytes: Uint8Array, pages: number, fields: ReadonlySet<string>): Promise<Uint8Array> {
  const { pdf } = await openPlain(bytes, pages, fields)
  return Uint8Array.from(await pdf.save())
}
