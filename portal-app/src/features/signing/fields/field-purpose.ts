import type { HTMLInputAutoCompleteAttribute, HTMLInputTypeAttribute } from 'react'

interface Purpose {
  readonly autoComplete: HTMLInputAutoCompleteAttribute
  readonly type?: HTMLInputTypeAttribute
}

/** What of a person's own data browsers can fill in (WCAG 2.2, 1.3.5), by the record's field. */
const purposes: Readonly<Record<string, Purpose>> = {
  client_name: { autoComplete: 'name' },
  client_first_name: { autoComplete: 'given-name' },
  client_last_name: { autoComplete: 'family-name' },
  dob: { autoComplete: 'bday' },
  primary_phone: { autoComplete: 'tel', type: 'tel' },
  secondary_phone: { autoComplete: 'off', type: 'tel' },
  primary_email: { autoComplete: 'email', type: 'email' },
  secondary_email: { autoComplete: 'off', type: 'email' },
  address: { autoComplete: 'street-address' },
  occupation: { autoComplete: 'organization-title' },
  name_of_employer: { autoComplete: 'organization' },
}

const unknown: Purpose = { autoComplete: 'off' }

/** How a text field is typed in: what the browser may suggest, and which keyboard a phone shows. */
export function purposeOf(binding: string | null): Purpose {
  return (binding === null ? undefined : purposes[binding]) ?? unknown
}
