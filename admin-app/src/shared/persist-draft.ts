import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type UseFormProps, type UseFormReturn, useForm } from 'react-hook-form'
import { useLogin } from './login-store'

/** Persisted states of each hook, by key. In memory alone, since they may hold personal data. */
const stores: Array<Map<string, unknown>> = []
let owner: string | undefined

useLogin.subscribe(({ login }, before) => {
  const someoneElse = login !== null && login.username !== (before.login?.username ?? owner)
  // Drafts last until the next login ends, and are never shown to another person.
  if (before.login !== null || someoneElse) for (const states of stores) states.clear()
  owner = (login ?? before.login)?.username ?? owner
})

/** Whether a screen unmounts because the session ended, not because the person left it. */
function isInterrupted(): boolean {
  const { login, ended } = useLogin.getState()
  return login === null && ended !== 'logged-out'
}

function createStore<Value>(): Map<string, Value> {
  const states = new Map<string, Value>()
  stores.push(states)
  return states
}

/** The same person finds it after logging in again. The hook takes a key for the record, and the initial state. */
export function persistState<Value>() {
  const states = createStore<Value>()
  return function usePersistedState(key: string, initial: Value): readonly [Value, Dispatch<SetStateAction<Value>>] {
    const [state, setState] = useState<Value>(() => {
      const stored = states.get(key)
      return stored === undefined ? initial : stored
    })
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

/** A `useForm` that `persistState` keeps. @param forgotten values of what is never stored, such as passwords */
export function persistDraft<Draft extends FieldValues>(forgotten: Partial<Draft> = {}) {
  const drafts = createStore<Draft>()
  return function usePersistedDraft(key: string, props: UseFormProps<Draft>): UseFormReturn<Draft> {
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
        if (isInterrupted() && changed.current) drafts.set(key, { ...getValues(), ...forgotten })
      }
    }, [key, getValues, reset])
    return form
  }
}

/** The edit of a record. */
export interface Edit<Item, Draft extends FieldValues> {
  readonly form: UseFormReturn<Draft>
  /** The record that the form's values were typed over. */
  readonly base: Item
  readonly rebase: (item: Item) => void
  readonly draftOf: (item: Item) => Draft
}

/** Creates a form over a record; the draft and the record under it survive the end of a session. */
export function persistEdit<Item, Draft extends FieldValues>(draftOf: (item: Item) => Draft & DefaultValues<Draft>) {
  const useBase = persistState<Item>()
  const useDraft = persistDraft<Draft>()
  return function useEdit(key: string, item: Item): Edit<Item, Draft> {
    const [base, rebase] = useBase(key, item)
    return { form: useDraft(key, { defaultValues: draftOf(base) }), base, rebase, draftOf }
  }
}
