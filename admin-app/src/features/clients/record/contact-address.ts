import type { FieldKind } from '@agency/contract/client-fields'
import { isEmailAddress } from '@agency/contract/email-address'
import { phoneFormat } from '../edit/typed-format'

/**
 * The tel: URI of a phone number (RFC 3966) or the mailto: URI of an e-mail address (RFC 6068); null for other values.
 */
export function contactAddress(kind: FieldKind, value: string): string | null {
  if (kind === 'phone') return phoneAddress(value)
  if (kind !== 'email' || !isEmailAddress(value)) return null
  return `mailto:${value.split('@').map(encodeURIComponent).join('@')}`
}

function phoneAddress(value: string): string | null {
  const number = phoneFormat.plain(value)
  if (/^\d{10}$/.test(number)) return `tel:+1${number}`
  // Also a local number, or one with a country code; not a text that contains digits.
  if (!/^\+?[\d\s().-]{7,}$/.test(number)) return null
  return `tel:${number.replace(/[^\d+]/g, '')}`
}
