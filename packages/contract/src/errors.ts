import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Nullable, Timestamp } from './common.ts'
import { PdfLossOnPage } from './pdf-checks.ts'

/** All codes of error answers. Apps branch on the code, never on the text. */
export const errorCodes = [
  'INVALID_INPUT',
  'INVALID_CREDENTIALS',
  'LOGIN_REFUSED',
  'NOT_SIGNED_IN',
  'SESSION_EXPIRED',
  'FORBIDDEN',
  'CROSS_ORIGIN',
  'SECOND_FACTOR_REQUIRED',
  'INVALID_SECOND_FACTOR',
  'CHALLENGE_ENDED',
  'CONFIRMATION_REQUIRED',
  'NOT_FOUND',
  'EDIT_CONFLICT',
  'WRONG_STATE',
  'DOCUMENT_SEALED',
  'CONSENT_REQUIRED',
  'REVIEW_OUTDATED',
  'SIGNING_CODE_REQUIRED',
  'SIGNING_CODE_WRONG',
  'SIGNING_CODE_EXPIRED',
  'SIGNING_CODE_SPENT',
  'GONE',
  'TOO_MANY_ATTEMPTS',
  'TOO_MANY_RECORDS',
  'INVALID_PASSCODE',
  'TOO_LARGE',
  'LENGTH_REQUIRED',
  'UNSUPPORTED_MEDIA_TYPE',
  'PDF_REFUSED',
  'PDF_PASSWORD_NEEDED',
  'PDF_PASSWORD_WRONG',
  'PDF_PICTURES_LARGE',
  'PDF_NOT_CHECKED',
  'EMAIL_MISSING',
  'IDEMPOTENCY_KEY_REUSED',
  'ESIGN_FAILED',
  'FILE_MISSING',
  'FILE_DAMAGED',
  'TIMEOUT',
  'INTERNAL',
  'UNAVAILABLE',
  'DISK_FULL',
  'FILE_INFECTED',
  'SCANNER_UNAVAILABLE',
  'CLOCK_SKEW',
  'CORE_UNREACHABLE',
] as const
export type ErrorCode = (typeof errorCodes)[number]

export const ErrorDetail = Type.Object({
  field: Type.String({ description: 'The field of the message, by its name on the wire' }),
  message: Type.String(),
  loss: Type.Optional(PdfLossOnPage.properties.loss),
  page: Type.Optional(PdfLossOnPage.properties.page),
})

export const SavedChange = Type.Object(
  {
    by: Nullable(Type.String({ description: 'Name of the staff member; null for a deleted account' })),
    at: Timestamp,
  },
  { description: 'With EDIT_CONFLICT: who saved the stored record, and when' },
)
export type SavedChange = Static<typeof SavedChange>

/** The one body of every error answer of both services. */
export const ErrorBody = Type.Object({
  code: Type.String({ description: errorCodes.join(', ') }),
  message: Type.String(),
  details: Type.Optional(Type.Array(ErrorDetail)),
  current: Type.Optional(Type.Unknown({ description: 'With EDIT_CONFLICT: the stored record' })),
  saved: Type.Optional(SavedChange),
})
export type ErrorBody = Static<typeof ErrorBody>

export const failures = <Status extends number>(...statuses: Status[]) =>
  Object.fromEntries(statuses.map((status) => [status, ErrorBody])) as Record<Status, typeof ErrorBody>
