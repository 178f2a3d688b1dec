import { type SessionForm, sessionFormApi } from '@agency/contract/session-forms'
import {
  closedStatusOf,
  isCounted,
  isDone,
  isOpen,
  type SessionState,
  sessionStateOf,
} from '@agency/contract/session-state'
import type { Session } from '@agency/contract/sessions'
import { queryOptions } from '@tanstack/react-query'
import { UnexpectedAnswerError } from './answer'
import { call } from './call'

const pollInterval = 4_000

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
    refetchInterval: ({ state }) => (state.data?.some(isLive) ? pollInterval : false),
  })

/** Whether a document changes without staff: its client acts, or it is sealed. */
const isLive = (form: SessionForm): boolean => isOpen(form) || form.status === 'signed'

/** Whether the client still has to act on a document. The client does not see one whose PDF is not accepted. */
export const isOpenToClient = (form: SessionForm): boolean => isOpen(form) && form.pdf_check === null

/** Whether a document is in its session's packet: sealed and not voided. */
export const isInPacket = ({ status, sealed_sha256 }: SessionForm): boolean =>
  status === 'completed' && sealed_sha256 !== null

/** Whether the client declined it and no other status was set since. */
export const isDeclined = ({ status, declined_at }: SessionForm): boolean =>
  status === 'declined' && declined_at !== null

/** Whether the client declined it, and nobody has asked again: also under a status that staff set since. */
export const wasDeclined = ({ declined_at, asked_again_at }: SessionForm): boolean =>
  declined_at !== null && asked_again_at === null

/** How many documents a session has, without voided ones, how many are done, and how many are signed: not read, nor marked as done. */
type Progress = Pick<Session, 'documents_total' | 'documents_done' | 'documents_to_sign'>

/** A date of signing that staff set is no signature. */
const isSignedByClient = ({ signed_at, dates_set }: SessionForm): boolean =>
  signed_at !== null && !dates_set.includes('signed_at')

/** The progress of a session as its documents say it now. */
export function progressOf(forms: readonly SessionForm[]): Progress {
  const counted = forms.filter(isCounted)
  const toSign = counted.filter((form) => form.requires_signature && !(isDone(form) && !isSignedByClient(form)))
  return {
    documents_total: counted.length,
    documents_done: counted.filter(isDone).length,
    documents_to_sign: toSign.length,
  }
}

/** How many documents are done: `2 of 4 signed`, or `done` when some are only to be read. */
export function progressText({ documents_total, documents_done, documents_to_sign }: Progress): string {
  if (documents_total === 0) return 'No documents'
  return `${documents_done} of ${documents_total} ${documents_to_sign === documents_total ? 'signed' : 'done'}`
}

/** The state of a session as its documents say it now: their answer may be newer than that of the session. */
export const stateOf = (session: Session, forms: readonly SessionForm[]): SessionState =>
  forms.length === 0 ? session.session_state : sessionStateOf(session, forms, Date.now())

/** What staff do next with a session; null when there is nothing to do but wait. */
export type NextStep = 'reopen' | 'add' | 'passcode' | 'answer-decline' | 'download' | 'remind' | 'invite' | null

/** The step that fits the state of a session and of its documents. */
export function nextStepOf(session: Session, forms: readonly SessionForm[]): NextStep {
  if (closedStatusOf(session) !== undefined) return 'reopen'
  if (forms.length === 0) return 'add'
  if (forms.some(isDeclined)) return 'answer-decline'
  if (!forms.some(isOpenToClient)) return forms.some(isInPacket) ? 'download' : null
  // Null without a passcode, also for those who may not see one.
  if (session.identification === null) return 'passcode'
  return stateOf(session, forms) === 'draft' ? 'invite' : 'remind'
}

/** When it was submitted or a document changed, else when it was created. What staff set by hand does not count. */
export function lastUpdatedAt({ submitted_at, created_at, marked_at }: Session, forms: readonly SessionForm[]): string {
  const moments = forms.flatMap((form) => [
    // A date that was set by hand says nothing about when.
    ...(['created_at', 'sent_at', 'read_at', 'signed_at'] as const)
      .filter((name) => !form.dates_set.includes(name))
      .map((name) => form[name]),
    form.completed_at,
    form.declined_at,
    form.reminded_at,
  ])
  return [submitted_at ?? created_at, marked_at, ...moments].reduce<string>(
    (last, at) => (at !== null && Date.parse(at) > Date.parse(last) ? at : last),
    created_at,
  )
}
