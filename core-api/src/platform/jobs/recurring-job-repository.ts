import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

export interface Claim {
  kind: string
  /** Names this run: a run whose lease has passed to another one changes nothing any more. */
  holder: string
}

/** Takes work that is due, if nobody has it. @returns where a run that was broken off stopped, or undefined when it was not taken */
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

/** Keeps the lease; call it more often than it lasts. */
export async function keepRecurringJob(db: Database, claim: Claim, leaseSeconds: number): Promise<void> {
  await held(db, claim)
    .set({ leased_until: sql`now() + make_interval(secs => ${leaseSeconds})` })
    .execute()
}

export async function saveProgress(db: Database, claim: Claim, progress: object): Promise<void> {
  await held(db, claim)
    .set({ progress: JSON.stringify(progress) })
    .execute()
}

/** Ends a whole run. @param seconds until the next */
export async function endRecurringJob(db: Database, claim: Claim, result: object, seconds: number): Promise<void> {
  await held(db, claim)
    .set({
      ...free(seconds),
      ended_at: sql`now()`,
      result: JSON.stringify(result),
      progress: null,
      last_error: null,
    })
    .execute()
}

/** Lets go of a run that did not come to its end. @param error its kind; null when the service closed */
export async function releaseRecurringJob(
  db: Database,
  claim: Claim,
  error: string | null,
  seconds: number,
): Promise<void> {
  await held(db, claim)
    .set({ ...free(seconds), last_error: error })
    .execute()
}

/** Makes work due now. */
export async function makeDue(db: Database, kind: string): Promise<void> {
  await db.updateTable('recurring_jobs').set({ due_at: sql`now()` }).where('kind', '=', kind).execute()
}

/** What the last whole run found, and when it ended; undefined when there was none. */
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

const held = (db: Database, { kind, holder }: Claim) =>
  db.updateTable('recurring_jobs').where('kind', '=', kind).where('lease_holder', '=', holder)
