import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Database } from '../database/database.ts'

export interface Job {
  id: string
  kind: string
  subject_id: string
  attempts: number
}

/** Queues work on a subject, once. Call it in the transaction that makes the work necessary. */
export async function queueJob(db: Database, kind: string, subjectId: string): Promise<void> {
  await db
    .insertInto('jobs')
    .values({ id: uuid(), kind, subject_id: subjectId })
    .onConflict((conflict) => conflict.columns(['kind', 'subject_id']).doNothing())
    .execute()
}

/**
 * Has work on a subject done now, also when it was done before. Whoever is at it does not end it: counting an attempt
 * takes the job away from them.
 */
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

/** Takes one due job for some seconds; if this process dies, another takes it after that. */
export async function claimJob(db: Database, leaseSeconds: number): Promise<Job | undefined> {
  const { rows } = await sql<Job>`
    UPDATE jobs SET attempts = attempts + 1, run_at = now() + make_interval(secs => ${leaseSeconds})
    WHERE id = (SELECT id FROM jobs WHERE done_at IS NULL AND run_at <= now()
      ORDER BY run_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, kind, subject_id, attempts`.execute(db)
  return rows[0]
}

/** Keeps a job for as many seconds more, as long as nobody else has taken it. */
export async function keepJob(db: Database, { id, attempts }: Job, leaseSeconds: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ run_at: sql`now() + make_interval(secs => ${leaseSeconds})` })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('done_at', 'is', null)
    .execute()
}

/** Makes all jobs due that are not done: for a start on which nobody else can be doing them. */
export async function releaseJobs(db: Database): Promise<void> {
  await db.updateTable('jobs').set({ run_at: sql`now()` }).where('done_at', 'is', null).execute()
}

/** Marks a job as done, unless somebody else has taken it or asked for it again since. */
export async function finishJob(db: Database, { id, attempts }: Job): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ done_at: sql`now()`, last_error: null })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
}

/**
 * Tries again later, unless somebody else has taken the job or asked for it again since.
 * @param error the kind of failure; never what a document or a person says
 */
export async function postponeJob(db: Database, { id, attempts }: Job, seconds: number, error: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ run_at: sql`now() + make_interval(secs => ${seconds})`, last_error: error })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
}

/** Makes jobs of a kind due that wait after a failure of this kind; one that is being done may be done twice. */
export async function hastenJobs(db: Database, kind: string, error: string): Promise<void> {
  const waiting = db.updateTable('jobs').set({ run_at: sql`now()` }).where('done_at', 'is', null)
  await waiting.where('kind', '=', kind).where('last_error', '=', error).execute()
}

/** Jobs that do not get done, as counts. */
export interface TroubledJobs {
  /** Failed several times. */
  failing: number
  /** Due for long, and taken by nobody. */
  waiting: number
}

/** @param attempts how often is several @param seconds how long is long */
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
