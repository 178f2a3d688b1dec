import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import type { ErrorBody } from '@agency/contract/errors'
import type { FastifyError, FastifySchemaValidationError } from 'fastify'
import fp from 'fastify-plugin'
import { isDatabaseUnavailable } from '../database/database-unavailable.ts'
import {
  ClockSkew,
  DocumentSealed,
  EditConflict,
  EsignFailed,
  FileDamaged,
  FileMissing,
  InvalidInput,
  PdfNotAccepted,
  type Problem,
  ScannerUnavailable,
  TooManyAttempts,
  TooManyRecords,
} from '../errors.ts'

/** Which field of the input a validation error is about, as named on the wire. */
function fieldOf(error: FastifySchemaValidationError): string {
  const path = error.instancePath.slice(1).replaceAll('/', '.')
  const named = error.params.additionalProperty ?? error.params.missingProperty
  return [path, typeof named === 'string' ? named : ''].filter(Boolean).join('.') || 'body'
}

function problemsOf(errors: FastifySchemaValidationError[]): Problem[] {
  const known = new Map<string, string>()
  for (const error of errors) {
    const message = error.keyword === 'additionalProperties' ? 'is not a known field' : (error.message ?? 'is wrong')
    const field = fieldOf(error)
    // A choice of schemas reports each branch, and then the choice itself: the first branch says most.
    if (!known.has(field)) known.set(field, message)
  }
  return [...known].map(([field, message]) => ({ field, message }))
}

function bodyOf(error: FastifyError): { status: number; body: ErrorBody } {
  if (error.validation) {
    const details = problemsOf(error.validation)
    const message = details.map((problem) => `${problem.field} ${problem.message}`).join('; ')
    return { status: 400, body: { code: 'INVALID_INPUT', message, details } }
  }
  const status = error.statusCode ?? (isDatabaseUnavailable(error) ? 503 : 500)
  if (status >= 500 && !isTold(error)) {
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

const told = [EsignFailed, ScannerUnavailable, ClockSkew, FileMissing, FileDamaged]

/** For people to put right, so their words go out: what another service refused, clocks that differ, damaged files. */
const isTold = (error: FastifyError): boolean => told.some((kind) => error instanceof kind)

function extras(error: FastifyError): Partial<ErrorBody> {
  if (error instanceof EditConflict) return { details: error.details, current: error.current }
  if (error instanceof InvalidInput || error instanceof PdfNotAccepted || error instanceof DocumentSealed) {
    return { details: error.details }
  }
  return {}
}

/** The framework's own codes become ours; services' errors carry one of ours already. */
function wireCode(error: FastifyError, status: number): string {
  if (!error.code?.startsWith('FST_')) return error.code ?? 'INVALID_INPUT'
  if (status === 413) return 'TOO_LARGE'
  if (status === 415) return 'UNSUPPORTED_MEDIA_TYPE'
  if (status === 408) return 'TIMEOUT'
  return 'INVALID_INPUT'
}

/** The BFF closes a connection that is answered before its body has come, and the sender would lose the answer. */
async function readToEnd(body: IncomingMessage): Promise<void> {
  if (body.complete || body.destroyed) return
  body.unpipe()
  body.resume()
  await finished(body, { writable: false }).catch(() => undefined)
}

/** The one place that writes error answers: `{ code, message, details? }`; what a 5xx says stays inside, but for a provider's and a clock's. */
export const errorAnswers = fp(
  async (app) => {
    app.setErrorHandler<FastifyError>(async (error, request, reply) => {
      await readToEnd(request.raw)
      const { status, body } = bodyOf(error)
      // The caller broke the request off: nobody reads the answer, and nothing is wrong here.
      if (request.raw.destroyed && !request.raw.complete) return reply.code(400).send(body)
      if (status >= 500) request.log.error({ err: error }, 'request failed')
      const mayRetry = error instanceof TooManyAttempts || error instanceof TooManyRecords
      if (mayRetry) reply.header('retry-after', error.retryAfter)
      return reply.code(status).send(body)
    })
    app.setNotFoundHandler(async (request, reply) => {
      await readToEnd(request.raw)
      return reply.code(404).send({ code: 'NOT_FOUND', message: 'There is no such address.' })
    })
  },
  { name: 'error-answers' },
)
