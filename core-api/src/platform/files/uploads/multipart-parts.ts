import type { FastifyRequest } from 'fastify'
import { InvalidInput, UnsupportedMediaType } from '../../errors.ts'
import { decodeFormDataName } from './file-names.ts'

type Limits = NonNullable<Parameters<FastifyRequest['parts']>[0]>['limits']

/**
 * Checks the login again after a body, which may take an hour.
 * @throws UnsupportedMediaType; InvalidInput; SessionExpired
 */
export async function* partsOf(request: FastifyRequest, limits: Limits) {
  if (!request.isMultipart()) throw new UnsupportedMediaType()
  try {
    for await (const part of request.parts({ limits })) {
      part.fieldname = decodeFormDataName(part.fieldname)
      // The parser gives no name where the part is `application/octet-stream` and has none.
      if (part.type === 'file') part.filename = decodeFormDataName(part.filename ?? '')
      yield part
    }
  } catch (cause) {
    // Errors of the parser have no status; those of the plugin and of the request have one.
    if (!(cause instanceof Error) || 'statusCode' in cause || 'code' in cause) throw cause
    const message = 'must be multipart/form-data with a boundary, each part complete'
    throw new InvalidInput([{ field: 'body', message }])
  }
  await request.server.recheckStaff(request)
}
