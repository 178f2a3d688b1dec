import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { headingKey } from './mapping/column-names.ts'

/** An HMAC of the headings, since a file without headings has values there; by each master key, the newest first. */
export function shapesOf(cipher: FieldCipher, headings: readonly string[]): Buffer[] {
  const keys = headings.map(headingKey)
  return keys.every((key) => key === '') ? [] : cipher.searchKeys(`import-shape:${JSON.stringify(keys)}`)
}
