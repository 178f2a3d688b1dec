import type { FieldValue, FieldValues, PrintProblem } from '@agency/contract/form-fields'
import { isUnanswered } from '@agency/http-client/call-error'
import { reconnectPause } from '@agency/http-client/connection'
import { isHTTPError } from 'ky'
import { create } from 'zustand'
import { checkConnection } from '../../../shared/connection.ts'
import { endLostSession, endReplacedSession } from '../../../shared/session-api.ts'
import { isResumable, useSession } from '../../../shared/session-store.ts'
import { eraseEncrypted, readEncrypted, storeEncrypted } from '../encrypted-text.ts'
import { forgetPlaced } from '../signature/adopted-signature.ts'
import { refusedFields, sendValues } from './fields-api.ts'

/** Without a reason, the server refused a value in words of its own. */
export type Refusal = PrintProblem | Readonly<Record<string, never>>

export interface FieldsDraft {
  readonly typed: FieldValues
  /** Ids of fields that are not saved yet. */
  readonly unsaved: readonly string[]
  /** By the ids of fields whose value the server refused or cannot print. */
  readonly refused: Readonly<Record<string, Refusal>>
  readonly saving: 'idle' | 'saving' | 'failed'
  /** Why the server takes no values of this document: it is closed, or not found. What was typed stays. */
  readonly refusal: Error | null
  /** The reason to decline, as typed so far. The server has no place for it: it is encrypted in the tab. */
  readonly reason: string
}

const nothing: FieldsDraft = { typed: {}, unsaved: [], refused: {}, saving: 'idle', refusal: null, reason: '' }

/** Milliseconds after the last key until the draft is saved. */
const rest = 600

/** Drafts are in memory and on the server alone: they may hold personal data, which must not be left in a browser. */
const useDrafts = create<{ readonly sessionId: string | null; readonly forms: Readonly<Record<string, FieldsDraft>> }>(
  () => ({ sessionId: null, forms: {} }),
)

const timers = new Map<string, ReturnType<typeof setTimeout>>()

export function useFieldsDraft(formId: string): FieldsDraft {
  return useDrafts(({ forms }) => forms[formId] ?? nothing)
}

export function fieldsDraft(formId: string): FieldsDraft {
  return useDrafts.getState().forms[formId] ?? nothing
}

/** Adds a typed value to the draft. @param save false for an incomplete value, such as half a date */
export function persistDraft(formId: string, fieldId: string, value: FieldValue, save: boolean): void {
  const { typed, unsaved, refused } = fieldsDraft(formId)
  const others = unsaved.filter((id) => id !== fieldId)
  change(formId, {
    typed: { ...typed, [fieldId]: value },
    unsaved: save ? [...others, fieldId] : others,
    refused: stillRefused(refused, fieldId, value),
  })
  if (save) saveAfter(formId, rest)
}

/** A value that is still too long stays refused, so that the message does not come and go with each key. */
function stillRefused(refused: FieldsDraft['refused'], fieldId: string, value: FieldValue): FieldsDraft['refused'] {
  const { [fieldId]: own, ...others } = refused
  const isLong = own?.room !== undefined && typeof value === 'string' && value.trim().length > own.room
  return isLong ? refused : others
}

/** Adds the typed reason to decline to the draft. It survives a reload, encrypted in the tab. */
export function persistReason(formId: string, reason: string): void {
  change(formId, { reason })
  storeReasons()
}

function storeReasons(): void {
  const { sessionId, forms } = useDrafts.getState()
  const typed = Object.entries(forms).flatMap(([id, { reason }]) => (reason === '' ? [] : [[id, reason]]))
  if (sessionId !== null && typed.length > 0) void storeEncrypted('reasons', sessionId, Object.fromEntries(typed))
  else void eraseEncrypted('reasons')
}

/** Takes back the reasons that this tab stored before a reload. */
export async function restoreReasons(): Promise<void> {
  const { sessionId } = useDrafts.getState()
  const stored = sessionId === null ? undefined : await readEncrypted('reasons', sessionId)
  if (typeof stored !== 'object' || stored === null || useDrafts.getState().sessionId !== sessionId) return
  for (const [id, reason] of Object.entries(stored))
    if (typeof reason === 'string' && fieldsDraft(id).reason === '') change(id, { reason })
}

/** Marks fields whose values were refused, until they change. */
export function markRefused(formId: string, fieldIds: readonly string[]): void {
  const { refused, unsaved } = fieldsDraft(formId)
  change(formId, {
    refused: { ...Object.fromEntries(fieldIds.map((id) => [id, {}])), ...refused },
    unsaved: unsaved.filter((id) => !fieldIds.includes(id)),
  })
}

/** Discards the draft of a document that is signed or closed, and where its client has signed it. */
export function discardDraft(formId: string): void {
  forgetPlaced(formId)
  clearTimeout(timers.get(formId))
  change(formId, nothing)
  storeReasons()
}

/** Retries until the server answers. @param leaving the page closes: do not wait for a running save */
export async function saveDraft(formId: string, leaving = false): Promise<void> {
  clearTimeout(timers.get(formId))
  const { typed, unsaved, saving } = fieldsDraft(formId)
  if ((saving === 'saving' && !leaving) || unsaved.length === 0) return
  const values: FieldValues = {}
  for (const id of unsaved) values[id] = typed[id] ?? ''
  change(formId, { saving: 'saving', refusal: null })
  try {
    const saved = await sendValues(formId, values)
    const now = fieldsDraft(formId)
    const isNewer = (id: string) => now.typed[id] !== values[id]
    const problems = saved.flatMap(({ id, print_problem }) =>
      print_problem && id in values && !isNewer(id) ? [[id, print_problem] as const] : [],
    )
    const settled = Object.entries(now.refused).filter(([id]) => !(id in values) || isNewer(id))
    const refused = Object.fromEntries([...settled, ...problems])
    change(formId, { saving: 'idle', refused, unsaved: now.unsaved.filter(isNewer) })
  } catch (error) {
    handleFailure(formId, Object.keys(values), error)
  }
  // Saves what was typed meanwhile.
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
  } else if (error instanceof Error && (status === 404 || status === 409)) {
    change(formId, { refusal: error })
    void endReplacedSession(error)
  }
  // After a new login the document's screen saves again.
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

// Drafts survive an expired session, but no logout: another person must not see them.
useSession.subscribe(({ session, ending }) => {
  const { sessionId } = useDrafts.getState()
  const left = ending !== null && !isResumable(ending)
  const other = session !== null && sessionId !== null && session.id !== sessionId
  if (left || other) {
    for (const timer of timers.values()) clearTimeout(timer)
    void eraseEncrypted('reasons')
    useDrafts.setState({ sessionId: session?.id ?? null, forms: {} })
  } else if (session) useDrafts.setState({ sessionId: session.id })
})
useDrafts.setState({ sessionId: useSession.getState().session?.id ?? null })
void restoreReasons()
