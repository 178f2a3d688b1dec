import type { FormField } from '@agency/contract/form-fields'

/** A value for a comb, which prints dashes and slashes. Without a cell for it, a country code is left out. */
export function combText({ max_length = 0 }: FormField, value: string): string {
  if (value.length === max_length) return value
  const plain = value.replaceAll(/[\s\-–().,/+]/g, '')
  return plain.length === max_length + 1 && max_length === 10 && /^1\d{10}$/.test(plain) ? plain.slice(1) : plain
}
