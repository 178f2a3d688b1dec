import { onlineManager } from '@tanstack/react-query'
import { create } from 'zustand'
import { isUnanswered, readErrorAnswer } from './call-error.ts'
import { sendOnce } from './http-client.ts'
import { errorCode } from './retry-policy.ts'

/** Why no call gets through: no network, no answer from the server, or servers whose clocks differ. */
export type Outage = 'offline' | 'unreachable' | 'clocks'

export const reconnectPause = 3_000

/** Options of a probe: it is sent once, and waits 10 s. */
const probeOptions = { timeout: 10_000, context: sendOnce }

interface Connection {
  /** Whether the server can be reached, as state of React. */
  readonly useConnection: { (): ConnectionState; <Part>(select: (state: ConnectionState) => Part): Part }
  readonly checkConnection: () => Promise<void>
  readonly followNetwork: () => () => void
}

interface ConnectionState {
  readonly outage: Outage | null
}

/** Probes, since `navigator.onLine` is wrong on phones. @param probe null when the app has nothing to ask now */
export function createConnection(probe: (options: typeof probeOptions) => Promise<unknown> | null): Connection {
  const useConnection = create<ConnectionState>(() => ({ outage: null }))
  let nextProbe: ReturnType<typeof setTimeout> | undefined
  let isProbing = false

  /** Probes the server until it answers; then queries on the screen are fetched again. */
  async function checkConnection(): Promise<void> {
    if (isProbing) return
    clearTimeout(nextProbe)
    const answer = probe(probeOptions)
    if (answer === null) {
      useConnection.setState({ outage: null })
      return
    }
    isProbing = true
    const outage = await findOutage(answer)
    isProbing = false
    useConnection.setState({ outage })
    onlineManager.setOnline(outage === null)
    if (outage !== null) nextProbe = setTimeout(checkConnection, reconnectPause)
  }

  /** Probes when the browser gains or loses the network. Returns the function that stops it. */
  function followNetwork(): () => void {
    window.addEventListener('online', checkConnection)
    window.addEventListener('offline', checkConnection)
    return () => {
      window.removeEventListener('online', checkConnection)
      window.removeEventListener('offline', checkConnection)
    }
  }

  return { useConnection, checkConnection, followNetwork }
}

async function findOutage(answer: Promise<unknown>): Promise<Outage | null> {
  try {
    await answer
    return null
  } catch (error) {
    if (!isUnanswered(error)) return null
    if (errorCode(readErrorAnswer(error)?.body) === 'CLOCK_SKEW') return 'clocks'
    return navigator.onLine ? 'unreachable' : 'offline'
  }
}
