import { ErrorBody } from '@agency/contract/errors'
import { readErrorAnswer } from '@agency/http-client/call-error'
import { Check } from 'typebox/value'

/** An error answer: its status, and its body if the contract describes it. */
export interface Refusal {
  readonly status: number
  readonly body: ErrorBody | null
}

/** The error answer that a call failed with, or null when there was no answer. */
export function readRefusal(error: unknown): Refusal | null {
  const answer = readErrorAnswer(error)
  if (answer === null) return null
  return { status: answer.status, body: Check(ErrorBody, answer.body) ? answer.body : null }
}

/** What a form with one field says of a failed call. */
export function fieldFailure(error: unknown): string {
  const body = readRefusal(error)?.body
  return body?.details?.[0]?.message ?? body?.message ?? 'The server gave no answer. Please try again.'
}
