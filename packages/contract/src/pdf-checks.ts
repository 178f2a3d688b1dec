import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Nullable } from './common.ts'

/** What becomes of the pictures of an uploaded PDF that have more pixels than its pages need. */
export const PdfPictures = Type.Enum(['ask', 'keep', 'smaller'] as const, {
  description:
    'Pictures of a large PDF: `keep` them, make them `smaller` (150 dpi), or `ask`, which is answered with PDF_PICTURES_LARGE when that is worthwhile. Without it they are kept',
})
export type PdfPictures = Static<typeof PdfPictures>

/** The check of a large PDF, which continues after its upload. Null once the PDF is accepted. */
export const PdfCheck = Type.Object(
  {
    state: Type.Enum(['checking', 'refused'] as const),
    message: Nullable(Type.String({ description: 'Why the PDF was refused, and what to do' })),
  },
  { description: 'The check of an uploaded PDF, until it is accepted; not shown to clients' },
)
export type PdfCheck = Static<typeof PdfCheck>
