import type { FieldKind } from '@agency/contract/client-fields'
import { isEmailAddress } from '@agency/contract/email-address'
import { phoneLink } from '@agency/contract/phone'

/**
 * The tel: URI of a phone number (RFC 3966) or the mailto: URI of an e-mail address (RFC 6068); null for other values.
 */
export function contactAddress(kind: FieldKind, value: string): string | null {
  if (kind === 'phone') return phoneLink(value)
  if (kind !== 'email' || !isEmailAddress(value)) return null
  return `mailto:${value.split('@').map(encodeURIComponent).join('@')}`
}
