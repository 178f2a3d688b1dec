import type { Language } from '@agency/contract/esign'
import { languageOf } from '@agency/contract/page-language'
import type { SessionAuthAnswer } from '@agency/contract/sessions'
import { createContext, useContext } from 'react'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { notePendingLogout } from './pending-logout.ts'

export type StoredSession = SessionAuthAnswer['session'] & {
  /** That of the client's record, if any: the first screen after a reload is in it. */
  readonly language?: Language
}

export interface Ending {
  readonly code: string
  /** `replaced`: another session was opened in this browser. `cookies`: it did not keep the cookie of the login. */
  readonly reason: 'expired' | 'replaced' | 'cookies' | 'left' | 'gone'
}

interface SessionState {
  readonly session: StoredSession | null
  readonly ending: Ending | null
  /** The passcode was just accepted, and no call of the session has been answered since. */
  readonly isNew: boolean
  readonly open: (session: StoredSession, isNew?: boolean) => void
  readonly close: (reason: Ending['reason']) => void
}

/** Whether the client only has to enter the passcode again: what was typed and read stays. */
export const isResumable = ({ reason }: Ending): boolean => reason !== 'left' && reason !== 'gone'

const storageKey = 'portalSession'

/** In the session storage, encrypted: what a client adopted as signature, or typed as reason to decline. */
const encryptedTexts = { signature: 'portalSignature', reasons: 'portalReasons' } as const
export type EncryptedText = keyof typeof encryptedTexts

/** The credential is a cookie; this only selects the screens. Cleared with the tab, as at a shared computer. */
export const useSession = create<SessionState>()(
  persist(
    (set, get) => ({
      session: null,
      ending: null,
      isNew: false,
      open: (session, isNew = false) => {
        noteOpened(session.session_code)
        // A repeated logout would end this session.
        notePendingLogout(null)
        set({ session, ending: null, isNew })
      },
      close: (reason) => {
        const { session } = get()
        // The note is then that of the other session.
        if (reason !== 'replaced') noteOpened(null)
        forgetText('signature')
        forgetText('reasons')
        if (session) set({ session: null, ending: { code: session.session_code, reason } })
      },
    }),
    {
      name: storageKey,
      storage: createJSONStorage(() => sessionStorage),
      partialize: ({ session }) => ({ session }),
      merge: (stored, current) => ({ ...current, session: readSession(stored) }),
    },
  ),
)

/** Removes an encrypted text from this tab. A browser may refuse storage, and has then stored none. */
export function forgetText(name: EncryptedText): void {
  try {
    sessionStorage.removeItem(encryptedTexts[name])
  } catch {
    return
  }
}

export const storedText = (name: EncryptedText): string | null => sessionStorage.getItem(encryptedTexts[name])

export const storeText = (name: EncryptedText, text: string): void => sessionStorage.setItem(encryptedTexts[name], text)

const openedKey = 'portalOpened'

/** Whether a tab of this browser has opened the session: then it is worth asking the server whether it is still open. */
export function wasOpened(code: string): boolean {
  try {
    return localStorage.getItem(openedKey) === code
  } catch {
    return false
  }
}

/** Notes the code, which is in the browser's history too. A browser may refuse storage. */
function noteOpened(code: string | null): void {
  try {
    if (code === null) localStorage.removeItem(openedKey)
    else localStorage.setItem(openedKey, code)
  } catch {
    return
  }
}

/** The stored session, or null: stored data may be old, incomplete or edited by hand. */
function readSession(stored: unknown): StoredSession | null {
  if (typeof stored !== 'object' || stored === null || !('session' in stored)) return null
  const { session } = stored
  if (typeof session !== 'object' || session === null) return null
  if (!('id' in session && 'client_id' in session && 'session_code' in session)) return null
  const { id, client_id, session_code } = session
  const whole = typeof id === 'string' && typeof client_id === 'string' && typeof session_code === 'string'
  const language = 'language' in session ? languageOf(String(session.language)) : undefined
  return whole ? { id, client_id, session_code, ...(language ? { language } : {}) } : null
}

/** Whether this tab has stored something that is neither a session nor none. The passcode is then asked for again. */
export function isStoredUnreadable(): boolean {
  try {
    const stored = sessionStorage.getItem(storageKey)
    if (stored === null) return false
    const { state } = JSON.parse(stored)
    return state.session !== null && readSession(state) === null
  } catch {
    return true
  }
}

export const OpenSessionContext = createContext<StoredSession | null>(null)

/** The open session. @throws Error outside of a screen that requires one */
export function useOpenSession(): StoredSession {
  const session = useContext(OpenSessionContext)
  if (!session) throw new Error('This screen requires an open session.')
  return session
}
