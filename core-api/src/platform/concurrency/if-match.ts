import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { InvalidInput } from '../errors.ts'

/** The headers of a write that may say which version it started from. */
export const IfMatch = Type.Object({
  'if-match': Type.Optional(Type.String({ description: 'The ETag of the record as it was seen' })),
})
/** For the schema of an answer: it names its version. */
export const etag = { headers: { etag: { type: 'string', description: 'The version of the record' } } }

const etagPattern = /^(?:W\/)?"(\d+)"$/

/** The version that `If-Match` names (RFC 9110 § 13.1.1). @throws InvalidInput when it is no ETag of ours */
export function versionSeen(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match']
  if (header === undefined) return undefined
  const version = header.match(etagPattern)?.[1]
  if (version === undefined) throw new InvalidInput([{ field: 'If-Match', message: 'must be the ETag of the record' }])
  return Number(version)
}

/** Says which version the answer is of, as its ETag. @returns the record, to be sent */
export function withEtag<T extends { version: number }>(reply: FastifyReply, record: T): T {
  reply.header('etag', `"${record.version}"`)
  return record
}
