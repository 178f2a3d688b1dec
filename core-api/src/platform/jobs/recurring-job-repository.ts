import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

export interface Claim {
  kind: string
  /** The id of this run. A run that has lost its lease changes nothing. */
  holder: string
}

/** Claims a job, if it is due and no run has it. @returns the progress of an interrupted run; undefined if not claimed */
export async function claimRecurringJob(
  db: Database,
  { kind, holder }: Claim,
  leaseSeconds: number,
): Promise<{ progress: unknown } | undefined> {
  await db
    .insertInto('recurring_jobs')
    .values({ kind })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { rows } = await sql<{ progress: unknown }>`
    UPDATE recurring_jobs
    SET lease_holder = ${holder}::uuid, leased_until = now() + make_interval(secs => ${leaseSeconds})
    WHERE kind = ${kind} AND due_at <= now() AND (leased_until IS NULL OR leased_until < now())
    RETURNING progress`.execute(db)
  return rows[0]
}

/** Renews the lease. Call it more often than the lease lasts. */
export async function keepRecurringJob(db: Database, claim: Claim, leaseSeconds: number): Promise<void> {
  await withLease(db, claim)
    .set({ leased_until: sql`now() + make_interval(secs => ${leaseSeconds})` })
    .execute()
}

export async function saveProgress(db: Database, claim: Claim, progress: object): Promise<void> {
  await withLease(db, claim)
    .set({ progress: JSON.stringify(progress) })
    .execute()
}

export async function endRecurringJob(db: Database, claim: Claim, result: object, seconds: number): Promise<void> {
  await withLease(db, claim)
    .set({
      ...free(seconds),
      ended_at: sql`now()`,
      result: JSON.stringify(result),
      progress: null,
      last_error: null,
    })
    .execute()
}

/** @param error its kind; null if the service closes */
export async function releaseRecurringJob(
  db: Database,
  claim: Claim,
  error: string | null,
  seconds: number,
): Promise<void> {
  await withLease(db, claim)
    .set({ ...free(seconds), last_error: error })
    .execute()
}

export async function makeDue(db: Database, kind: string): Promise<void> {
  await db.updateTable('recurring_jobs').set({ due_at: sql`now()` }).where('kind', '=', kind).execute()
}

/** The result of the last complete run; undefined if the job was never claimed. */
export async function readLastRun(db: Database, kind: string) {
  return db
    .selectFrom('recurring_jobs')
    .select(['result', 'ended_at', 'last_error'])
    .where('kind', '=', kind)
    .executeTakeFirst()
}

const free = (seconds: number) => ({
  due_at: sql<string>`now() + make_interval(secs => ${seconds})`,
  lease_holder: null,
  leased_until: null,
})

const withLease = (db: Database, { kind, holder }: Claim) =>
  db.updateTable('recurring_jobs').where('kind', '=', kind).where('lease_holder', '=', holder)
