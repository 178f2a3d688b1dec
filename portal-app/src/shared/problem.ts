import type { ErrorCode } from '@agency/contract/errors'
import type { Messages } from './i18n/en.ts'

/** The codes that the portal answers in a way of their own. */
export const knownCodes = [
  'CONSENT_REQUIRED',
  'EMAIL_MISSING',
  'ESIGN_FAILED',
  'FILE_DAMAGED',
  'FILE_MISSING',
  'GONE',
  'INVALID_PASSCODE',
  'NOT_FOUND',
  'NOT_SIGNED_IN',
  'SESSION_EXPIRED',
  'TOO_MANY_ATTEMPTS',
  'WRONG_STATE',
] as const satisfies readonly ErrorCode[]

/** A call that failed: the code of the error answer, or what the browser knows when there was none. */
export interface Problem {
  readonly code: (typeof knownCodes)[number] | 'OFFLINE' | 'UNKNOWN'
  /** Seconds, with TOO_MANY_ATTEMPTS. */
  readonly retryAfter: number | null
}

/** What to tell the person. */
export function problemText({ code, retryAfter }: Problem, messages: Messages): string {
  switch (code) {
    case 'OFFLINE':
      return messages.offline
    case 'INVALID_PASSCODE':
      return messages.passcodeWrong
    case 'TOO_MANY_ATTEMPTS':
      return messages.tooManyAttempts(
        retryAfter === null ? messages.soon : messages.minutes(Math.max(1, Math.ceil(retryAfter / 60))),
      )
    case 'EMAIL_MISSING':
      return messages.emailMissing
    case 'ESIGN_FAILED':
      return messages.notNow
    case 'FILE_MISSING':
    case 'FILE_DAMAGED':
      return messages.fileNotWhole
    case 'WRONG_STATE':
      return messages.changedMeanwhile
    default:
      return messages.failed
  }
}

const forAgency: readonly Problem['code'][] = ['EMAIL_MISSING', 'ESIGN_FAILED', 'FILE_MISSING', 'FILE_DAMAGED']

/** Whether the agency itself has to help: its phone line then follows the text. */
export function needsAgency({ code }: Problem): boolean {
  return forAgency.includes(code)
}
