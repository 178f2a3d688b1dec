import { useEffect, useRef } from 'react'
import { create } from 'zustand'

/** An action of the page that is shown, such as starting a session of the open client. */
export interface PageCommand {
  readonly label: string
  readonly run: () => void
}

export const usePageCommands = create<{ readonly commands: readonly PageCommand[] }>(() => ({ commands: [] }))

/** Offers actions in the command palette while the component is mounted. Their labels are unique on the page. */
export function useOfferedCommands(offered: readonly PageCommand[]): void {
  const latest = useRef(offered)
  useEffect(() => {
    latest.current = offered
  }, [offered])
  const labels = offered.map(({ label }) => label).join('\n')
  useEffect(() => {
    if (labels === '') return
    const added = labels.split('\n').map((label): PageCommand => {
      return { label, run: () => latest.current.find((command) => command.label === label)?.run() }
    })
    usePageCommands.setState(({ commands }) => ({ commands: [...commands, ...added] }))
    return () =>
      usePageCommands.setState(({ commands }) => ({ commands: commands.filter((command) => !added.includes(command)) }))
  }, [labels])
}

/** @param label null offers nothing */
export const useOfferedCommand = (label: string | null, run: () => void): void =>
  useOfferedCommands(label === null ? [] : [{ label, run }])
