import { isHTTPError, isNetworkError, isTimeoutError } from 'ky'
import { CutAnswerError } from './answer-body.ts'
import { IdleTimeOutError } from './idle-time-out.ts'
import { isOutage } from './retry-policy.ts'

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

export class UploadLostError extends Error {
  override readonly name = 'UploadLostError'
}

export interface ErrorAnswer {
  readonly status: number
  /** The parsed body, as it was sent: the caller checks it. */
  readonly body: unknown
  readonly retryAfter: number | null
}

export function readErrorAnswer(error: unknown): ErrorAnswer | null {
  if (error instanceof UploadRefusedError) return { status: error.status, body: error.data, retryAfter: null }
  if (!isHTTPError(error)) return null
  const { status, headers } = error.response
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN)
  return { status, body: error.data, retryAfter: Number.isFinite(seconds) ? seconds : null }
}

const lostErrors = [IdleTimeOutError, CutAnswerError, UploadLostError] as const

/** Whether a call failed without a whole answer: no network, an idle time-out, or an answer that was cut off. */
export function isLost(error: unknown): boolean {
  const lost = lostErrors.some((Lost) => error instanceof Lost)
  return lost || isNetworkError(error) || isTimeoutError(error)
}

/** Whether a call failed because no core-api answered it. A write may have been done all the same. */
export function isUnanswered(error: unknown): boolean {
  const answer = readErrorAnswer(error)
  return answer === null ? isLost(error) : isOutage(answer.status, answer.body)
}
