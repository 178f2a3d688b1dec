import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { InvalidInput } from '../errors.ts'

export const IfMatch = Type.Object({
  'if-match': Type.Optional(Type.String({ description: 'The ETag of the record that the edit started from' })),
})
export const etag = { headers: { etag: { type: 'string', description: 'The version of the record' } } }

const etagPattern = /^(?:W\/)?"(\d+)"$/

/** Reads the version that `If-Match` names (RFC 9110 § 13.1.1). @throws InvalidInput when it is not an ETag of a record */
export function readIfMatch(request: Pick<FastifyRequest, 'headers'>): number | undefined {
  const header = request.headers['if-match']
  if (header === undefined) return undefined
  const version = header.match(etagPattern)?.[1]
  if (version === undefined) throw new InvalidInput([{ field: 'If-Match', message: 'must be the ETag of the record' }])
  return Number(version)
}

/** `If-Match`, else that of a whole record sent back. @throws InvalidInput for what is no ETag of a record */
export const readBaseVersion = (request: FastifyRequest<{ Body: { version?: number } }>): number | undefined =>
  readIfMatch(request) ?? request.body.version

/** @returns the record, to be sent */
export function withEtag<T extends { version: number }>(reply: FastifyReply, record: T): T {
  reply.header('etag', `"${record.version}"`)
  return record
}
