import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Database } from '../database/database.ts'

export interface Job {
  id: string
  kind: string
  subject_id: string
  attempts: number
  /** The kind of failure of the attempt before, if it failed. */
  last_error: string | null
}

/** Queues a job for a subject, once. Call it in the transaction that makes the job necessary. */
export async function queueJob(db: Database, kind: string, subjectId: string): Promise<void> {
  await db
    .insertInto('jobs')
    .values({ id: uuid(), kind, subject_id: subjectId })
    .onConflict((conflict) => conflict.columns(['kind', 'subject_id']).doNothing())
    .execute()
}

/** Even if it was done. Raising `attempts` revokes the lease of a process that still runs it. */
export async function requeueJob(db: Database, kind: string, subjectId: string): Promise<void> {
  await db
    .insertInto('jobs')
    .values({ id: uuid(), kind, subject_id: subjectId })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject_id'])
        .doUpdateSet({ done_at: null, run_at: sql<string>`now()`, attempts: sql<number>`jobs.attempts + 1` }),
    )
    .execute()
}

/** Claims jobs of these kinds (`isAmong`), or of all other kinds. */
export interface Claim {
  kinds: string[]
  isAmong: boolean
}

/** Claims one due job for some seconds. If this process dies, another one claims it after that. */
export async function claimJob(
  db: Database,
  leaseSeconds: number,
  { kinds, isAmong }: Claim = { kinds: [], isAmong: false },
): Promise<Job | undefined> {
  const { rows } = await sql<Job>`
    UPDATE jobs SET attempts = attempts + 1, run_at = now() + make_interval(secs => ${leaseSeconds})
    WHERE id = (SELECT id FROM jobs WHERE done_at IS NULL AND run_at <= now()
      AND (kind = ANY(${kinds}::text[])) = ${isAmong}
      ORDER BY run_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, kind, subject_id, attempts, last_error`.execute(db)
  return rows[0]
}

/** Extends the lease of a job, unless another process has claimed it. */
export async function keepJob(db: Database, { id, attempts }: Job, leaseSeconds: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ run_at: sql`now() + make_interval(secs => ${leaseSeconds})` })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('done_at', 'is', null)
    .execute()
}

/** Makes all unfinished jobs due. Only for a start without other processes. */
export async function releaseJobs(db: Database): Promise<void> {
  await db.updateTable('jobs').set({ run_at: sql`now()` }).where('done_at', 'is', null).execute()
}

/** Marks a job as done, unless it was claimed or queued again since. */
export async function finishJob(db: Database, { id, attempts }: Job): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ done_at: sql`now()`, last_error: null })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
}

/**
 * Postpones it unless it was claimed or queued again.
 * @param error its kind, without personal data or document content
 */
export async function postponeJob(db: Database, { id, attempts }: Job, seconds: number, error: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ run_at: sql`now() + make_interval(secs => ${seconds})`, last_error: error })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
}

/** Makes the jobs of a kind due that failed with this error. A running job may run twice. */
export async function hastenJobs(db: Database, kind: string, error: string): Promise<void> {
  const waiting = db.updateTable('jobs').set({ run_at: sql`now()` }).where('done_at', 'is', null)
  await waiting.where('kind', '=', kind).where('last_error', '=', error).execute()
}

export interface TroubledJobs {
  /** Failed several times. */
  failing: number
  /** Overdue, and claimed by no process. */
  waiting: number
}

export async function countTroubledJobs(db: Database, attempts: number, seconds: number): Promise<TroubledJobs> {
  const isLate = sql<boolean>`run_at < now() - make_interval(secs => ${seconds})`
  return db
    .selectFrom('jobs')
    .select(({ fn }) => [
      fn
        .countAll<string>()
        .filterWhere('attempts', '>=', attempts)
        .filterWhere('last_error', 'is not', null)
        .as('failing'),
      fn.countAll<string>().filterWhere(isLate).as('waiting'),
    ])
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow()
    .then(({ failing, waiting }) => ({ failing: Number(failing), waiting: Number(waiting) }))
}
