import { useEffect } from 'react'
import { notePendingLogout, pendingLogout, usePendingLogout } from '../shared/pending-logout.ts'

/** Milliseconds between two tries. */
const retryPause = 30_000

/** Repeats a logout that has not reached the server: now, when the browser has a network again, and from time to time. */
export function useFinishLogout(): void {
  const isPending = usePendingLogout() !== null
  useEffect(() => {
    if (!isPending) return
    void finishLogout()
    const timer = setInterval(finishLogout, retryPause)
    window.addEventListener('online', finishLogout)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', finishLogout)
    }
  }, [isPending])
}

/** The note is read before each call: a session opened since has the same cookie, and would be ended instead. */
async function finishLogout(): Promise<void> {
  const { endSession } = await import('../shared/session-api.ts')
  const code = pendingLogout()
  if (code !== null && (await endSession(code, true))) notePendingLogout(null)
}
