import { type Kysely, sql } from 'kysely'

interface AuditRun {
  kind: 'anchor' | 'verification'
  finished_at: Date | string | null
  result: string | null
  result_mac: Buffer | null
}

const intervals = { anchor: '1 hour', verification: '1 day' }

/** Moves the schedule of anchoring and verification into the table of recurring jobs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<AuditRun>`SELECT kind, finished_at, result, result_mac FROM audit_runs`.execute(db)
  for (const { kind, finished_at, result, result_mac } of rows) {
    await sql`INSERT INTO recurring_jobs (kind, due_at, ended_at, result)
      VALUES (${`audit-${kind}`}, coalesce(${finished_at}::timestamptz + ${intervals[kind]}::interval, now()),
        ${finished_at}::timestamptz, ${signed(result, result_mac)}::jsonb)
      ON CONFLICT (kind) DO NOTHING`.execute(db)
  }
  await sql`DROP TABLE audit_runs`.execute(db)
}

/** A result that is not JSON was not written by the product: the next run replaces it. */
function signed(result: string | null, mac: Buffer | null): string | null {
  try {
    return result && mac ? JSON.stringify({ record: JSON.parse(result), mac: mac.toString('hex') }) : null
  } catch {
    return null
  }
}
