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

/** The most steps that can be undone. */
const most = 100

export interface FieldEdit {
  readonly fields: readonly FormField[]
  /** Applies a change. @param run names the run of steps that it belongs to */
  readonly apply: (change: (fields: readonly FormField[]) => FormField[], run?: string) => void
  readonly canUndo: boolean
  readonly undo: () => void
}

/** The edited fields of a form, with undo. */
export function useFieldEdit({ getValues, setValue, watch }: UseFormReturn<FieldsDraft>): FieldEdit {
  const [steps, setSteps] = useState<readonly Step[]>([])
  const store = (fields: FormField[]) => setValue('fields', fields, { shouldDirty: true })
  return {
    fields: watch('fields'),
    apply: (change, run = undefined) => {
      const before = getValues('fields')
      setSteps((known) => {
        const inRun = run !== undefined && known.at(-1)?.run === run
        return inRun ? known : [...known, { before, run: run ?? null }].slice(-most)
      })
      store(change(before))
    },
    canUndo: steps.length > 0,
    undo: () => {
      const last = steps.at(-1)
      if (last === undefined) return
      setSteps(steps.slice(0, -1))
      store(last.before)
    },
  }
}
