import { sendOnce } from '@agency/http-client/repeated-call'
import { onlineManager } from '@tanstack/react-query'
import { create } from 'zustand'
import { api } from './api'
import { isUnanswered, readRefusal } from './api-error'

/** Why nothing gets through: the browser knows of no network, the server doesn't answer, or its clocks differ. */
type Outage = 'offline' | 'unreachable' | 'clocks'

/** Between two tries to reach the server again, in milliseconds. */
const pause = 3_000
/** How long the server may take for a small answer, in milliseconds. */
const patience = 10_000

/** Whether the server can be reached. */
export const useConnection = create<{ readonly outage: Outage | null }>(() => ({ outage: null }))

let retry: ReturnType<typeof setTimeout> | undefined
let asking = false

/**
 * Asks whether the server can be reached, and goes on asking until it can; then what the screen shows is fetched again.
 * The server's own word counts, not the browser's: one that thinks it is offline may still reach this very machine.
 */
export async function checkConnection(): Promise<void> {
  if (asking) return
  asking = true
  clearTimeout(retry)
  const outage = await findOutage()
  asking = false
  useConnection.setState({ outage })
  onlineManager.setOnline(outage === null)
  if (outage !== null) retry = setTimeout(checkConnection, pause)
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

async function findOutage(): Promise<Outage | null> {
  try {
    await api().get('capabilities', { timeout: patience, context: sendOnce })
    return null
  } catch (error) {
    if (!isUnanswered(error)) return null
    if (readRefusal(error)?.body?.code === 'CLOCK_SKEW') return 'clocks'
    return navigator.onLine ? 'unreachable' : 'offline'
  }
}
