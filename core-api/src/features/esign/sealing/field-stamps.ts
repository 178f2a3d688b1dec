import type { Language, SignBody } from '@agency/contract/esign'
import type { FormField } from '@agency/contract/form-fields'
import { fitsLegibly } from '@agency/pdf-signing/fit-text'
import { printable } from '@agency/pdf-signing/shape-text'
import type { Stamp, StampContent } from '@agency/pdf-signing/stamp'
import type { Signing } from '../signing/stored-signing.ts'

/** The height of one legible line, in points. */
const oneLine = 6.5
const locales: Record<Language, string> = { en: 'en-US', es: 'es', pt: 'pt-BR' }

/** The entries of a signing that are drawn on the pages. */
type Entered = Pick<Signing, 'signature' | 'initials' | 'values' | 'language'>

/** The line at the top of each signed page. */
export const pageMark = (envelopeId: string): string => `Envelope ${envelopeId}`

/** The stamps for a document's fields: the adopted signature and initials, and the signed values. */
export function fieldStamps(fields: readonly FormField[], signing: Entered): Stamp[] {
  return fields.flatMap((field) => {
    const content = contentOf(field, signing)
    const { page, x, y, width, height } = field
    return content ? [{ page, x, y, width, height, content }] : []
  })
}

function contentOf(
  field: FormField,
  { signature, initials, values = {}, language }: Entered,
): StampContent | undefined {
  if (field.kind === 'signature') return signatureContent(signature)
  if (field.kind === 'initials') return initials && signatureContent(initials)
  const value = values[field.id]
  if (typeof value !== 'string') return value ? { kind: field.kind === 'radio' ? 'dot' : 'check' } : undefined
  return { kind: 'text', text: field.kind === 'date' ? writtenDate(value, language, field) : printable(value) }
}

function signatureContent(signature: SignBody['signature']): StampContent {
  if (signature.kind === 'typed') return { kind: 'typed-signature', text: signature.text, font: signature.font }
  return { kind: 'drawn-signature', png: Uint8Array.from(Buffer.from(signature.png, 'base64')) }
}

/** With the month's name where there is room, so that day and month cannot be confused; else in digits. */
function writtenDate(date: string, language: Language, box: { width: number; height: number }): string {
  const day = new Date(`${date}T00:00:00Z`)
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locales[language], { ...options, timeZone: 'UTC' }).format(day)
  const named = write({ year: 'numeric', month: 'short', day: 'numeric' })
  return fitsLegibly(named, { ...box, height: Math.min(box.height, oneLine) })
    ? named
    : write({ year: 'numeric', month: '2-digit', day: '2-digit' })
}
