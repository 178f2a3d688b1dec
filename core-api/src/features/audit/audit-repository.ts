import canonicalize from 'canonicalize'
import { v7 as uuid } from 'uuid'
import type { Database } from '../../database/database.ts'
import { preparedStatement } from '../../database/prepared-statements.ts'

export interface AuditEntry {
  actorKind: 'nobody' | 'admin' | 'session' | 'system'
  actorId: string | null
  action: string
  address: string | null
  clientId?: string
  sessionId?: string
  subjectId?: string
  /** Names of the fields that were changed or opened; never their values. */
  fields?: string[]
  detail?: string
}

/** An event as it is stored, without its place in a chain, and the canonical form that its hash is made of. */
export function auditEventOf(entry: AuditEntry, at = new Date()) {
  const event = {
    id: uuid(),
    at: at.toISOString(),
    actor_kind: entry.actorKind,
    actor_id: entry.actorId,
    action: entry.action,
    client_id: entry.clientId ?? null,
    session_id: entry.sessionId ?? null,
    subject_id: entry.subjectId ?? null,
    fields: entry.fields ?? [],
    address: entry.address,
    detail: entry.detail ?? null,
  }
  return { event, chain: entry.clientId ?? 'agency', body: canonicalBytes(event) }
}

// One statement: the chain's row is locked only from here to the end of the transaction.
const appendToChain = preparedStatement<never>(`
  WITH link AS (
    INSERT INTO audit_chains AS c (chain, position, head) VALUES ($1, 1, sha256($2))
    ON CONFLICT (chain) DO UPDATE SET position = c.position + 1, head = sha256(c.head || $2)
    RETURNING position, head
  )
  INSERT INTO audit_events
    (id, chain, position, at, actor_kind, actor_id, action, client_id, session_id, subject_id, fields, address, detail, hash)
  SELECT $3::uuid, $1, position, $4::timestamptz, $5::text, $6::uuid, $7::text, $8::uuid, $9::uuid, $10::uuid,
    $11::text[], $12::text, $13::text, head
  FROM link`)

/**
 * Appends one event to its chain: a client's own, else the agency's. Its hash is
 * SHA-256(previous hash ‖ canonical JSON, RFC 8785), so that an altered or missing event shows.
 * Call it in the transaction of the change that it tells of.
 */
export async function appendAuditEvent(db: Database, entry: AuditEntry): Promise<void> {
  const { event, chain, body } = auditEventOf(entry)
  const { actor_kind, actor_id, action, client_id, session_id, subject_id, fields, address, detail } = event
  const subject = [actor_kind, actor_id, action, client_id, session_id, subject_id]
  await appendToChain(db, chain, body, event.id, event.at, ...subject, fields, address, detail)
}

/** What an event's hash is made of, besides the hash before it: canonical JSON (RFC 8785). */
export function canonicalBytes(event: Record<string, unknown>): Buffer {
  const json = canonicalize(event)
  if (json === undefined) throw new Error('An audit event has no canonical form')
  return Buffer.from(json)
}

/** The events of some kinds about some records, oldest first. */
export async function listAuditEvents(db: Database, subjectIds: string[], actions: readonly string[]) {
  return db
    .selectFrom('audit_events')
    .select(['at', 'actor_kind', 'actor_id', 'action', 'address', 'detail', 'hash'])
    .where('subject_id', 'in', subjectIds)
    .where('action', 'in', actions)
    .orderBy('at')
    .orderBy('position')
    .limit(500)
    .execute()
}

/** The newest hash of a chain. */
export async function readChainHead(db: Database, chain: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('audit_chains').select('head').where('chain', '=', chain).executeTakeFirst()
  return row?.head
}
