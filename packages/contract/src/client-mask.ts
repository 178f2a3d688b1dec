import type { MaskKind } from './client-fields.ts'

/** Shows a sensitive value as its mask does; an empty value stays empty. */
export function maskValue(value: string, mask: MaskKind): string {
  if (value === '') return ''
  const lastFour = value.replace(/[^\p{L}\p{N}]/gu, '').slice(-4)
  if (mask === 'ssn') return `***-**-${lastFour}`
  if (mask === 'last-four') return `••••${lastFour}`
  return '••••••••'
}

/** Whether a value is a mask sent back: such a value must never overwrite what it hides. */
export function isMasked(value: string): boolean {
  return value.includes('•') || /^\*{3}-\*{2}-/.test(value)
}
