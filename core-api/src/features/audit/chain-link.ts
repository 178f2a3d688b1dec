import { createHash } from 'node:crypto'
import { canonicalBytes } from './canonical-bytes.ts'

/** An event as it is hashed: every column but its place in the chain. */
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
