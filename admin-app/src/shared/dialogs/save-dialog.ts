import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { readRefusal } from '../api-error'
import { fieldErrors } from '../controls/field-errors'
import { alert, alertFailure } from './dialogs'

type Explain = (error: unknown) => string | undefined

/** How a failed save is shown. */
export interface SaveFailure<Draft extends FieldValues> {
  /** The text when nothing better is known; or a function that shows the failure itself, or returns a text for the form. */
  readonly failure: string | ((error: Error) => unknown)
  /** The words that explain the failure; undefined where only `failure` does. */
  readonly explain?: Explain
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
  (error: unknown): string | undefined => {
    const body = readRefusal(error)?.body
    return body && (codes.length === 0 || codes.includes(body.code)) ? body.message : undefined
  }

/** The text for a change that someone else's came before. */
export const onConflict =
  (text: string): Explain =>
  (error) =>
    readRefusal(error)?.body?.code === 'EDIT_CONFLICT' ? text : undefined

/** Alerts a failure: in the words that explain it, otherwise as `failure`. */
export function alertRefusal(failure: string, error: unknown, explain: Explain = serverMessage()): Promise<void> {
  const words = explain(error)
  return words === undefined ? alertFailure(failure, error) : alert(words)
}

/** Shows the failures of a form's saves: beside their fields, else as `error` above them, or in an alert. */
export function useSaveFailure<Draft extends FieldValues>(form: UseFormReturn<Draft>, options: SaveFailure<Draft>) {
  const { failure, explain, names = [], alerts = false } = options
  const [error, setError] = useState<string | null>(null)
  const show = (refusal: Error) => {
    if (typeof failure === 'function') {
      const text = failure(refusal)
      return setError(typeof text === 'string' ? text : null)
    }
    const wrong = fieldErrors(refusal, names)
    for (const { name, message } of wrong) form.setError(name, { message })
    if (wrong.length > 0) return
    if (alerts) void alertRefusal(failure, refusal, explain ?? (() => undefined))
    // What somebody else has done meanwhile is in the server's words.
    else setError((explain ?? serverMessage('WRONG_STATE'))(refusal) ?? failure)
  }
  const clear = () => {
    setError(null)
    form.clearErrors()
  }
  return { error, show, clear }
}

/** Saves a draft for `FormModal`, which ignores a second press and sends each call with one idempotency key. */
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
