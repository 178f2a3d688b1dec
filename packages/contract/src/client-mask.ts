import type { MaskKind } from './client-fields.ts'

/** Masks a sensitive value; an empty value stays empty. */
export function maskValue(value: string, mask: MaskKind): string {
  if (value === '') return ''
  const lastFour = value.replace(/[^\p{L}\p{N}]/gu, '').slice(-4)
  if (mask === 'ssn') return `***-**-${lastFour}`
  if (mask === 'last-four') return `••••${lastFour}`
  return '••••••••'
}

/** Whether a value is a mask that was sent back. It must never overwrite the value that it hides. */
export function isMasked(value: string): boolean {
  return value.includes('•') || /^\*{3}-\*{2}-/.test(value)
}
