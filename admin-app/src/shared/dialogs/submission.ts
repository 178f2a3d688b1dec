import { newIdempotencyKey } from '@agency/contract/idempotency'
import { type RefObject, useEffect, useRef, useState } from 'react'

interface Submission {
  readonly keys: Map<string, string>
  readonly round: string
}

/** What is being submitted. A form may ask in another one before it is saved: the last one is in front. */
const running: Submission[] = []

/** The same for a repeated call of an opened form: a second press creates nothing twice. Undefined outside of one. */
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
 * A ref, since a press can come before the form is rendered as busy.
 * @param busy as rendered
 * @param round another one for other content, whose calls get other keys
 * @returns starts a submission, unless one is running
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
