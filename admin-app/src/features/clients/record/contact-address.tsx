import type { FieldKind } from '@agency/contract/client-fields'
import { isEmailAddress } from '@agency/contract/email-address'
import { phoneLink } from '@agency/contract/phone'
import { Fragment } from 'react'

/**
 * The tel: URI of a phone number (RFC 3966) or the mailto: URI of an e-mail address (RFC 6068); null for other values.
 */
export function contactAddress(kind: FieldKind, value: string): string | null {
  if (kind === 'phone') return phoneLink(value)
  if (kind !== 'email' || !isEmailAddress(value)) return null
  return `mailto:${value.split('@').map(encodeURIComponent).join('@')}`
}

/** An e-mail address, which a narrow place breaks after @ and dots. */
export function EmailText({ address }: { readonly address: string }) {
  return (
    <span>
      {address.split(/(?<=[@.])/).map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing moves
        <Fragment key={place}>
          {place > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  )
}
