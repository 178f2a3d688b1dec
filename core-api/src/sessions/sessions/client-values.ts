import type { Language } from '@agency/contract/esign'
import { linkInLanguage } from '@agency/contract/page-language'
import type { Contact } from '../../clients/record/client-service.ts'
import type { SessionRow } from './session-repository.ts'

const dayInMilliseconds = 86_400_000

/** The client's first name on one line; empty if there is none. */
export const nameOf = ({ firstName }: Pick<Contact, 'firstName'>): string =>
  firstName?.replace(/\s+/g, ' ').trim() ?? ''

export const linkOf = (publicUrl: string, { session_code }: Pick<SessionRow, 'session_code'>, language: Language) =>
  linkInLanguage(`${publicUrl.replace(/\/$/, '')}/session/${session_code}`, language)

/** The last day for the link to signed documents, which may outlive the session. */
export function lastCopyDay(session: Pick<SessionRow, 'expires_at' | 'copy_ends_at'>, language: Language): string {
  const { expires_at, copy_ends_at } = session
  const isLonger = copy_ends_at !== null && Date.parse(copy_ends_at) > Date.parse(expires_at)
  return lastWholeDay({ expires_at: isLonger ? copy_ends_at : expires_at }, language)
}

/** The last day on which the session is open in every time zone of the Americas. */
export function lastWholeDay({ expires_at }: Pick<SessionRow, 'expires_at'>, language: Language): string {
  const day = new Date(Math.max(Date.now(), Date.parse(expires_at) - dayInMilliseconds))
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(day)
}
