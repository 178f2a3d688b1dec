import type { FormField } from '@agency/contract/form-fields'

/**
 * A value as it stands in the cells of a comb, whose dashes and slashes are printed on the form or left out. The country
 * code of a phone number is left out where there is no cell for it.
 */
export function combText({ max_length = 0 }: FormField, value: string): string {
  if (value.length === max_length) return value
  const plain = value.replaceAll(/[\s\-–().,/+]/g, '')
  return plain.length === max_length + 1 && max_length === 10 && /^1\d{10}$/.test(plain) ? plain.slice(1) : plain
}
