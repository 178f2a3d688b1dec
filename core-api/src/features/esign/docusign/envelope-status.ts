import type { EnvelopeState } from '../esign-provider.ts'

const statuses: Readonly<Record<string, EnvelopeState['status']>> = {
  sent: 'sent',
  delivered: 'viewed',
  signed: 'signed',
  completed: 'completed',
  declined: 'declined',
  voided: 'voided',
}

/** DocuSign's word for an envelope's state in ours; nothing for what is no state of a sent one. */
export const statusOf = (word: string): EnvelopeState['status'] | undefined => statuses[word.toLowerCase()]
