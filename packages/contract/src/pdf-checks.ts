import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Nullable, Strict } from './common.ts'
import { route } from './route.ts'

/** What becomes of the pictures of an uploaded PDF that have more pixels than its pages need. */
export const PdfPictures = Type.Enum(['ask', 'keep', 'smaller'] as const, {
  description:
    'Pictures of a large PDF: `keep` them, make them `smaller` (150 dpi), or `ask`, which is answered with PDF_PICTURES_LARGE when that is worthwhile. Without it they are kept',
})
export type PdfPictures = Static<typeof PdfPictures>

/** How a page looks; words on it; a filled-in value whose font lacks characters. */
export const acceptableLosses = ['look', 'words', 'value'] as const
export const PdfLoss = Type.Enum(acceptableLosses, {
  description: 'The look of a page, words on it, or what is filled in on it',
})
export type PdfLoss = Static<typeof PdfLoss>

export const PdfLossOnPage = Type.Object({
  loss: PdfLoss,
  page: Type.Integer({ minimum: 0, description: '0 is the first page' }),
})
export type PdfLossOnPage = Static<typeof PdfLossOnPage>

export const AcceptedLosses = Type.Optional(
  Nullable(
    Type.Array(PdfLossOnPage, { description: 'What the PDF lacks of the upload, as staff accepted; not for clients' }),
  ),
)

export const AcceptLoss = Type.String({
  pattern: `^(?:${acceptableLosses.join('|')})(?:,(?:${acceptableLosses.join('|')})){0,2}$`,
  description: `Takes the PDF with these losses, and with no other: ${acceptableLosses.join(', ')}; several with commas`,
})

export const AcceptPdfLosses = Strict({
  accept_loss: Type.Array(PdfLoss, { minItems: 1, maxItems: acceptableLosses.length }),
})
export type AcceptPdfLosses = Static<typeof AcceptPdfLosses>

/** In a query for the file of a form or document. */
export const RefusedFile = Type.Optional(
  Type.Boolean({ description: 'For staff: the upload that was refused for losses which they may accept' }),
)

/** The copy that would be used of an upload, to compare. */
export const pdfCopyApi = { copy: route('POST', '/pdf-copies') }

/** The check of a large PDF, which continues after its upload. Null once the PDF is accepted. */
export const PdfCheck = Type.Object(
  {
    state: Type.Enum(['checking', 'refused'] as const),
    message: Nullable(Type.String({ description: 'Why the PDF was refused, and what to do' })),
    losses: Type.Optional(
      Type.Array(PdfLossOnPage, { description: 'Of a refused PDF: the losses that staff may accept to use it' }),
    ),
  },
  { description: 'The check of an uploaded PDF, until it is accepted; not shown to clients' },
)
export type PdfCheck = Static<typeof PdfCheck>
