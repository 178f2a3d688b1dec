import type { FastifyRequest } from 'fastify'
import { InvalidInput, UnsupportedMediaType } from '../../platform/errors.ts'

type Limits = NonNullable<Parameters<FastifyRequest['parts']>[0]>['limits']

/**
 * The parts of a multipart/form-data body (RFC 7578), as they come.
 * @throws UnsupportedMediaType for a body of another type, InvalidInput for one that breaks the format
 */
export async function* partsOf(request: FastifyRequest, limits: Limits) {
  if (!request.isMultipart()) throw new UnsupportedMediaType()
  try {
    yield* request.parts({ limits })
  } catch (cause) {
    // The parser's own errors have no status; those of the plugin and of the request do.
    if (!(cause instanceof Error) || 'statusCode' in cause || 'code' in cause) throw cause
    const message = 'must be multipart/form-data with a boundary, each part complete'
    throw new InvalidInput([{ field: 'body', message }])
  }
}
