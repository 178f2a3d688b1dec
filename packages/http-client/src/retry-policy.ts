import type { ErrorCode } from '@agency/contract/errors'

/** How often an unanswered call is sent again. docs/retry-policy.md describes every layer. */
export const maxRetries = 2

/** Milliseconds before a retry, which is counted from 1. */
export const retryPause = (retry: number): number => 150 * retry

/** Statuses by which a proxy reports that it can't reach its upstream. */
const outageStatuses: readonly number[] = [502, 503, 504]

/** Codes by which core-api reports the failure of another service: a retry would fail at once. */
const reportedFailures: readonly string[] = ['ESIGN_FAILED', 'SCANNER_UNAVAILABLE'] satisfies ErrorCode[]

/** Whether an error answer says that no core-api handled the call. */
export function isOutage(status: number, body: unknown): boolean {
  return outageStatuses.includes(status) && !reportedFailures.includes(errorCode(body) ?? '')
}

export function errorCode(body: unknown): string | undefined {
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
  return typeof code === 'string' ? code : undefined
}

interface RetryOptions {
  readonly isUnanswered: (error: unknown) => boolean
  readonly signal?: AbortSignal
}

/** The call must be idempotent. @throws the error of the last attempt, or the reason of the signal */
export async function retryUnanswered<Result>(
  attempt: (retry: number) => Promise<Result>,
  { isUnanswered, signal }: RetryOptions,
): Promise<Result> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await attempt(retry)
    } catch (error) {
      if (retry === maxRetries || signal?.aborted || !isUnanswered(error)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, retryPause(retry + 1)))
    signal?.throwIfAborted()
  }
}
