import type { ClientListItem } from '@agency/contract/clients'
import { isEmailAddress } from '@agency/contract/email-address'
import { formatPhone, phoneDigits, readPhoneDigits } from '@agency/contract/phone'
import { plainCharacters } from '@agency/contract/typed-characters'
import { clientName } from './formatting'
import { hasWords } from './text/matched-ranges'

/** A number or address with the part of it that was searched for. */
export interface FoundContact {
  readonly text: string
  readonly query: string
  /** The field of rows that it is; null for a secondary one. */
  readonly field: 'primary_phone' | 'primary_email' | null
}

/** The digits from which on only a whole number, or an end of it, finds a client. */
const localNumber = 7

/** Null if found in another way. A secondary one, which rows do not carry, is found as a whole: as typed. */
export function foundContact(client: ClientListItem, typed: string): FoundContact | null {
  const query = plainCharacters(typed)
  const { primary_phone, primary_email, current_health_plan_name } = client
  if (query === '' || hasWords(`${clientName(client)} ${current_health_plan_name ?? ''}`, query)) return null
  const digits = readPhoneDigits(query)
  if (digits !== undefined) {
    if (primary_phone && phoneDigits(primary_phone).includes(digits))
      return { field: 'primary_phone', text: formatPhone(primary_phone), query: digits }
    const text = `${formatPhone(query)} (secondary phone)`
    return digits.length < localNumber ? null : { field: null, text, query: digits }
  }
  if (primary_email?.toLowerCase().includes(query.toLowerCase()))
    return { field: 'primary_email', text: primary_email, query }
  return isEmailAddress(query) ? { field: null, text: `${query} (secondary email)`, query } : null
}
