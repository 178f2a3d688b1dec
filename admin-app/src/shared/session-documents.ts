import { type SessionForm, type SessionFormStatus, sessionFormApi } from '@agency/contract/session-forms'
import type { Session } from '@agency/contract/sessions'
import { queryOptions } from '@tanstack/react-query'
import { UnexpectedAnswerError } from './answer'
import { call } from './call'

/** Polling interval while a document is open, in milliseconds. */
const pollInterval = 4_000

const ended: ReadonlySet<SessionFormStatus> = new Set(['completed', 'declined', 'voided', 'expired'])
const waiting: ReadonlySet<SessionFormStatus> = new Set(['pending', 'sent', 'viewed'])

/** The key of a session's documents. */
export const sessionFormsKey = (sessionId: string) => ['session-forms', sessionId] as const

/** The documents of a session. Polled while the client may still act on one. */
export const sessionFormsQuery = (sessionId: string) =>
  queryOptions({
    queryKey: sessionFormsKey(sessionId),
    queryFn: async ({ signal }): Promise<SessionForm[]> => {
      const answer = await call(sessionFormApi.list, { params: { id: sessionId }, signal })
      if (!answer.success) throw new UnexpectedAnswerError('The server did not return the documents.')
      return answer.data
    },
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => !ended.has(status)) ? pollInterval : false),
  })

/** Whether the client still has to act on a document. The client does not see one whose PDF is not accepted. */
export const waitsForClient = ({ status, pdf_check }: SessionForm): boolean => waiting.has(status) && pdf_check === null

/** Whether a document is in its session's packet: sealed and not voided. */
export const isInPacket = ({ status, sealed_sha256 }: SessionForm): boolean =>
  status === 'completed' && sealed_sha256 !== null

/** Whether the client declined it and no other status was set since. */
export const isDeclined = ({ status, declined_at }: SessionForm): boolean =>
  status === 'declined' && declined_at !== null

/** Whether the client declined it, and nobody has asked again: also under a status that staff set since. */
export const wasDeclined = ({ declined_at, asked_again_at }: SessionForm): boolean =>
  declined_at !== null && asked_again_at === null

/** How many documents are done: `2 of 4 signed`, or `done` when some are only to be read. Voided ones do not count. */
export function progressText(forms: readonly SessionForm[]): string {
  const counted = forms.filter(({ status }) => status !== 'voided')
  const done = counted.filter(({ status }) => status === 'signed' || status === 'completed').length
  const word = counted.every(({ requires_signature }) => requires_signature) ? 'signed' : 'done'
  return `${done} of ${counted.length} ${word}`
}

/** What staff do next with a session; null when there is nothing to do but wait. */
export type NextStep = 'reopen' | 'add' | 'passcode' | 'open-declined' | 'download' | 'remind' | 'invite' | null

/** The step that fits the state of a session and of its documents. */
export function nextStepOf({ status, identification, sent_at }: Session, forms: readonly SessionForm[]): NextStep {
  if (status === 'cancelled' || status === 'expired') return 'reopen'
  if (forms.length === 0) return 'add'
  if (forms.some(isDeclined)) return 'open-declined'
  if (forms.every((form) => !waitsForClient(form))) return forms.some(isInPacket) ? 'download' : null
  // Null without a passcode, also for those who may not see one.
  if (identification === null) return 'passcode'
  return status === 'not_started' && sent_at === null ? 'invite' : 'remind'
}

/**
 * The last moment at which the session was submitted or something happened to one of its documents; otherwise when it was
 * created. A status or date that staff set by hand is no such moment.
 */
export function lastUpdatedAt({ submitted_at, created_at }: Session, forms: readonly SessionForm[]): string {
  const moments = forms.flatMap((form) => [
    // A date that was set by hand says nothing about when.
    ...(['created_at', 'sent_at', 'read_at', 'signed_at'] as const)
      .filter((name) => !form.dates_set.includes(name))
      .map((name) => form[name]),
    form.completed_at,
    form.declined_at,
    form.reminded_at,
  ])
  return [submitted_at ?? created_at, ...moments].reduce<string>(
    (last, at) => (at !== null && Date.parse(at) > Date.parse(last) ? at : last),
    created_at,
  )
}
