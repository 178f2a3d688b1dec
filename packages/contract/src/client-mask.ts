import type { MaskKind } from './client-fields.ts'

/** Letters and digits that a mask always hides. */
const hidden = 4

/** Shows the last four, but always hides as many: of six it shows two. A mask stays as it is; empty stays empty. */
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
