import { useSyncExternalStore } from 'react'

/** Today in the local time zone, as `YYYY-MM-DD`. */
export function today(now = new Date()): string {
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`
}

/** The day before today in the local time zone, as `YYYY-MM-DD`. */
export const yesterday = (now = new Date()): string =>
  today(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1))

/** The start of a day (`YYYY-MM-DD`) in the local time zone, as a timestamp. */
export const startOfDay = (day: string): string => new Date(`${day}T00:00:00`).toISOString()

const checkInterval = 60_000

/** Today in the local time zone, `YYYY-MM-DD`. It changes at midnight on a page that stays open. */
export const useToday = (): string => useSyncExternalStore(watchDay, () => today())

const watchers = new Set<() => void>()
const checkDay = () => {
  for (const onChange of watchers) onChange()
}
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for all components: a list has one in each row. */
function watchDay(onChange: () => void): () => void {
  watchers.add(onChange)
  if (watchers.size === 1) {
    timer = setInterval(checkDay, checkInterval)
    // Timers of a hidden tab may be late: the date is checked as soon as the tab is shown again.
    document.addEventListener('visibilitychange', checkDay)
  }
  return () => {
    watchers.delete(onChange)
    if (watchers.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', checkDay)
  }
}
