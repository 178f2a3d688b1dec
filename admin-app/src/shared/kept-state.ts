import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type UseFormProps, type UseFormReturn, useForm } from 'react-hook-form'
import { useLogin } from './login-store'

/** What was kept of each kind of state, by key; in this page's memory alone, since it may hold anything that was typed. */
const kept: Array<Map<string, unknown>> = []
let owner: string | undefined

useLogin.subscribe(({ login }, before) => {
  const someoneElse = login !== null && login.username !== (before.login?.username ?? owner)
  // What is left from an earlier end of the session is over, and nobody sees what another person typed.
  if (before.login !== null || someoneElse) for (const states of kept) states.clear()
  owner = (login ?? before.login)?.username ?? owner
})

/** Whether the screens go because the session ended under them, and not because the person is done. */
function isInterrupted(): boolean {
  const { login, ended } = useLogin.getState()
  return login === null && ended !== 'logged-out'
}

function keep<Value>(): Map<string, Value> {
  const states = new Map<string, Value>()
  kept.push(states)
  return states
}

/**
 * Makes a `useState` that outlives the end of a session: whoever logs in again finds it as it was.
 * The hook takes a key, which names the record, and the initial state.
 */
export function keptState<Value>() {
  const states = keep<Value>()
  return function useKeptState(key: string, initial: Value): readonly [Value, Dispatch<SetStateAction<Value>>] {
    const [state, setState] = useState<Value>(() => states.get(key) ?? initial)
    const latest = useRef(state)
    useEffect(() => {
      latest.current = state
    }, [state])
    useEffect(() => {
      states.delete(key)
      return () => {
        if (isInterrupted()) states.set(key, latest.current)
      }
    }, [key])
    return [state, setState]
  }
}

/** Makes a `useForm` in which the same is true of what was typed. */
export function keptForm<Draft extends FieldValues>() {
  const drafts = keep<Draft>()
  return function useKeptForm(key: string, props: UseFormProps<Draft>): UseFormReturn<Draft> {
    const form = useForm<Draft>(props)
    const { getValues, reset } = form
    const { isDirty } = form.formState
    const changed = useRef(isDirty)
    useEffect(() => {
      changed.current = isDirty
    }, [isDirty])
    useEffect(() => {
      const draft = drafts.get(key)
      drafts.delete(key)
      if (draft !== undefined) reset(draft, { keepDefaultValues: true })
      return () => {
        if (isInterrupted() && changed.current) drafts.set(key, getValues())
      }
    }, [key, getValues, reset])
    return form
  }
}

/** A record that is being edited. */
export interface Edit<Item, Draft extends FieldValues> {
  readonly form: UseFormReturn<Draft>
  /** The record that the form's values were typed over. */
  readonly base: Item
  readonly rebase: (item: Item) => void
  readonly draftOf: (item: Item) => Draft
}

/** Makes a form over a record, in which the same is true of both. */
export function keptEdit<Item, Draft extends FieldValues>(draftOf: (item: Item) => Draft & DefaultValues<Draft>) {
  const useBase = keptState<Item>()
  const useDraft = keptForm<Draft>()
  return function useEdit(key: string, item: Item): Edit<Item, Draft> {
    const [base, rebase] = useBase(key, item)
    return { form: useDraft(key, { defaultValues: draftOf(base) }), base, rebase, draftOf }
  }
}
