import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { isResumable, useSession } from '../../../shared/session-store.ts'

interface ReadPages {
  readonly sessionId: string | null
  /** Numbers of the pages that were in view as a whole, by document. */
  readonly forms: Readonly<Record<string, readonly number[]>>
}

const nothing: ReadPages = { sessionId: null, forms: {} }

/** The pages that the client has read in this tab. They survive a reload; they hold no personal data. */
const useStore = create<ReadPages>()(
  persist(() => nothing, {
    name: 'portalReadPages',
    storage: createJSONStorage(() => sessionStorage),
    merge: (stored) => parse(stored),
  }),
)

const none: readonly number[] = []

export function useReadPages(formId: string): readonly number[] {
  return useStore(({ forms }) => forms[formId] ?? none)
}

/** Adds pages that were read. */
export function addReadPages(formId: string, numbers: readonly number[]): void {
  const { forms } = useStore.getState()
  useStore.setState({ forms: { ...forms, [formId]: [...new Set([...(forms[formId] ?? none), ...numbers])] } })
}

export function discardReadPages(sessionId: string | null): void {
  useStore.setState({ sessionId, forms: {} })
}

/** Stored data may be old or edited by hand. */
function parse(stored: unknown): ReadPages {
  if (typeof stored !== 'object' || stored === null || !('sessionId' in stored && 'forms' in stored)) return nothing
  const { sessionId, forms } = stored
  if (typeof sessionId !== 'string' || typeof forms !== 'object' || forms === null) return nothing
  const numbersOf = (value: unknown): number[] =>
    Array.isArray(value) ? value.filter((number: unknown): number is number => typeof number === 'number') : []
  return {
    sessionId,
    forms: Object.fromEntries(Object.entries(forms).map(([id, value]) => [id, numbersOf(value)])),
  }
}

/** An expired session keeps what was read; a logout or another session does not. */
function follow({ session, ending }: ReturnType<typeof useSession.getState>): void {
  const { sessionId } = useStore.getState()
  const left = ending !== null && !isResumable(ending)
  if (left || (session !== null && session.id !== sessionId)) discardReadPages(session?.id ?? null)
}
useSession.subscribe(follow)
follow(useSession.getState())
