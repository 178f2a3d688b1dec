import canonicalize from 'canonicalize'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Database } from '../../database/database.ts'

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

/**
 * Appends one event to its chain: a client's own, else the agency's. Its hash is
 * SHA-256(previous hash ‖ canonical JSON, RFC 8785), so that an altered or missing event shows.
 * Call it in the transaction of the change that it tells of.
 */
export async function appendAuditEvent(db: Database, entry: AuditEntry): Promise<void> {
  const event = {
    id: uuid(),
    at: new Date().toISOString(),
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
  const chain = entry.clientId ?? 'agency'
  const body = canonicalBytes(event)
  // One statement: the chain's row is locked only from here to the end of the transaction.
  await sql`
    WITH link AS (
      INSERT INTO audit_chains AS c (chain, position, head) VALUES (${chain}, 1, sha256(${body}))
      ON CONFLICT (chain) DO UPDATE SET position = c.position + 1, head = sha256(c.head || ${body})
      RETURNING position, head
    )
    INSERT INTO audit_events
      (id, chain, position, at, actor_kind, actor_id, action, client_id, session_id, subject_id, fields, address, detail, hash)
    SELECT ${event.id}, ${chain}, position, ${event.at}, ${event.actor_kind}, ${event.actor_id}::uuid, ${event.action},
      ${event.client_id}::uuid, ${event.session_id}::uuid, ${event.subject_id}::uuid, ${event.fields}::text[],
      ${event.address}::text, ${event.detail}::text, head
    FROM link`.execute(db)
}

function canonicalBytes(event: Record<string, unknown>): Buffer {
  const json = canonicalize(event)
  if (json === undefined) throw new Error('An audit event has no canonical form')
  return Buffer.from(json)
}

/** The events about some records, oldest first. */
export async function listAuditEvents(db: Database, subjectIds: string[]) {
  return db
    .selectFrom('audit_events')
    .select(['at', 'actor_kind', 'actor_id', 'action', 'address', 'detail', 'hash'])
    .where('subject_id', 'in', subjectIds)
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
