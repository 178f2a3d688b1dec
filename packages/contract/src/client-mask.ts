import type { MaskKind } from './client-fields.ts'

/** Letters and digits that a mask always hides. */
const hidden = 4

/**
 * Masks a sensitive value; an empty value stays empty. A mask shows the last four letters or digits, but always hides as
 * many: of a value of six it shows two, and of a short one none. A mask stays as it is: cards mask what the server has
 * masked.
 */
export function maskValue(value: string, mask: MaskKind): string {
  if (value === '' || isMasked(value)) return value
  const characters = [...value.replace(/[^\p{L}\p{N}]/gu, '')]
  const shown = characters.slice(Math.max(hidden, characters.length - 4)).join('')
  if (mask === 'ssn') return `***-**-${shown.padStart(4, '*')}`
  if (mask === 'last-four') return `••••${shown}`
  if (mask === 'bullets') return '••••'
  return '••••••••'
}

/** Whether a value is a mask that was sent back. It must never overwrite the value that it hides. */
export function isMasked(value: string): boolean {
  return value.includes('•') || /^\*{3}-\*{2}-/.test(value)
}
