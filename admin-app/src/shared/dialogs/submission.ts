import { newIdempotencyKey } from '@agency/contract/idempotency'
import { type RefObject, useEffect, useRef, useState } from 'react'

interface Submission {
  /** The idempotency keys of the opened form, by call. */
  readonly keys: Map<string, string>
  readonly round: string
}

/** What is being submitted. A form may ask in another one before it is saved: the last one is in front. */
const running: Submission[] = []

/**
 * The idempotency key of a POST that a form sends while it is submitted: the same one each time that this opened form
 * sends the same call, so that a second press, or a press after a lost answer, creates nothing twice.
 * @returns undefined for a call outside of a submission
 */
export function submissionKey(address: string, content: string): string | undefined {
  const submission = running.at(-1)
  if (submission === undefined) return undefined
  const { keys, round } = submission
  const call = [round, address, content].join('\n')
  const key = keys.get(call) ?? newIdempotencyKey()
  keys.set(call, key)
  return key
}

/** The text that stands for a form with files in the content of a call. */
export const formContent = (form: FormData): string =>
  JSON.stringify(
    Array.from(form, ([name, value]) =>
      typeof value === 'string' ? [name, value] : [name, value.name, value.size, value.lastModified],
    ),
  )

/**
 * Guards a form against a second press: a submission runs until what it began is no longer busy. The guard is a ref,
 * since a press can come before the form is rendered as busy.
 * @param busy whether the form is being saved, as it is rendered
 * @param round another one when the form starts again with other content, whose calls get other keys
 * @returns starts a submission, unless one is running
 * A button that creates something is guarded in the same way, with a round for each time that it is pressed.
 */
export function useSubmission(busy: boolean, round = ''): (submit: () => unknown) => void {
  const keys = useRef<Submission['keys']>(new Map())
  const current = useRef<Submission | undefined>(undefined)
  const [settled, settle] = useState<Submission>()
  useEffect(() => {
    if (!busy && settled !== undefined && settled === current.current) end(current)
  }, [busy, settled])
  useEffect(() => () => end(current), [])
  return (submit) => {
    if (busy || current.current !== undefined) return
    const submission = { keys: keys.current, round }
    current.current = submission
    running.push(submission)
    void run(submit, () => settle(submission))
  }
}

function end(current: RefObject<Submission | undefined>): void {
  const place = current.current === undefined ? -1 : running.indexOf(current.current)
  if (place >= 0) running.splice(place, 1)
  current.current = undefined
}

/** A mutation that `submit` began reports itself in a task of its own, which comes before that of `settle`. */
async function run(submit: () => unknown, settle: () => void): Promise<void> {
  try {
    await submit()
  } finally {
    setTimeout(settle)
  }
}
