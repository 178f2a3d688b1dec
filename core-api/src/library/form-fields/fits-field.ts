import type { FormField, PrintProblem } from '@agency/contract/form-fields'
import { fitsLegibly } from '@agency/pdf-signing/fit-text'
import { isDrawable } from '@agency/pdf-signing/shape-text'
import { combText } from './comb-text.ts'
import { isForClient } from './field-kinds.ts'

export function fitsField(field: FormField, value: string): boolean {
  const { comb, max_length, multiline } = field
  if (comb && max_length !== undefined) return combText(field, value).length <= max_length
  return fitsLegibly(value, field, { keepsLines: multiline ?? false })
}

/** What the client has to change before the value can be printed. What the client cannot change has no problem. */
export function printProblem(
  field: FormField,
  value: string | boolean | undefined,
  { filled }: { readonly filled: Readonly<Record<string, string>> },
): PrintProblem | undefined {
  const isTyped = field.kind === 'text' || field.kind === 'choice'
  if (!isTyped || !field.editable || !isForClient(field) || typeof value !== 'string') return undefined
  // A value of the record that the client left as it is can be signed: its code points are printed.
  if (!isDrawable(value) && value !== filled[field.id]) return { reason: 'unprintable' }
  return fitsField(field, value) ? undefined : { reason: 'too_long', room: roomOf(field, value) }
}

/** How many characters of a value that is too long have room in its field. */
function roomOf(field: FormField, value: string): number {
  let [fitting, tooMany] = [0, value.length]
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2)
    if (fitsField(field, value.slice(0, middle))) fitting = middle
    else tooMany = middle
  }
  return fitting
}
