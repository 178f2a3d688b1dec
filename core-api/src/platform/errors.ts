import type { ErrorCode } from '@agency/contract/errors'
import { acceptableLosses, type PdfLossOnPage } from '@agency/contract/pdf-checks'
import createError from '@fastify/error'
import { counted } from './counted.ts'

const define = (code: ErrorCode, message: string, status: number) => createError(code, message, status)

export const NotFound = define('NOT_FOUND', 'No such record.', 404)
export const NotSignedIn = define('NOT_SIGNED_IN', 'Please log in.', 401)
export const InvalidCredentials = define('INVALID_CREDENTIALS', 'Invalid username or password.', 401)
/** A login by an OpenID provider was refused. The message is for the person, and says what they can do. */
export const LoginRefused = define('LOGIN_REFUSED', '%s', 403)
export const SessionExpired = define('SESSION_EXPIRED', 'Your login has expired. Please log in again.', 401)
export const Forbidden = define('FORBIDDEN', 'You may not do this.', 403)
export const SecondFactorRequired = define(
  'SECOND_FACTOR_REQUIRED',
  'Set up a second factor for your account first.',
  403,
)
export const InvalidSecondFactor = define('INVALID_SECOND_FACTOR', '%s', 401)
/** The challenge of a login or a passkey has expired, was used, or belongs to another browser. */
export const ChallengeEnded = define('CHALLENGE_ENDED', 'This took too long. Please start again.', 410)
export const ConfirmationRequired = define('CONFIRMATION_REQUIRED', 'Confirm that it is you, and try again.', 403)
export const NotAllowed = define('FORBIDDEN', '%s', 403)
export const WrongState = define('WRONG_STATE', '%s', 409)
export const MergedAway = define(
  'WRONG_STATE',
  'This client was merged into another one. Open that one, or take the merge apart there.',
  409,
)
export const ConsentRequired = define('CONSENT_REQUIRED', 'Please agree to sign electronically first.', 409)
export const ReviewOutdated = define(
  'REVIEW_OUTDATED',
  'The document, its title, a value, the date or the time zone has changed since this review. Review the pages again.',
  409,
)
export const SigningCodeRequired = define(
  'SIGNING_CODE_REQUIRED',
  'Please confirm the one-time code before you sign.',
  409,
)
export const SigningCodeWrong = define('SIGNING_CODE_WRONG', 'This code is not right.', 422)
export const SigningCodeExpired = define(
  'SIGNING_CODE_EXPIRED',
  'This code is no longer valid. Ask for a new one.',
  409,
)
export const SigningCodeSpent = define(
  'SIGNING_CODE_SPENT',
  'The code was entered incorrectly too many times. Ask for a new one.',
  409,
)
export const Gone = define('GONE', 'This session has ended.', 410)
export const LinkEnded = define('GONE', 'This link has expired, or was used before. Ask for a new one.', 410)
export const InvalidPasscode = define('INVALID_PASSCODE', 'Invalid passcode. Please try again.', 401)
export const UnsupportedMediaType = define('UNSUPPORTED_MEDIA_TYPE', 'The body must be multipart/form-data.', 415)
export const FileInfected = define(
  'FILE_INFECTED',
  'The virus scanner found malware in this file. It was not stored.',
  422,
)
export const ScannerUnavailable = define(
  'SCANNER_UNAVAILABLE',
  'The virus scanner does not answer, so the file was not stored. Try again in a minute.',
  503,
)
export const TooLarge = define('TOO_LARGE', '%s', 413)
export const StoreUnavailable = define('UNAVAILABLE', 'The file store does not answer.', 503)
/** The embedded database or the file store cannot be written, while both can be read. */
export const DiskFull = define(
  'DISK_FULL',
  'The disk is full, so nothing can be saved. What is stored can still be read. Tell an administrator to free space.',
  507,
)
export const ClockSkew = define(
  'CLOCK_SKEW',
  'The clocks of two servers differ by %s seconds. Set both clocks by NTP.',
  503,
)

const ServiceBusyBase = define('UNAVAILABLE', 'Too much is being transferred at the moment.', 503)
/** A limit of this process is reached: of memory for files, or of one caller's downloads. */
export class ServiceBusy extends ServiceBusyBase {
  readonly retryAfter = 5
}

export const PdfChecksBusy = define('UNAVAILABLE', 'Too many PDFs are being checked.', 503)

/** @param id of the file */
export const FileMissing = define(
  'FILE_MISSING',
  'The stored file %s of this document is missing. Tell an administrator: it may be in the trash or in a backup.',
  500,
)
/** @param id of the file */
export const FileDamaged = define(
  'FILE_DAMAGED',
  'The stored file %s of this document is damaged. Tell an administrator: a backup may have an intact copy.',
  500,
)

export const EmailMissing = define(
  'EMAIL_MISSING',
  'An email address is needed to sign this document. Staff can add it to the client’s record.',
  422,
)
export const KeyReused = define('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another call.', 422)
export const NotAuthentic = define('FORBIDDEN', 'The signature of this message is invalid.', 403)

const EsignFailedBase = define('ESIGN_FAILED', '%s', 502)
/** The signing provider refused or failed. The message is for staff, and says what they can do. */
export class EsignFailed extends EsignFailedBase {
  /** Whether the provider may have done it nevertheless. */
  readonly unclear: boolean = false
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
  }
}

export interface Problem {
  field: string
  message: string
}

/** The most problems that an answer names: their fields come from the caller. */
export const mostProblems = 20
/** Characters of a field's name in an answer. */
const longestField = 80

