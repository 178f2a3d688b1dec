import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { readInstallationId } from '../files/match-installation.ts'
import type { NamedAnchor } from './backup-manifest.ts'

export interface DatabaseContents {
  fileIds: string[]
  /** The anchors of the audit trail. Their files have no rows in `files`. */
  anchors: NamedAnchor[]
  installationId: string | null
  schemaVersion: string
}

/** Reads the contents in the caller's transaction or connection. */
export async function readContents(db: Database): Promise<DatabaseContents> {
  const files = await db.selectFrom('files').select('id').orderBy('id').execute()
  const { rows } = await sql<{ name: string }>`SELECT max(name) AS name FROM kysely_migration`.execute(db)
  return {
    fileIds: files.map(({ id }) => id),
    anchors: await listAnchors(db),
    installationId: (await readInstallationId(db)) ?? null,
    schemaVersion: rows[0]?.name ?? 'none',
  }
}

/** Lists all numbers up to the newest, so that an anchor without a row is copied too. */
async function listAnchors(db: Database): Promise<NamedAnchor[]> {
  const { rows } = await sql<NamedAnchor>`
    SELECT number, coalesce(encode(digest, 'hex'), repeat('0', 64)) AS digest
    FROM generate_series(1, (SELECT max(number) FROM audit_anchors)) AS number LEFT JOIN audit_anchors USING (number)
    ORDER BY number`.execute(db)
  return rows
}

export async function exportSnapshot(trx: Transaction): Promise<string> {
  const { rows } = await sql<{ id: string }>`SELECT pg_export_snapshot() AS id`.execute(trx)
  const [snapshot] = rows
  if (!snapshot) throw new Error('The database gave no snapshot')
  return snapshot.id
}

export async function checkpoint(db: Database): Promise<void> {
  await sql`CHECKPOINT`.execute(db)
}

/** Counts the rows of every table, which reads all of it. */
export async function countAllRows(db: Database): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM ${sql.table(name)}`.execute(db)
    counts.set(name, rows[0]?.count ?? 0)
  }
  return counts
}

export async function findInstallationId(db: Database): Promise<string | undefined> {
  const tables = await db.introspection.getTables()
  return tables.some(({ name }) => name === 'installation') ? readInstallationId(db) : undefined
}

export async function hasTables(db: Database): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' LIMIT 1`.execute(db)
  return rows.length > 0
}
