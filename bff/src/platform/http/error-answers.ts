import { type ErrorBody, errorCodes } from '@agency/contract/errors'
import type { FastifyError } from 'fastify'
import fp from 'fastify-plugin'

function codeOf(error: FastifyError, status: number): string {
  const known = errorCodes.find((code) => code === error.code)
  if (known) return known
  if (status >= 500) return 'INTERNAL'
  if (status === 408) return 'TIMEOUT'
  if (status === 413) return 'TOO_LARGE'
  return status === 415 ? 'UNSUPPORTED_MEDIA_TYPE' : 'INVALID_INPUT'
}

export const errorAnswers = fp(
  async (app) => {
    app.setErrorHandler<FastifyError>((error, request, reply) => {
      const status = error.statusCode ?? 500
      if (status >= 500) request.log.error({ err: error }, 'request failed')
      const code = codeOf(error, status)
      const body: ErrorBody = { code, message: code === 'INTERNAL' ? 'Something went wrong.' : error.message }
      return reply.code(status).send(body)
    })
    app.setNotFoundHandler((_request, reply) =>
      reply.code(404).send({ code: 'NOT_FOUND', message: 'No such URL.' } satisfies ErrorBody),
    )
  },
  { name: 'error-answers' },
)
