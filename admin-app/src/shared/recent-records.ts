import { useEffect } from 'react'
import { create } from 'zustand'

/** A record that was opened: its name, and its address. */
export interface RecentRecord {
  readonly label: string
  readonly to: string
}

const most = 6

/** The records that were opened last, the newest first. In memory alone: they name people. */
export const useRecentRecords = create<{ readonly records: readonly RecentRecord[] }>(() => ({ records: [] }))

/** Forgets them, as when someone else logs in. */
export const forgetRecentRecords = (): void => useRecentRecords.setState({ records: [] })

/** Forgets one, which was archived or deleted. */
export const forgetRecord = (to: string): void =>
  useRecentRecords.setState(({ records }) => ({ records: records.filter((other) => other.to !== to) }))

/** Remembers a record as opened. @param label null while it is not loaded, and for an archived one */
export function useVisit(label: string | null, to: string): void {
  useEffect(() => {
    if (label === null) return
    useRecentRecords.setState(({ records }) => ({
      records: [{ label, to }, ...records.filter((other) => other.to !== to)].slice(0, most),
    }))
  }, [label, to])
}
