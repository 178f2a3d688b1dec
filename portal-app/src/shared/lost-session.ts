import { problemOf } from './api.ts'
import { useSession } from './session-store.ts'

/** When the server no longer knows the session, this browser forgets it too: the passcode screen follows. */
export function endLostSession(error: unknown): void {
  const { code } = problemOf(error)
  const { close } = useSession.getState()
  if (code === 'NOT_SIGNED_IN' || code === 'SESSION_EXPIRED') close('expired')
  if (code === 'GONE') close('gone')
}
