import { createHash } from 'node:crypto'
import { idempotencyKeyHeader, idempotencyKeyPattern } from '@agency/contract/idempotency'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Database, Transaction } from '../database/database.ts'
import type { FieldCipher } from '../encryption/field-cipher.ts'
import { KeyReused } from '../errors.ts'
import { asAdmin } from '../http/principals.ts'
import { findKey, insertKey } from './idempotency-repository.ts'

const description =
  'In quotes, of 16 to 64 characters; a repeat with the same key answers with what the first call made'

export const IdempotencyHeaders = Type.Object({
  [idempotencyKeyHeader]: Type.Optional(Type.String({ pattern: idempotencyKeyPattern, description })),
})

export interface IdempotentCall {
  /** The sender. The same key of another sender is another key. */
  callerId: string
  key: string
  /** A keyed digest (HMAC) of method, path and content, since the content may hold a password. */
  digest: Buffer
  isSameAs(digest: Buffer): boolean
}

/** What a service takes besides its own options, if it supports idempotency keys. */
export interface Idempotent {
  call?: IdempotentCall | undefined
}

/** @param content the parsed body; a hash in place of each file @returns undefined without the header */
export function idempotentCall(
  cipher: FieldCipher,
  request: FastifyRequest,
  content: unknown,
): IdempotentCall | undefined {
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

/** SHA-256 of a file in hex, which stands for the file in the content of a call. */
export const hashOf = (file: Uint8Array): string => createHash('sha256').update(file).digest('hex')

interface Creation<Created> {
  ids: string[]
  make(trx: Transaction): Promise<void>
  /** @param isRepeat the caller gets what is stored, not what it has sent: sensitive values go on the audit trail */
  read(trx: Transaction, ids: string[], isRepeat: boolean): Promise<Created>
}

/** A repeat, even at the same time, reads what the first call created. @throws KeyReused for another call */
export function createOncePerKey<Created>(
  { db, call }: Idempotent & { db: Database },
  { ids, make, read }: Creation<Created>,
): Promise<Created> {
  return db.transaction().execute(async (trx) => {
    const created = call && (await takeKey(trx, call, ids))
    if (!created) await make(trx)
    return read(trx, created ?? ids, created !== undefined)
  })
}

/** @returns the ids that the first call created; undefined if this is the first call */
async function takeKey(db: Database, call: IdempotentCall, ids: string[]): Promise<string[] | undefined> {
  const { callerId: caller_id, key, digest: call_digest } = call
  if (await insertKey(db, { caller_id, key, call_digest, made_ids: ids })) return undefined
  const first = await findKey(db, caller_id, key)
  if (!call.isSameAs(first.call_digest)) throw new KeyReused()
  return first.made_ids
}
