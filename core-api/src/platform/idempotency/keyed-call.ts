import { createHash } from 'node:crypto'
import { idempotencyKeyHeader, idempotencyKeyPattern } from '@agency/contract/idempotency'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { FieldCipher } from '../encryption/field-cipher.ts'
import { asAdmin } from '../http/principals.ts'

const description =
  'In quotes, of 16 to 64 characters; a repeat with the same key answers with what the first call made'

/** The headers of a call that may be sent again. */
export const MayRepeat = Type.Object({
  [idempotencyKeyHeader]: Type.Optional(Type.String({ pattern: idempotencyKeyPattern, description })),
})

/** A call that its sender has named, so that it can be told from a repeat of it. */
export interface KeyedCall {
  /** Who sent it; keys of others are not seen. */
  callerId: string
  key: string
  /** Keyed, since what was sent may hold a password. */
  digest: Buffer
  /** Whether a digest is of this very call. */
  isSameAs(digest: Buffer): boolean
}

/**
 * The call that a staff member's request names with `Idempotency-Key`; undefined without the header.
 * @param content what was sent: of files, their hashes
 */
export function keyedCall(cipher: FieldCipher, request: FastifyRequest, content: unknown): KeyedCall | undefined {
  const key = request.headers[idempotencyKeyHeader]
  if (typeof key !== 'string') return undefined
  const sent = JSON.stringify([request.method, request.url, content])
  return {
    callerId: asAdmin(request.principal).adminId,
    key,
    digest: cipher.digest(sent),
    isSameAs: (digest) => cipher.isDigestOf(digest, sent),
  }
}

/** What stands for a file in a call's content. */
export const hashOf = (file: Uint8Array): string => createHash('sha256').update(file).digest('hex')
