import type { AuditAction } from '@agency/contract/audit-actions'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Database, Transaction } from '../database/database.ts'
import { preparedStatement } from '../database/prepared-statements.ts'
import { wavesOf } from '../waves.ts'
import { auditKeyOf } from './audit-key.ts'
import { canonicalBytes } from './event-hash.ts'

export interface AuditEntry {
  /** Given when another row has the same id. */
  id?: string
  actorKind: 'nobody' | 'admin' | 'session' | 'system'
  actorId: string | null
  action: AuditAction
  address: string | null
  clientId?: string
  sessionId?: string
  subjectId?: string
  /** Names of the fields that were changed or revealed, without values. */
  fields?: string[]
  detail?: string
}

export function auditEventOf(entry: AuditEntry, at = new Date()) {
  const event = {
    id: entry.id ?? uuid(),
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

// One statement locks the chain's row only from here on. The database computes the HMAC, since it alone knows the new
// hash: RFC 2104, with a key for this event only.
const appendToChain = preparedStatement<never>(`
  WITH link AS (
    INSERT INTO audit_chains AS c (chain, position, head) VALUES ($1, 1, sha256($2))
    ON CONFLICT (chain) DO UPDATE SET position = c.position + 1, head = sha256(c.head || $2)
    RETURNING position, head
  )
  INSERT INTO audit_events
    (id, chain, position, at, actor_kind, actor_id, action, client_id, session_id, subject_id, fields, address, detail,
    hash, mac)
  SELECT $3::uuid, $1, position, $4::timestamptz, $5::text, $6::uuid, $7::text, $8::uuid, $9::uuid, $10::uuid,
    $11::text[], $12::text, $13::text, head,
    sha256($15::bytea || sha256($14::bytea || head))
  FROM link`)

/** SHA-256(previous ‖ canonical JSON, RFC 8785) and its HMAC. Call it in the transaction of the recorded change. */
export async function appendAuditEvent(db: Database, entry: AuditEntry): Promise<void> {
  const { event, chain, body } = auditEventOf(entry)
  const { actor_kind, actor_id, action, client_id, session_id, subject_id, fields, address, detail } = event
  const subject = [actor_kind, actor_id, action, client_id, session_id, subject_id]
  const { inner, outer } = auditKeyOf(db).linkPads(chain, event.id)
  await appendToChain(db, chain, body, event.id, event.at, ...subject, fields, address, detail, inner, outer)
}

// Chains are locked in order, so that two such statements cannot deadlock. Names of fields have no commas.
const appendToChains = preparedStatement<never>(`
  WITH given AS (
    SELECT * FROM unnest($1::text[], $2::bytea[], $3::bytea[], $4::bytea[], $5::uuid[], $6::timestamptz[], $7::text[],
        $8::uuid[], $9::text[], $10::uuid[], $11::uuid[], $12::uuid[], $13::text[], $14::text[], $15::text[])
      AS given (chain, body, inner_pad, outer_pad, id, at, actor_kind, actor_id, action, client_id, session_id,
        subject_id, fields, address, detail)
  ), link AS (
    INSERT INTO audit_chains AS c (chain, position, head) SELECT chain, 1, sha256(body) FROM given ORDER BY chain
    ON CONFLICT (chain) DO UPDATE SET position = c.position + 1,
      head = sha256(c.head || (SELECT body FROM given WHERE given.chain = c.chain))
    RETURNING chain, position, head
  )
  INSERT INTO audit_events
    (id, chain, position, at, actor_kind, actor_id, action, client_id, session_id, subject_id, fields, address, detail,
    hash, mac)
  SELECT id, chain, position, at, actor_kind, actor_id, action, client_id, session_id, subject_id,
    string_to_array(fields, ','), address, detail, head, sha256(outer_pad || sha256(inner_pad || head))
  FROM link JOIN given USING (chain)`)

/** Appends events, by a statement for each place in a chain: one if each entry is of another chain. */
export async function appendAuditEvents(db: Database, entries: AuditEntry[]): Promise<void> {
  for (const wave of wavesOf(entries, ({ clientId }) => clientId ?? '')) await appendToOtherChains(db, wave)
}

async function appendToOtherChains(db: Database, entries: AuditEntry[]): Promise<void> {
  const [first] = entries
  if (first === undefined) return
  if (entries.length === 1) return appendAuditEvent(db, first)
  const at = new Date()
  const made = entries.map((entry) => {
    const { event, chain, body } = auditEventOf(entry, at)
    return { event, chain, body, ...auditKeyOf(db).linkPads(chain, event.id) }
  })
  const all = <Value>(choose: (one: (typeof made)[number]) => Value) => made.map(choose)
  await appendToChains(
    db,
    ...[all(({ chain }) => chain), all(({ body }) => body), all(({ inner }) => inner), all(({ outer }) => outer)],
    ...[all(({ event }) => event.id), all(({ event }) => event.at), all(({ event }) => event.actor_kind)],
    ...[all(({ event }) => event.actor_id), all(({ event }) => event.action), all(({ event }) => event.client_id)],
    ...[all(({ event }) => event.session_id), all(({ event }) => event.subject_id)],
    ...[all(({ event }) => event.fields.join()), all(({ event }) => event.address), all(({ event }) => event.detail)],
  )
}

/** The condition of the index of subjects: a client's chain holds the other events. @param table name or alias */
const isNoClient = (table: string) =>
  sql<boolean>`${sql.ref(`${table}.subject_id`)} IS DISTINCT FROM ${sql.ref(`${table}.client_id`)}`

export const eventsOfSubject = (db: Database, subjectId: string) =>
  db
    .selectFrom('audit_events')
    .selectAll()
    .where('subject_id', '=', subjectId)
    .where(isNoClient('audit_events'))
    .unionAll(
      db
        .selectFrom('audit_events')
        .selectAll()
        .where('chain', '=', subjectId)
        .where(sql<boolean>`subject_id = client_id`),
    )

/** The events with these actions and subjects, which are no clients, oldest first. */
export async function listAuditEvents(db: Database, subjectIds: string[], actions: readonly string[]) {
  return db
    .selectFrom('audit_events')
    .select(['at', 'actor_kind', 'actor_id', 'action', 'address', 'detail', 'hash'])
    .where('subject_id', 'in', subjectIds)
    .where(isNoClient('audit_events'))
    .where('action', 'in', actions)
    .orderBy('at')
    .orderBy('position')
    .limit(500)
    .execute()
}

export async function readChainHead(db: Database, chain: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('audit_chains').select('head').where('chain', '=', chain).executeTakeFirst()
  return row?.head
}

/** Lists events in order, with all that is needed to verify each. */
export async function listLinkedEvents(db: Database, subjectId: string, actions: readonly string[]) {
  return db
    .selectFrom('audit_events as e')
    .innerJoin('audit_chains as c', 'c.chain', 'e.chain')
    .leftJoin('audit_events as before', (join) =>
      join.onRef('before.chain', '=', 'e.chain').on(sql<boolean>`before.position = e.position - 1`),
    )
    .leftJoin('audit_events as carried', (join) =>
      join.onRef('carried.chain', '=', 'e.chain').onRef('carried.position', '=', 'c.carried_position'),
    )
    .select(['e.id', 'e.at', 'e.actor_kind', 'e.actor_id', 'e.action', 'e.client_id', 'e.session_id', 'e.subject_id'])
    .select(['e.fields', 'e.address', 'e.detail', 'e.chain', 'e.hash', 'e.mac', 'c.carried_mac'])
    .select(['before.hash as previous', 'carried.hash as carried_hash'])
    .select(sql<number>`e.position::float8`.as('position'))
    .select(sql<number | null>`c.carried_position::float8`.as('carried_position'))
    .where('e.subject_id', '=', subjectId)
    .where(isNoClient('e'))
    .where('e.action', 'in', actions)
    .orderBy('e.position')
    .limit(500)
    .execute()
}

export async function hasEvent(db: Database, action: 'sealed', detail: string): Promise<boolean> {
  const event = await db
    .selectFrom('audit_events')
    .select('id')
    .where('action', '=', sql.lit(action))
    .where('detail', '=', detail)
    .limit(1)
    .executeTakeFirst()
  return event !== undefined
}

/** Undone unless `isKept`. PostgreSQL waits for the disk in both cases, since the transaction has written. */
export async function withSavepoint(
  db: Database,
  work: (trx: Transaction) => Promise<void>,
  { isKept }: { isKept: boolean },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`SAVEPOINT work`.execute(trx)
    await work(trx)
    await (isKept ? sql`RELEASE SAVEPOINT work` : sql`ROLLBACK TO SAVEPOINT work`).execute(trx)
  })
}
