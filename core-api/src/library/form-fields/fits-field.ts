import type { FormField } from '@agency/contract/form-fields'
import { fitsLegibly } from '@agency/pdf-signing/fit-text'
import { combText } from './comb-text.ts'

export function fitsField(field: FormField, value: string): boolean {
  const { comb, max_length, multiline } = field
  if (comb && max_length !== undefined) return combText(field, value).length <= max_length
  return fitsLegibly(value, field, { keepsLines: multiline ?? false })
}
