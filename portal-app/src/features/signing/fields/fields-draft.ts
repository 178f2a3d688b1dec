import type { FieldValue, FieldValues } from '@agency/contract/form-fields'
import { isUnanswered } from '@agency/http-client/call-error'
import { reconnectPause } from '@agency/http-client/connection'
import { isHTTPError } from 'ky'
import { create } from 'zustand'
import { checkConnection } from '../../../shared/connection.ts'
import { endLostSession } from '../../../shared/session-api.ts'
import { useSession } from '../../../shared/session-store.ts'
import { refusedFields, sendValues } from './fields-api.ts'

/** What a client typed into a document. */
export interface FieldsDraft {
  readonly typed: FieldValues
  /** Ids of fields whose value the server does not have yet. */
  readonly unsaved: readonly string[]
  /** Ids of fields whose value the server does not accept. */
  readonly refused: readonly string[]
  readonly saving: 'idle' | 'saving' | 'failed'
}

const nothing: FieldsDraft = { typed: {}, unsaved: [], refused: [], saving: 'idle' }

/** Milliseconds for which typing must rest before it is saved. */
const rest = 600

/**
 * What was typed into the documents of the open session, by their ids. It stays in memory, and goes to the server as the
 * client goes: it may be personal, and is nothing to leave behind in a browser.
 */
const useDrafts = create<{ readonly sessionId: string | null; readonly forms: Readonly<Record<string, FieldsDraft>> }>(
  () => ({ sessionId: null, forms: {} }),
)

const timers = new Map<string, ReturnType<typeof setTimeout>>()

/** What was typed into a document so far. */
export function useFieldsDraft(formId: string): FieldsDraft {
  return useDrafts(({ forms }) => forms[formId] ?? nothing)
}

/** What was typed, for who is not a component. */
export function fieldsDraft(formId: string): FieldsDraft {
  return useDrafts.getState().forms[formId] ?? nothing
}

/** Takes what was typed into a field. @param save false for what is not whole yet, such as half a date */
export function persistDraft(formId: string, fieldId: string, value: FieldValue, save: boolean): void {
  const { typed, unsaved, refused } = fieldsDraft(formId)
  const others = unsaved.filter((id) => id !== fieldId)
  change(formId, {
    typed: { ...typed, [fieldId]: value },
    unsaved: save ? [...others, fieldId] : others,
    refused: refused.filter((id) => id !== fieldId),
  })
  if (save) saveAfter(formId, rest)
}

/** Marks fields whose values were not accepted, until something else is typed there. */
export function markRefused(formId: string, fieldIds: readonly string[]): void {
  const { refused, unsaved } = fieldsDraft(formId)
  change(formId, {
    refused: [...new Set([...refused, ...fieldIds])],
    unsaved: unsaved.filter((id) => !fieldIds.includes(id)),
  })
}

/** Forgets what was typed into a document that is signed, or can't be any more. */
export function discardDraft(formId: string): void {
  clearTimeout(timers.get(formId))
  change(formId, nothing)
}

/**
 * Sends what the server does not have yet, now. It is tried again until the server answers.
 * @param leaving the page is about to go: there is no time to wait for what is under way
 */
export async function saveDraft(formId: string, leaving = false): Promise<void> {
  clearTimeout(timers.get(formId))
  const { typed, unsaved, saving } = fieldsDraft(formId)
  if ((saving === 'saving' && !leaving) || unsaved.length === 0) return
  const values: FieldValues = {}
  for (const id of unsaved) values[id] = typed[id] ?? ''
  change(formId, { saving: 'saving' })
  try {
    await sendValues(formId, values)
    const now = fieldsDraft(formId)
    change(formId, { saving: 'idle', unsaved: now.unsaved.filter((id) => now.typed[id] !== values[id]) })
  } catch (error) {
    handleFailure(formId, Object.keys(values), error)
  }
  // What was typed meanwhile goes next.
  if (fieldsDraft(formId).saving === 'idle' && fieldsDraft(formId).unsaved.length > 0) saveAfter(formId, rest)
}

function handleFailure(formId: string, sent: readonly string[], error: unknown): void {
  change(formId, { saving: 'failed' })
  endLostSession(error)
  if (isUnanswered(error)) void checkConnection()
  const status = isHTTPError(error) ? error.response.status : 0
  if (status === 400) {
    const refused = refusedFields(error)
    change(formId, { saving: 'idle' })
    markRefused(formId, refused.length > 0 ? refused : sent)
  } else if (status === 404 || status === 409) discardDraft(formId)
  // After the passcode was entered again, the document's screen goes on saving.
  else if (status !== 401 && status !== 410) saveAfter(formId, reconnectPause)
}

function saveAfter(formId: string, milliseconds: number): void {
  clearTimeout(timers.get(formId))
  timers.set(
    formId,
    setTimeout(() => saveDraft(formId), milliseconds),
  )
}

function change(formId: string, values: Partial<FieldsDraft>): void {
  useDrafts.setState(({ forms }) => ({ forms: { ...forms, [formId]: { ...fieldsDraft(formId), ...values } } }))
}

// What was typed outlives a session that expired under it, and no other: the next person may not see it.
useSession.subscribe(({ session, ending }) => {
  const { sessionId } = useDrafts.getState()
  const left = ending !== null && ending.reason !== 'expired'
  const other = session !== null && sessionId !== null && session.id !== sessionId
  if (left || other) {
    for (const timer of timers.values()) clearTimeout(timer)
    useDrafts.setState({ sessionId: session?.id ?? null, forms: {} })
  } else if (session) useDrafts.setState({ sessionId: session.id })
})
useDrafts.setState({ sessionId: useSession.getState().session?.id ?? null })
