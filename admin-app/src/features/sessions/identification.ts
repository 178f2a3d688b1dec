import type { ContactChange, IdentificationLevel, Session, SessionSummary } from '@agency/contract/sessions'
import { dash, formatDay } from '../../shared/formatting'

const short: Readonly<Record<IdentificationLevel, string>> = {
  chosen_or_seen: 'Passcode known to staff',
  made_and_sent: 'Passcode unknown to staff',
  one_time_code: 'One-time code',
}

/** How the signer is identified, in lists. */
export const identificationLabel = ({ identification }: Pick<SessionSummary, 'identification'>): string =>
  identification === null ? dash : short[identification]

/** The same in one line, as the certificate has it. */
export function identificationLine({ identification, identified_by: to }: Session): string {
  switch (identification) {
    case null:
      return 'N/A'
    case 'chosen_or_seen':
      return 'Passcode chosen or seen by staff'
    case 'made_and_sent':
      return to === null
        ? 'Passcode made by the product, shown to nobody, not sent yet'
        : `Passcode made by the product, sent to ${to}, shown to nobody`
    case 'one_time_code':
      return `One-time code to ${to ?? dash}`
  }
}

const contact = { email: 'Email', phone: 'Phone' } as const

const contactChangeLine = ({ field, since, by }: ContactChange): string =>
  `${contact[field]}: address on the record since ${formatDay(since)}, changed by ${by ?? 'a former admin'}`

/** What the sender should know about a contact, as the certificate states it. Two changes of one day are one line. */
export const contactChangeLines = (changes: readonly ContactChange[]): string[] => [
  ...new Set(changes.map(contactChangeLine)),
]
