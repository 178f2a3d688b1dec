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

/** Whether the first steps show: from an office without a client on, until all are done or skipped. */
export const useShowsFirstSteps = (clients: number | undefined): boolean =>
  useProgress(({ progress }) => progress !== 'done' && (progress !== null || clients === 0))