/** The first problems of many, with short names of fields, so that no input leads to a large answer. */
export function limitProblems(problems: Problem[]): Problem[] {
  return problems.slice(0, mostProblems).map(({ field, message }) => ({
    field: field.length > longestField ? `${field.slice(0, longestField)}…` : field,
    message,
  }))
}

const InvalidInputBase = define('INVALID_INPUT', '%s', 400)
export class InvalidInput extends InvalidInputBase {
  readonly details: Problem[]
  constructor(details: Problem[]) {
    const limited = limitProblems(details)
    super(limited.map(({ field, message }) => `${field}: ${message}`).join('; '))
    this.details = limited
  }
}

/** Of each kind of loss, in an answer. */
const mostPages = 6

const PdfRefusedBase = define('PDF_REFUSED', '%s', 422)
/** An upload that cannot be used. `losses` are those that it can be used with: sent as the field `accept_loss`. */
export class PdfNotAccepted extends PdfRefusedBase {
  readonly details: (Problem & Partial<PdfLossOnPage>)[]
  readonly losses: readonly PdfLossOnPage[]
  constructor(message: string, cause: unknown, losses: readonly PdfLossOnPage[] = []) {
    super(message, { cause })
    this.losses = losses
    const named = acceptableLosses.flatMap((kind) => losses.filter(({ loss }) => loss === kind).slice(0, mostPages))
    this.details = [{ field: 'file', message }, ...named.map((loss) => ({ field: 'accept_loss', message, ...loss }))]
  }
}

const PdfPasswordNeededBase = define('PDF_PASSWORD_NEEDED', '%s', 422)
/** An upload opens only with a password, which is sent as the field `pdf_password`. */
export class PdfPasswordNeeded extends PdfPasswordNeededBase {
  readonly details: Problem[]
  constructor(message: string, cause: unknown) {
    super(message, { cause })
    this.details = [{ field: 'pdf_password', message }]
  }
}

const PdfPasswordWrongBase = define('PDF_PASSWORD_WRONG', '%s', 422)
export class PdfPasswordWrong extends PdfPasswordWrongBase {
  readonly details: Problem[]
  constructor(message: string, cause: unknown) {
    super(message, { cause })
    this.details = [{ field: 'pdf_password', message }]
  }
}

const PdfPicturesLargeBase = define('PDF_PICTURES_LARGE', '%s', 422)
/** A large upload whose pictures can be made smaller: the field `pictures` says whether they are. */
export class PdfPicturesLarge extends PdfPicturesLargeBase {
  readonly details: Problem[]
  /** @param now bytes, as uploaded @param smaller bytes, about */
  constructor({ now, smaller }: { now: number; smaller: number }) {
    const message = `This file is ${megabytes(now)} MB. Make its pictures smaller (about ${megabytes(smaller)} MB, 150 dpi)?`
    super(message)
    this.details = [{ field: 'pictures', message }]
  }
}

const megabytes = (bytes: number): number => Math.max(1, Math.round(bytes / 2 ** 20))

/** The PDF of a form or a document is not accepted yet, or was refused. The message is for staff. */
export const PdfNotChecked = define('PDF_NOT_CHECKED', '%s', 409)

const DocumentSealedBase = define(
  'DOCUMENT_SEALED',
  'This document is signed, so %s can no longer be changed. Add a note to the document, or void it.',
  409,
)
/** A change of fields that are fixed since the client has signed the document. */
export class DocumentSealed extends DocumentSealedBase {
  readonly details: Problem[]
  constructor(fields: string[]) {
    super(fields.join(', '))
    this.details = fields.map((field) => ({ field, message: 'cannot be changed, because the document is signed' }))
  }
}

const EditConflictBase = define('EDIT_CONFLICT', 'Someone else changed the same fields: %s.', 409)
export class EditConflict extends EditConflictBase {
  readonly current: unknown
  readonly details: Problem[]
  constructor(fields: string[], current: unknown) {
    super(fields.join(', '))
    this.current = current
    this.details = fields.map((field) => ({ field, message: 'was changed by someone else' }))
  }
}

const EditedSinceBase = define('WRONG_STATE', '%s', 409)
/** Two records cannot be merged or taken apart, because somebody has changed these fields since. */
export class EditedSince extends EditedSinceBase {
  readonly details: Problem[]
  constructor(message: string, fields: string[]) {
    super(message)
    this.details = fields.map((field) => ({ field, message: 'was changed since' }))
  }
}

const TooManyRecordsBase = define(
  'TOO_MANY_RECORDS',
  'You have opened more client records or rows of lists than one person may within an hour. Please try again in %s, or ask a power admin.',
  429,
)
export class TooManyRecords extends TooManyRecordsBase {
  readonly retryAfter: number
  /** @param retryAfter seconds until one more record may be opened */
  constructor(retryAfter: number) {
    super(waitText(retryAfter))
    this.retryAfter = retryAfter
  }
}

const TooManyAttemptsBase = define('TOO_MANY_ATTEMPTS', 'Too many attempts. Please try again in %s.', 429)
export class TooManyAttempts extends TooManyAttemptsBase {
  readonly retryAfter: number
  constructor(retryAfter: number) {
    super(waitText(retryAfter))
    this.retryAfter = retryAfter
  }
}

const TooManyMessagesBase = define(
  'TOO_MANY_ATTEMPTS',
  'This client was sent several messages a short while ago. Nothing was sent now. Please try again in %s.',
  429,
)
export class TooManyMessages extends TooManyMessagesBase {
  readonly retryAfter: number
  constructor(retryAfter: number) {
    super(waitText(retryAfter))
    this.retryAfter = retryAfter
  }
}

function waitText(seconds: number): string {
  return seconds < 60 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute')
}
