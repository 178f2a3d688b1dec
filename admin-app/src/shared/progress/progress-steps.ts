import type { ManualDate, SessionForm, SessionFormStatus } from '@agency/contract/session-forms'
import { type endedStatuses, isCounted, isDone, type SessionState } from '@agency/contract/session-state'
import type { Session } from '@agency/contract/sessions'
import { stateOf } from '../session-documents'

/** One step of a document or session: what was done, by whom and when. */
export interface ProgressStep {
  readonly label: string
  /** A step is skipped if the last one was taken without it. */
  readonly state: 'done' | 'open' | 'failed' | 'skipped'
  /** Null for a step that was not taken, or whose time nobody knows. */
  readonly at: string | null
  readonly who: string | null
}

const open = (label: string): ProgressStep => ({ label, state: 'open', at: null, who: null })

/** The steps of a document: created, sent, opened, and signed or what ended it instead. */
export function documentSteps(form: SessionForm, client: string | null): readonly ProgressStep[] {
  return upTo(endOf(form, client), [
    dated(form, 'created_at', 'Created', null),
    dated(form, 'sent_at', 'Sent', null),
    dated(form, 'read_at', 'Opened', client),
  ])
}

const upTo = (last: ProgressStep, steps: readonly ProgressStep[]): readonly ProgressStep[] => [
  ...steps.map((step) =>
    last.state !== 'open' && step.state === 'open' ? { ...step, state: 'skipped' as const } : step,
  ),
  last,
]

function dated(form: SessionForm, name: ManualDate, label: string, who: string | null): ProgressStep {
  const at = form[name]
  if (at === null) return open(label)
  const byHand = form.dates_set.includes(name)
  return { label, state: 'done', at, who: byHand ? `set by ${form.dates_set_by ?? 'staff'}` : who }
}

function endOf(form: SessionForm, client: string | null): ProgressStep {
  const { status, status_set_at: setAt, status_set_by: setBy } = form
  const label = endLabels[status]
  if (label !== undefined) {
    const declined = status === 'declined' && form.declined_at !== null
    if (setAt !== null && !declined) return { label, state: 'failed', at: setAt, who: `set by ${setBy ?? 'staff'}` }
    return { label, state: 'failed', at: declined ? form.declined_at : null, who: declined ? form.declined_by : null }
  }
  if (form.signed_at !== null) return dated(form, 'signed_at', 'Signed', form.signed_as ?? client)
  if (setAt !== null && isDone(form))
    return { label: `Marked ${status}`, state: 'done', at: setAt, who: `set by ${setBy ?? 'staff'}` }
  const done = doneLabel([form])
  return form.completed_at === null ? open(done) : { label: done, state: 'done', at: form.completed_at, who: client }
}

const endLabels: Partial<Record<SessionFormStatus, string>> = {
  declined: 'Declined',
  voided: 'Voided',
  expired: 'Expired',
} satisfies Record<(typeof endedStatuses)[number], string>

/** Documents that are only read are not signed. */
const doneLabel = (forms: readonly SessionForm[]): string =>
  forms.length === 0 || forms.some(({ requires_signature }) => requires_signature) ? 'Signed' : 'Read'

/** The steps of a session, from its state and those of its documents. */
export function sessionSteps(session: Session, forms: readonly SessionForm[]): readonly ProgressStep[] {
  const client = clientOf(session)
  const counted = forms.filter(isCounted)
  const state = stateOf(session, forms)
  // What the client has read stays read, also when staff withdraw it.
  const opened = first('Opened', forms, 'read_at', client)
  return upTo(endOfSession(session, counted, client), [
    { label: 'Created', state: 'done', at: session.created_at, who: session.started_by },
    sentOf(session, counted, state),
    state === 'opened' ? { ...opened, state: 'done' } : opened,
  ])
}

/** Staff hand over the whole session; a provider may send single documents without it. */
function sentOf({ sent_at: at }: Session, forms: readonly SessionForm[], state: SessionState): ProgressStep {
  if (at !== null) return { label: 'Sent', state: 'done', at, who: null }
  const sent = first('Sent', forms, 'sent_at', null)
  return state === 'sent' ? { ...sent, state: 'done' } : sent
}

/** The client of a session by name, if it has one. */
export const clientOf = ({ client_first_name: first, client_last_name: last }: Session): string | null =>
  `${first ?? ''} ${last ?? ''}`.trim() || null

function first(label: string, forms: readonly SessionForm[], name: ManualDate, who: string | null): ProgressStep {
  const [earliest] = forms
    .filter((form) => form[name] !== null)
    .sort((a, b) => Date.parse(a[name] ?? '') - Date.parse(b[name] ?? ''))
  return earliest === undefined ? open(label) : dated(earliest, name, label, who)
}

/** The names with which the documents were signed. */
function signersOf(forms: readonly SessionForm[], client: string | null): string | null {
  const names = forms.flatMap(({ signed_at, signed_as }) => (signed_at === null ? [] : (signed_as ?? client ?? [])))
  return [...new Set(names)].join(', ') || client
}

function endOfSession(session: Session, forms: readonly SessionForm[], client: string | null): ProgressStep {
  const { status, expires_at, submitted_at, marked_at, marked_by } = session
  if (status === 'cancelled') return { label: 'Ended', state: 'failed', at: marked_at, who: marked_by }
  if (status === 'expired') return { label: 'Expired', state: 'failed', at: expires_at, who: null }
  if (status === 'declined') {
    const declined = forms.find((form) => form.status === 'declined')
    return { label: 'Declined', state: 'failed', at: declined?.declined_at ?? marked_at, who: client }
  }
  if (status === 'completed')
    return marked_at === null
      ? { label: doneLabel(forms), state: 'done', at: submitted_at, who: signersOf(forms, client) }
      : { label: 'Completed', state: 'done', at: marked_at, who: `set by ${marked_by ?? 'staff'}` }
  return open(doneLabel(forms))
}
