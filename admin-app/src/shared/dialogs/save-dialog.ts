import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { readRefusal } from '../api-error'
import { fieldErrors } from '../controls/field-errors'
import { alert, alertFailure } from './dialogs'

/** How a failed save is shown. */
export interface SaveFailure<Draft extends FieldValues> {
  /** The text when nothing better is known; or a function that shows the failure itself. */
  readonly failure: string | ((error: Error) => unknown)
  /** The server's words where they help; undefined where only `failure` does. */
  readonly explain?: (error: Error) => string | undefined
  /** The fields that show what the server says of them. */
  readonly names?: readonly Path<Draft>[]
  /** Alerts what belongs to no field. Otherwise the form shows it above its fields. */
  readonly alerts?: boolean
}

interface SaveDialog<Draft extends FieldValues, Saved> extends SaveFailure<Draft> {
  readonly form: UseFormReturn<Draft>
  readonly save: (draft: Draft) => Promise<Saved>
  readonly onSaved: (saved: Saved, draft: Draft) => unknown
  /** Asks before a draft is saved. */
  readonly confirm?: (draft: Draft) => Promise<boolean>
}

/** What a `FormModal` needs of its save. */
export interface ModalSave {
  readonly dirty: boolean
  readonly busy: boolean
  readonly error: string | null
  readonly onSubmit: () => Promise<void>
}

/** The server's own words in an error answer: of any code, or only of those given. */
export const serverMessage =
  (...codes: readonly string[]) =>
  (error: Error): string | undefined => {
    const body = readRefusal(error)?.body
    return body && (codes.length === 0 || codes.includes(body.code)) ? body.message : undefined
  }

/** Shows the failures of a form's saves: beside their fields, else as `error` above them, or in an alert. */
export function useSaveFailure<Draft extends FieldValues>(form: UseFormReturn<Draft>, options: SaveFailure<Draft>) {
  const { failure, explain, names = [], alerts = false } = options
  const [error, setError] = useState<string | null>(null)
  const show = (refusal: Error) => {
    if (typeof failure === 'function') return void failure(refusal)
    const wrong = fieldErrors(refusal, names)
    for (const { name, message } of wrong) form.setError(name, { message })
    if (wrong.length > 0) return
    const explained = explain?.(refusal)
    if (!alerts) setError(explained ?? failure)
    else void (explained === undefined ? alertFailure(failure, refusal) : alert(explained))
  }
  const clear = () => {
    setError(null)
    form.clearErrors()
  }
  return { error, show, clear }
}

/**
 * Saves what was typed into a dialog, once. `FormModal` takes the result: it ignores a second press, and sends each call
 * of an opened dialog with one idempotency key.
 */
export function useSaveDialog<Draft extends FieldValues, Saved>(options: SaveDialog<Draft, Saved>): ModalSave {
  const { form, save, onSaved, confirm } = options
  const failure = useSaveFailure(form, options)
  const { mutate, isPending } = useMutation({
    mutationFn: save,
    onMutate: failure.clear,
    // Not as options of `mutate`: TanStack drops those when the form is gone before the answer.
    onSuccess: onSaved,
    onError: failure.show,
  })
  const onSubmit = form.handleSubmit(async (draft) => {
    if (confirm === undefined || (await confirm(draft))) mutate(draft)
  })
  return { dirty: form.formState.isDirty, busy: isPending, error: failure.error, onSubmit: () => onSubmit() }
}
