import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'

export type RunKind = Schema['audit_runs']['kind']

/**
 * Takes repeated work for some seconds, when it is due and no other process has it.
 * @param every seconds from the end of one run to the next
 * @returns the progress that an earlier process has stored, undefined when this process may not run now
 */
export async function claimRun(db: Database, kind: RunKind, { every, lease }: { every: number; lease: number }) {
  await db
    .insertInto('audit_runs')
    .values({ kind })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { rows } = await sql<Pick<Schema['audit_runs'], 'progress' | 'progress_mac'>>`
    UPDATE audit_runs SET lease_until = now() + make_interval(secs => ${lease})
    WHERE kind = ${kind} AND (lease_until IS NULL OR lease_until < now())
      AND (finished_at IS NULL OR finished_at < now() - make_interval(secs => ${every}))
    RETURNING progress, progress_mac`.execute(db)
  return rows[0]
}

/** Stores progress, and keeps the work for some seconds more. */
export async function keepRun(
  db: Database,
  kind: RunKind,
  { progress, mac, lease }: { progress: string; mac: Buffer; lease: number },
): Promise<void> {
  const lease_until = sql<string>`now() + make_interval(secs => ${lease})`
  await db
    .updateTable('audit_runs')
    .set({ progress, progress_mac: mac, lease_until })
    .where('kind', '=', kind)
    .execute()
}

/** Lets another process go on at once. */
export async function releaseRun(db: Database, kind: RunKind): Promise<void> {
  await db.updateTable('audit_runs').set({ lease_until: null }).where('kind', '=', kind).execute()
}

export async function finishRun(db: Database, kind: RunKind, result: string, mac: Buffer): Promise<void> {
  const finished = { lease_until: null, progress: null, progress_mac: null, finished_at: sql<string>`now()` }
  await db
    .updateTable('audit_runs')
    .set({ ...finished, result, result_mac: mac })
    .where('kind', '=', kind)
    .execute()
}

export function findRun(db: Database, kind: RunKind) {
  return db.selectFrom('audit_runs').select(['result', 'result_mac']).where('kind', '=', kind).executeTakeFirst()
}
