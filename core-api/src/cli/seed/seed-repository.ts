import { createHash } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import type { AuditKey } from '../../platform/audit-trail/audit-key.ts'
import { type AuditEntry, auditEventOf } from '../../platform/audit-trail/audit-repository.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'

export interface Batch {
  clients: Insertable<Schema['clients']>[]
  sessions: Insertable<Schema['sessions']>[]
  events: { entry: AuditEntry; at: Date }[]
}

/** Stores a batch, all or nothing. */
export async function insertBatch(db: Database, key: AuditKey, { clients, sessions, events }: Batch): Promise<void> {
  const { heads, rows } = chainEvents(key, events)
  await db.transaction().execute(async (trx) => {
    await insertRows(trx, 'clients', clients)
    await insertRows(trx, 'sessions', sessions)
    await insertRows(trx, 'audit_chains', heads)
    await insertRows(trx, 'audit_events', rows)
  })
}

/** Sends all rows as one JSON parameter. A parameter for each value takes the embedded engine three times as long. */
async function insertRows(db: Database, table: keyof Schema, rows: Record<string, unknown>[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)))
  const json = JSON.stringify(rows.map(withoutBytes))
  await sql`INSERT INTO ${sql.table(table)} (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::${sql.table(table)}, ${json}::json)`.execute(db)
}

const withoutBytes = (row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, Array.isArray(value) ? value.map(toHex) : toHex(value)]),
  )

const toHex = (value: unknown) => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value)

/** Computes the hashes and HMACs of new chains, as `appendAuditEvent` does in the database. */
function chainEvents(key: AuditKey, events: Batch['events']) {
  const heads = new Map<string, { chain: string; position: string; head: Buffer }>()
  const rows = events.map(({ entry, at }): Insertable<Schema['audit_events']> => {
    const { event, chain, body } = auditEventOf(entry, at)
    const before = heads.get(chain)
    const hash = createHash('sha256').update(before?.head ?? Buffer.alloc(0))
    const head = hash.update(body).digest()
    const position = String(Number(before?.position ?? 0) + 1)
    heads.set(chain, { chain, position, head })
    return { ...event, chain, position, hash: head, mac: key.linkMac(chain, event.id, head) }
  })
  return { heads: [...heads.values()], rows }
}

/** Updates the planner's statistics and the visibility map, which index-only scans need. */
export async function settleTables(db: Database): Promise<void> {
  for (const table of ['clients', 'sessions', 'audit_chains', 'audit_events']) {
    await sql`VACUUM (ANALYZE) ${sql.table(table)}`.execute(db)
  }
}
