import { useSyncExternalStore } from 'react'
import { today } from '../formatting'

/** Milliseconds between two looks at the calendar. */
const look = 60_000

/** Today where the reader is, `YYYY-MM-DD`. On a page that stays open past midnight it becomes the next day. */
export const useToday = (): string => useSyncExternalStore(watchDay, () => today())

function watchDay(onChange: () => void): () => void {
  const timer = setInterval(onChange, look)
  // Whoever comes back to it in the morning is not kept waiting.
  document.addEventListener('visibilitychange', onChange)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onChange)
  }
}
