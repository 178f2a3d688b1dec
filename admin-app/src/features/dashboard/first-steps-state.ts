import { create } from 'zustand'
import { readStored, writeStored } from '../../shared/browser-storage'

const key = 'adminFirstSteps'

/** The steps that this browser was told to skip; `done` for all; null before the first one was shown. */
type Progress = readonly string[] | 'done' | null

function readProgress(): Progress {
  const stored = readStored('local', key)
  if (stored === null || stored === 'done') return stored
  return stored.split(' ').filter(Boolean)
}

export const useProgress = create<{ readonly progress: Progress }>(() => ({ progress: readProgress() }))

export function keepProgress(progress: readonly string[] | 'done'): void {
  writeStored('local', key, progress === 'done' ? progress : progress.join(' '))
  useProgress.setState({ progress })
}

/**
 * Shows from an office without clients on, until all are done or skipped.
 * @param clients undefined until it is known
 */
export function useShowsFirstSteps(clients: number | undefined): boolean {
  const progress = useProgress((state) => state.progress)
  return progress !== 'done' && (progress !== null || clients === 0)
}
