import { useEffect, useRef } from 'react'
import { create } from 'zustand'

/** An action of the page that is shown, such as starting a session of the open client. */
export interface PageCommand {
  readonly label: string
  readonly run: () => void
}

export const usePageCommands = create<{ readonly commands: readonly PageCommand[] }>(() => ({ commands: [] }))

/** Offers an action in the command palette while the component is mounted. @param label null offers nothing */
export function useOfferedCommand(label: string | null, run: () => void): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  }, [run])
  useEffect(() => {
    if (label === null) return
    const command: PageCommand = { label, run: () => latest.current() }
    usePageCommands.setState(({ commands }) => ({ commands: [...commands, command] }))
    return () =>
      usePageCommands.setState(({ commands }) => ({ commands: commands.filter((other) => other !== command) }))
  }, [label])
}
