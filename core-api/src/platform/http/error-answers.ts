import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import { Id } from '@agency/contract/common'
import { emailAddressPattern } from '@agency/contract/email-address'
import type { ErrorBody, SavedChange } from '@agency/contract/errors'
import { isDiskFull } from '@agency/service-kit/disk-full'
import type { FastifyError, FastifySchemaValidationError } from 'fastify'
import fp from 'fastify-plugin'
import Type from 'typebox'
import { Check } from 'typebox/value'
import { isDatabaseUnavailable } from '../database/database-unavailable.ts'
import {
  ClockSkew,
  DiskFull,
  DocumentSealed,
  EditConflict,
  EditedSince,
  EsignFailed,
  FileDamaged,
  FileMissing,
  InvalidInput,
  limitProblems,
  mostProblems,
  PdfNotAccepted,
  PdfPasswordNeeded,
  PdfPasswordWrong,
  PdfPicturesLarge,
  type Problem,
  ScannerUnavailable,
  ServiceBusy,
  TooManyAttempts,
  TooManyMessages,
  TooManyRecords,
} from '../errors.ts'

/** The field of a validation error, as named on the wire. */
function fieldOf(error: FastifySchemaValidationError): string {
  const path = error.instancePath.slice(1).replaceAll('/', '.')
  const named = error.params.additionalProperty ?? error.params.missingProperty
  return [path, typeof named === 'string' ? named : ''].filter(Boolean).join('.') || 'body'
}

function messageOf({ keyword, params, message }: FastifySchemaValidationError): string {
  if (keyword === 'additionalProperties') return 'is not a known field'
  if (keyword === 'pattern' && params.pattern === emailAddressPattern)
    return 'must be one email address, such as name@example.com'
  if (keyword === 'minimum' && params.limit === 0) return "can't be negative"
  if (keyword === 'format' && params.format === 'date') return 'must be a date (YYYY-MM-DD) of the years 2 to 9998'
  if (keyword === 'format' && params.format === 'date-time')
    return 'must be a date with a time and its zone (ISO 8601) of the years 2 to 9998'
  if (keyword === 'maximum') return `can't be over ${params.limit}`
  if (keyword === 'maxLength') return `can't be longer than ${params.limit} characters`
  return message ?? 'is wrong'
}

function problemsOf(errors: FastifySchemaValidationError[]): Problem[] {
  const known = new Map<string, string>()
  for (const error of errors) {
    const message = messageOf(error)
    const field = fieldOf(error)
    // `anyOf` reports each branch and then itself. The first branch is the most specific.
    if (!known.has(field)) known.set(field, message)
    if (known.size === mostProblems) break
  }
  return limitProblems([...known].map(([field, message]) => ({ field, message })))
}

function bodyOf(thrown: FastifyError): { status: number; body: ErrorBody } {
  const error = isDiskFull(thrown) ? new DiskFull({ cause: thrown }) : thrown
  if (error.validation) {
    const details = problemsOf(error.validation)
    const message = details.map((problem) => `${problem.field} ${problem.message}`).join('; ')
    return { status: 400, body: { code: 'INVALID_INPUT', message, details } }
  }
  const status = error.statusCode ?? (isDatabaseUnavailable(error) ? 503 : 500)
  if (status >= 500 && !isReported(error)) {
    const unavailable = status === 503
    return {
      status,
      body: {
        code: unavailable ? 'UNAVAILABLE' : 'INTERNAL',
        message: unavailable ? 'The service is not available right now.' : 'Something went wrong.',
      },
    }
  }
  return { status, body: { code: wireCode(error, status), message: error.message, ...extras(error) } }
}

const reportedErrors = [EsignFailed, ScannerUnavailable, ClockSkew, DiskFull, FileMissing, FileDamaged]

/** Errors with status 5xx whose message is sent, since people can act on it. */
const isReported = (error: FastifyError): boolean => reportedErrors.some((kind) => error instanceof kind)

function extras(error: FastifyError): Partial<ErrorBody> {
  if (error instanceof EditConflict) return { details: error.details, current: error.current }
  const pdfs = [PdfNotAccepted, PdfPasswordNeeded, PdfPasswordWrong, PdfPicturesLarge]
  const detailed = [InvalidInput, DocumentSealed, EditedSince, ...pdfs]
  for (const kind of detailed) if (error instanceof kind) return { details: error.details }
  return {}
}

/** Translates the codes of Fastify. Errors of services have codes of the contract. */
function wireCode(error: FastifyError, status: number): string {
  if (!error.code?.startsWith('FST_')) return error.code ?? 'INVALID_INPUT'
  if (status === 413) return 'TOO_LARGE'
  if (status === 415) return 'UNSUPPORTED_MEDIA_TYPE'
  if (status === 408) return 'TIMEOUT'
  return 'INVALID_INPUT'
}

/** Reads the rest of a body. If it were answered early, the BFF would close the connection and lose the answer. */
async function readToEnd(body: IncomingMessage): Promise<void> {
  if (body.complete || body.destroyed) return
  body.unpipe()
  body.resume()
  await finished(body, { writable: false }).catch(() => undefined)
}

interface ErrorAnswersOptions {
  /** The last change of a record, for the answer of an edit conflict. */
  findLastChange: (id: string) => Promise<SavedChange | undefined>
}

/** The id of the record that somebody else has changed: its own, or that of the address. */
function conflictingId({ current }: EditConflict, params: unknown): string | undefined {
  return [current, params].map(idOf).find((id) => id !== undefined)
}

const idOf = (value: unknown): string | undefined => (Check(WithId, value) ? value.id : undefined)
const WithId = Type.Object({ id: Id })

/** Writes all error answers: `{ code, message, details? }`. The message of a 5xx is not sent, with few exceptions. */
export const errorAnswers = fp<ErrorAnswersOptions>(
  async (app, { findLastChange }) => {
    app.setErrorHandler<FastifyError>(async (error, request, reply) => {
      await readToEnd(request.raw)
      const { status, body } = bodyOf(error)
      // The caller has aborted the request: nobody reads the answer, and it is not an error of this service.
      if (request.raw.destroyed && !request.raw.complete) return reply.code(400).send(body)
      if (status >= 500 && !(error instanceof DiskFull)) request.log.error({ err: error }, 'request failed')
      const mayRetry =
        error instanceof TooManyAttempts ||
        error instanceof TooManyMessages ||
        error instanceof TooManyRecords ||
        error instanceof ServiceBusy
      if (mayRetry) reply.header('retry-after', error.retryAfter)
      if (!(error instanceof EditConflict)) return reply.code(status).send(body)
      const id = conflictingId(error, request.params)
      const saved = id === undefined ? undefined : await findLastChange(id)
      return reply.code(status).send(saved === undefined ? body : { ...body, saved })
    })
    app.setNotFoundHandler(async (request, reply) => {
      await readToEnd(request.raw)
      return reply.code(404).send({ code: 'NOT_FOUND', message: 'No such URL.' })
    })
  },
  { name: 'error-answers' },
)
