import { sendOnce } from '@agency/http-client/repeated-call'
import { onlineManager } from '@tanstack/react-query'
import { isHTTPError } from 'ky'
import { create } from 'zustand'
import { api, isUnanswered } from './api.ts'
import { useSession } from './session-store.ts'

/** Between two tries to reach the server again, in milliseconds. */
export const reconnectPause = 3_000
/** How long the server may take for a small answer, in milliseconds. */
const patience = 10_000

/** Whether the server is out of reach. */
export const useConnection = create<{ readonly lost: boolean }>(() => ({ lost: false }))

let retry: ReturnType<typeof setTimeout> | undefined
let asking = false

/**
 * Asks whether the server can be reached, and goes on asking until it can; then what the screen shows is fetched again.
 * The server's own word counts, not the browser's: phones believe in networks that lead nowhere.
 */
export async function checkConnection(): Promise<void> {
  const { session } = useSession.getState()
  clearTimeout(retry)
  if (!session) useConnection.setState({ lost: false })
  if (asking || !session) return
  asking = true
  const answered = await isAnswering(session.session_code)
  asking = false
  useConnection.setState({ lost: !answered })
  onlineManager.setOnline(answered)
  if (!answered) retry = setTimeout(checkConnection, reconnectPause)
}

/** Asks whenever the browser gains or loses the network. Returns the function that stops it. */
export function followNetwork(): () => void {
  window.addEventListener('online', checkConnection)
  window.addEventListener('offline', checkConnection)
  return () => {
    window.removeEventListener('online', checkConnection)
    window.removeEventListener('offline', checkConnection)
  }
}

async function isAnswering(code: string): Promise<boolean> {
  try {
    await api.get(`session/${encodeURIComponent(code)}/details`, { timeout: patience, context: sendOnce })
    return true
  } catch (error) {
    return isHTTPError(error) && !isUnanswered(error)
  }
}
