import type { SessionAuthAnswer } from '@agency/contract/sessions'
import { createContext, useContext } from 'react'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'

export type StoredSession = SessionAuthAnswer['session']

/** Why the session of a code is no longer open, for the passcode screen to say. */
export interface Ending {
  readonly code: string
  readonly reason: 'expired' | 'left' | 'gone'
}

interface SessionState {
  readonly session: StoredSession | null
  readonly ending: Ending | null
  readonly open: (session: StoredSession) => void
  readonly close: (reason: Ending['reason']) => void
}

/**
 * Which session this browser has open. The credential itself is a cookie that no script can read; what stands here only
 * says which screens to show. It is kept in session storage: it survives a reload, and closing the tab forgets it,
 * which is what a person at a shared computer expects.
 */
export const useSession = create<SessionState>()(
  persist(
    (set, get) => ({
      session: null,
      ending: null,
      open: (session) => set({ session, ending: null }),
      close: (reason) => {
        const { session } = get()
        if (session) set({ session: null, ending: { code: session.session_code, reason } })
      },
    }),
    {
      name: 'portalSession',
      storage: createJSONStorage(() => sessionStorage),
      partialize: ({ session }) => ({ session }),
      merge: (stored, current) => ({ ...current, session: readSession(stored) }),
    },
  ),
)

/** What storage holds may be old, cut off or written by hand: anything but a whole session counts as none. */
function readSession(stored: unknown): StoredSession | null {
  if (typeof stored !== 'object' || stored === null || !('session' in stored)) return null
  const { session } = stored
  if (typeof session !== 'object' || session === null) return null
  if (!('id' in session && 'client_id' in session && 'session_code' in session)) return null
  const { id, client_id, session_code } = session
  const whole = typeof id === 'string' && typeof client_id === 'string' && typeof session_code === 'string'
  return whole ? { id, client_id, session_code } : null
}

export const OpenSessionContext = createContext<StoredSession | null>(null)

/** The open session, for the screens that only it can reach. */
export function useOpenSession(): StoredSession {
  const session = useContext(OpenSessionContext)
  if (!session) throw new Error('This screen stands outside of an open session')
  return session
}
