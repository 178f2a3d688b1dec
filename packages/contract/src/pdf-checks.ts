import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Nullable } from './common.ts'

/** The check of a large PDF, which continues after its upload. Null once the PDF is accepted. */
export const PdfCheck = Type.Object(
  {
    state: Type.Enum(['checking', 'refused'] as const),
    message: Nullable(Type.String({ description: 'Why the PDF was refused, and what to do' })),
  },
  { description: 'The check of an uploaded PDF, until it is accepted; not shown to clients' },
)
export type PdfCheck = Static<typeof PdfCheck>
