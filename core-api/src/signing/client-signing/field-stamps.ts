import type { SignBody } from '@agency/contract/esign'
import { writtenDate, writtenNumber } from '@agency/contract/field-values'
import type { FormField } from '@agency/contract/form-fields'
import { fitsLegibly } from '@agency/pdf-signing/fit-text'
import { printable } from '@agency/pdf-signing/shape-text'
import type { Stamp, StampContent } from '@agency/pdf-signing/stamp'
import { combText } from '../../library/form-fields/comb-text.ts'
import { isDate, isForClient } from '../../library/form-fields/field-kinds.ts'
import type { Signing } from './stored-signing.ts'

/** The height of one legible line, in points. */
const oneLine = 6.5
const monthNamed = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

type Entered = Pick<Signing, 'signature' | 'initials' | 'values'>

export const pageMark = (envelopeId: string): string => `Envelope ${envelopeId}`

export function fieldStamps(fields: readonly FormField[], signing: Entered): Stamp[] {
  return fields.flatMap((field) => {
    const content = contentOf(field, signing)
    const { page, x, y, width, height } = field
    return content ? [{ page, x, y, width, height, content }] : []
  })
}

function contentOf(field: FormField, { signature, initials, values = {} }: Entered): StampContent | undefined {
  if (field.kind === 'signature') return isForClient(field) ? signatureContent(signature) : undefined
  if (field.kind === 'initials') return initials && isForClient(field) ? signatureContent(initials) : undefined
  const value = values[field.id]
  if (typeof value !== 'string') return value ? { kind: field.kind === 'radio' ? 'dot' : 'check' } : undefined
  const text = writtenText(field, value)
  const { comb, max_length, gaps = [], align, multiline } = field
  if (comb && max_length !== undefined) return { kind: 'comb', text: combText(field, text), cells: max_length, gaps }
  return { kind: 'text', text, ...(align ? { align } : {}), ...(multiline ? { isMultiline: true } : {}) }
}

/** A value as it is written on the page: in the format of the form, whatever the client's language. */
function writtenText(field: FormField, value: string): string {
  if (isDate(field)) return printedDate(value, field)
  return printable(field.number ? writtenNumber(value, field.number) : value)
}

function signatureContent(signature: SignBody['signature']): StampContent {
  if (signature.kind === 'typed') return { kind: 'typed-signature', text: signature.text, font: signature.font }
  return { kind: 'drawn-signature', png: Uint8Array.from(Buffer.from(signature.png, 'base64')) }
}

/**
 * Prints the form's order, or else the English month's name if there is room: insurers read it, and neither they nor the
 * client take the day for the month, whatever the client's language.
 */
function printedDate(date: string, box: FormField): string {
  if (box.date_format !== undefined || box.kind === 'entered_date') return writtenDate(date, box.date_format)
  const named = monthNamed.format(new Date(`${date}T00:00:00Z`))
  return fitsLegibly(named, { ...box, height: Math.min(box.height, oneLine) }) ? named : writtenDate(date)
}
