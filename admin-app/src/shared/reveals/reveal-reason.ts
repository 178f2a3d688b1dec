import type { RevealReason } from '@agency/contract/reveal-reasons'
import { create } from 'zustand'

/** How long a reason counts for the client that it was given for, in milliseconds. */
const keptFor = 15 * 60_000

interface Asked {
  readonly clientId: string
  /** @param reason null when the person gives none */
  readonly answer: (reason: RevealReason | null) => void
}

interface ReasonState {
  readonly asked: Asked | null
}

export const useRevealReason = create<ReasonState>(() => ({ asked: null }))

/** The reasons of the last minutes, by client. Kept in memory alone, so that closing or reloading the page ends them. */
const given = new Map<string, { readonly reason: RevealReason; readonly until: number }>()

/** The reason given in the last 15 minutes, else asked for now. @throws DOMException AbortError without one */
export async function revealReasonFor(clientId: string): Promise<RevealReason> {
  const kept = given.get(clientId)
  if (kept !== undefined && kept.until > Date.now()) return kept.reason
  const reason = await ask(clientId)
  if (reason === null) throw new DOMException('No reason was given.', 'AbortError')
  given.set(clientId, { reason, until: Date.now() + keptFor })
  return reason
}

function ask(clientId: string): Promise<RevealReason | null> {
  // A page has one such dialog: a question that is still open ends without a reason.
  useRevealReason.getState().asked?.answer(null)
  return new Promise((resolve) => {
    const answer = (reason: RevealReason | null) => {
      useRevealReason.setState({ asked: null })
      resolve(reason)
    }
    useRevealReason.setState({ asked: { clientId, answer } })
  })
}

/** Ends the open question, and forgets all reasons: the next person gives their own. */
export function forgetRevealReasons(): void {
  useRevealReason.getState().asked?.answer(null)
  given.clear()
}
