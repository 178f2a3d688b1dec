import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'

/** RFC 8785, in UTF-8. @throws if the value cannot be represented in JSON */
export function canonicalBytes(value: Record<string, unknown>): Buffer {
  const json = canonicalize(value)
  if (json === undefined) throw new Error('A record of the audit trail has no canonical form')
  return Buffer.from(json)
}

/** The hashed columns of an event: all but its position in the chain. */
export interface HashedEvent {
  id: string
  at: string
  actor_kind: string
  actor_id: string | null
  action: string
  client_id: string | null
  session_id: string | null
  subject_id: string | null
  fields: string[]
  address: string | null
  detail: string | null
}

/** The hash of an event: SHA-256(hash before it ‖ canonical JSON). @param previous undefined for the first of a chain */
export function hashAfter(previous: Buffer | undefined, event: HashedEvent): Buffer {
  const { id, at, actor_kind, actor_id, action, client_id, session_id, subject_id, fields, address, detail } = event
  const about = { client_id, session_id, subject_id, fields, address, detail }
  return createHash('sha256')
    .update(previous ?? '')
    .update(canonicalBytes({ id, at, actor_kind, actor_id, action, ...about }))
    .digest()
}
