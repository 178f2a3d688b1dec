import { createContext, useContext } from 'react'
import type { StoredSession } from './session-store.ts'

export const OpenSessionContext = createContext<StoredSession | null>(null)

/** The open session, for the screens that only it can reach. */
export function useOpenSession(): StoredSession {
  const session = useContext(OpenSessionContext)
  if (!session) throw new Error('This screen stands outside of an open session')
  return session
}
