import type { FieldKind } from '@agency/contract/client-fields'
import { phoneFormat } from '../edit/typed-format'

/** The address that calls a phone number (RFC 3966) or writes to an e-mail address (RFC 6068); null for anything else. */
export function contactAddress(kind: FieldKind, value: string): string | null {
  if (kind === 'phone') return phoneAddress(value)
  if (kind !== 'email' || !/^[^\s@,;]+@[^\s@,;]+$/.test(value)) return null
  return `mailto:${value.split('@').map(encodeURIComponent).join('@')}`
}

function phoneAddress(value: string): string | null {
  const number = phoneFormat.plain(value)
  if (/^\d{10}$/.test(number)) return `tel:+1${number}`
  // What else may be dialled: a local number, or one with its country code; not a text with digits in it.
  if (!/^\+?[\d\s().-]{7,}$/.test(number)) return null
  return `tel:${number.replace(/[^\d+]/g, '')}`
}
