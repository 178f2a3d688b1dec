import type { ErrorCode } from '@agency/contract/errors'
import type { Translate } from './language.ts'

const knownCodes = [
  'CONSENT_REQUIRED',
  'EMAIL_MISSING',
  'ESIGN_FAILED',
  'FILE_DAMAGED',
  'FILE_MISSING',
  'GONE',
  'INVALID_PASSCODE',
  'NOT_FOUND',
  'NOT_SIGNED_IN',
  'REVIEW_OUTDATED',
  'SESSION_EXPIRED',
  'TOO_MANY_ATTEMPTS',
  'WRONG_STATE',
] as const satisfies readonly ErrorCode[]

/** A failed call: the code of the error answer, OFFLINE without an answer, UNKNOWN for any other failure. */
export interface Problem {
  readonly code: (typeof knownCodes)[number] | 'OFFLINE' | 'UNKNOWN'
  /** Seconds, with TOO_MANY_ATTEMPTS. */
  readonly retryAfter: number | null
}

/** The code of an error answer, or UNKNOWN if the portal does not handle it. */
export function knownProblem(code: string | undefined): Problem['code'] {
  return code === 'OFFLINE' ? code : (knownCodes.find((known) => known === code) ?? 'UNKNOWN')
}

export function problemText({ code, retryAfter }: Problem, t: Translate): string {
  switch (code) {
    case 'OFFLINE':
      return t('offline')
    case 'INVALID_PASSCODE':
      return t('passcodeWrong')
    case 'TOO_MANY_ATTEMPTS':
      return t('tooManyAttempts', {
        wait: retryAfter === null ? t('soon') : t('minutes', { count: Math.max(1, Math.ceil(retryAfter / 60)) }),
      })
    case 'EMAIL_MISSING':
      return t('emailMissing')
    case 'ESIGN_FAILED':
      return t('notNow')
    case 'FILE_MISSING':
    case 'FILE_DAMAGED':
      return t('fileNotWhole')
    case 'WRONG_STATE':
      return t('changedMeanwhile')
    default:
      return t('failed')
  }
}

const forAgency: readonly Problem['code'][] = ['EMAIL_MISSING', 'ESIGN_FAILED', 'FILE_MISSING', 'FILE_DAMAGED']

/** Whether only the agency can help. The message is then followed by its phone number. */
export function needsAgency({ code }: Problem): boolean {
  return forAgency.includes(code)
}
