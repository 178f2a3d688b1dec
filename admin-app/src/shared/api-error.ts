import { ErrorBody } from '@agency/contract/errors'
import { NoAnswerError } from '@agency/http-client/patient-read'
import { isHTTPError, isNetworkError, isTimeoutError } from 'ky'
import { Check } from 'typebox/value'

/** An error answer: its status, and its body when it is one of ours. */
export interface Refusal {
  readonly status: number
  readonly body: ErrorBody | null
}

/** An upload's error answer; other calls fail with ky's HTTPError. */
export class UploadRefusedError extends Error {
  override readonly name = 'UploadRefusedError'
  readonly status: number
  readonly data: unknown

  constructor(status: number, data: unknown) {
    super(`The upload was answered with ${status}.`)
    this.status = status
    this.data = data
  }
}

/** An upload that reached no server; other calls fail with ky's NetworkError. */
export class UploadLostError extends Error {
  override readonly name = 'UploadLostError'
}

/** What a proxy, or the bff, answers when it can't reach what it stands for. */
const outOfReach: readonly number[] = [502, 503, 504]

/** Failures of other services that our own server reports: trying again at once would not help. */
const toldByServer: readonly string[] = ['ESIGN_FAILED', 'SCANNER_UNAVAILABLE']

/** Whether a call failed because no server of ours took it. */
export function isUnanswered(error: unknown): boolean {
  if (isNetworkError(error) || isTimeoutError(error)) return true
  if (error instanceof NoAnswerError || error instanceof UploadLostError) return true
  const refused = readRefusal(error)
  return refused !== null && outOfReach.includes(refused.status) && !toldByServer.includes(refused.body?.code ?? '')
}

/** What the server said, or null when it never answered. */
export function readRefusal(error: unknown): Refusal | null {
  if (error instanceof UploadRefusedError) return refusal(error.status, error.data)
  if (isHTTPError(error)) return refusal(error.response.status, error.data)
  return null
}

function refusal(status: number, data: unknown): Refusal {
  return { status, body: Check(ErrorBody, data) ? data : null }
}
