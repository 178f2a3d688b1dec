import type { FormField } from '@agency/contract/form-fields'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'

export interface FieldsDraft {
  readonly fields: FormField[]
}

interface Step {
  readonly before: FormField[]
  /** Consecutive steps with the same run are one undo step, such as presses of an arrow key. */
  readonly run: string | null
}

interface History {
  readonly done: readonly Step[]
  /** The fields after each undone step, the last undone one last. */
  readonly undone: readonly FormField[][]
}

/** The most steps that can be undone. */
const most = 100

export interface FieldEdit {
  readonly fields: readonly FormField[]
  /** Applies a change. @param run names the run of steps that it belongs to */
  readonly apply: (change: (fields: readonly FormField[]) => FormField[], run?: string) => void
  readonly canUndo: boolean
  readonly undo: () => void
  readonly canRedo: boolean
  readonly redo: () => void
}

export function useFieldEdit({ getValues, setValue, watch }: UseFormReturn<FieldsDraft>): FieldEdit {
  const [{ done, undone }, setHistory] = useState<History>({ done: [], undone: [] })
  const store = (fields: FormField[]) => setValue('fields', fields, { shouldDirty: true })
  return {
    fields: watch('fields'),
    apply: (change, run = undefined) => {
      const before = getValues('fields')
      setHistory((known) => {
        const inRun = run !== undefined && known.done.at(-1)?.run === run && known.undone.length === 0
        const step = { before, run: run ?? null }
        return { done: inRun ? known.done : [...known.done, step].slice(-most), undone: [] }
      })
      store(change(before))
    },
    canUndo: done.length > 0,
    undo: () => {
      const last = done.at(-1)
      if (last === undefined) return
      setHistory({ done: done.slice(0, -1), undone: [...undone, getValues('fields')] })
      store(last.before)
    },
    canRedo: undone.length > 0,
    redo: () => {
      const next = undone.at(-1)
      if (next === undefined) return
      setHistory({ done: [...done, { before: getValues('fields'), run: null }], undone: undone.slice(0, -1) })
      store(next)
    },
  }
}
