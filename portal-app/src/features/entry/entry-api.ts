import type { Session, SessionAuthAnswer } from '@agency/contract/sessions'
import { api, problemOf } from '../../shared/api.ts'
import type { Problem } from '../../shared/problem.ts'
import type { StoredSession } from '../../shared/session-store.ts'

type Opened = { readonly session: StoredSession; readonly problem?: undefined } | { readonly problem: Problem }

/**
 * Opens a session with its passcode. The server also sets a cookie.
 * @returns the session, or why it was not opened
 */
export async function logInToPortal(code: string, passcode: string): Promise<Opened> {
  try {
    const { session } = await api
      .post(`api/session/${encodeURIComponent(code)}/auth`, { json: { passcode } })
      .json<SessionAuthAnswer>()
    return { session }
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

/** The session of this code, if this browser has its cookie. */
export async function findSession(code: string): Promise<StoredSession | undefined> {
  try {
    const { id, client_id, session_code } = await api.get(`session/${encodeURIComponent(code)}/details`).json<Session>()
    return { id, client_id, session_code }
  } catch {
    return undefined
  }
}
