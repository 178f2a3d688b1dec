/** How statuses are read; envelope-conditions.ts says the same in SQL. No validator: both apps load it. */

export const sessionStatuses = ['not_started', 'in_progress', 'completed', 'declined', 'expired', 'cancelled'] as const
export type SessionStatus = (typeof sessionStatuses)[number]

export const unfinishedStatuses = ['not_started', 'in_progress'] as const satisfies SessionStatus[]

export const closedStatuses = ['expired', 'cancelled'] as const satisfies SessionStatus[]

/** A document waits for its client. */
export const openStatuses = ['pending', 'sent', 'viewed'] as const
/** The client has done it, or staff say so. */
export const doneStatuses = ['signed', 'completed'] as const
/** It ended without that. */
export const endedStatuses = ['declined', 'voided', 'expired'] as const
export const documentStatuses = [...openStatuses, ...doneStatuses, ...endedStatuses] as const
export type DocumentStatus = (typeof documentStatuses)[number]

/** Statuses of an envelope: those of a document while a provider has it, and before the provider has made it. */
export const envelopeStatuses = ['creating', 'sent', 'viewed', ...doneStatuses, 'declined', 'voided'] as const
export type EnvelopeStatus = (typeof envelopeStatuses)[number]

interface WithStatus {
  readonly status: DocumentStatus
}

const among = <Status extends string>(statuses: readonly Status[], status: Status): boolean => statuses.includes(status)

export const isOpen = ({ status }: WithStatus): boolean => among<DocumentStatus>(openStatuses, status)
export const isDone = ({ status }: WithStatus): boolean => among<DocumentStatus>(doneStatuses, status)
export const isEnded = ({ status }: WithStatus): boolean => among<DocumentStatus>(endedStatuses, status)
/** A voided document is nothing to sign: it does not count among those of its session. */
export const isCounted = ({ status }: WithStatus): boolean => status !== 'voided'

export interface DocumentFacts extends WithStatus {
  readonly sent_at: string | null
  readonly read_at: string | null
}

/** Whether it reached its client, by hand-over or in another way. */
const wasSent = ({ status, sent_at }: DocumentFacts): boolean => status !== 'pending' || sent_at !== null
const wasOpened = ({ status, read_at }: DocumentFacts): boolean => status === 'viewed' || read_at !== null

/** How far a session is, in this order. */
export const unfinishedStates = ['draft', 'sent', 'opened', 'partly_done'] as const
export const sessionStates = [...unfinishedStates, 'completed', 'declined', 'expired', 'cancelled'] as const
export type SessionState = (typeof sessionStates)[number]

export interface SessionFacts {
  readonly status: SessionStatus
  readonly sent_at: string | null
  readonly expires_at: string
}

/** @param now milliseconds since the epoch */
export function sessionStateOf(session: SessionFacts, documents: readonly DocumentFacts[], now: number): SessionState {
  const { status } = session
  if (status !== 'not_started' && status !== 'in_progress') return status
  if (hasExpired(session, now)) return 'expired'
  const counted = documents.filter(isCounted)
  if (counted.some(isDone)) return 'partly_done'
  if (counted.some(wasOpened)) return 'opened'
  return session.sent_at !== null || counted.some(wasSent) ? 'sent' : 'draft'
}

export const hasExpired = ({ expires_at }: Pick<SessionFacts, 'expires_at'>, now: number): boolean =>
  Date.parse(expires_at) <= now

export const isUnfinished = ({ status }: Pick<SessionFacts, 'status'>): boolean =>
  among<SessionStatus>(unfinishedStatuses, status)

/** The status of a closed session; undefined if its client can open it. */
export const closedStatusOf = ({ status }: Pick<SessionFacts, 'status'>) =>
  closedStatuses.find((closed) => closed === status)
