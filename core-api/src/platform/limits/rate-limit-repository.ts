import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

const windowMinutes = 15
/** The first lockout, in seconds. Each further attempt doubles it. */
const firstWait = 30

export interface Limit {
  /** A keyed digest, so that the table has neither names nor addresses. */
  bucket: Buffer
  /** Attempts in 15 minutes before a lockout starts. */
  free: number
  /** The longest lockout, in seconds. */
  longestWait: number
}

export interface Counted {
  /** Seconds of the lockout that starts now; null if none does. */
  wait: number | null
}

/** One statement: parallel attempts cannot pass together. @returns undefined if the bucket is blocked */
export async function countAttempt(db: Database, { bucket, free, longestWait }: Limit): Promise<Counted | undefined> {
  const count = sql`(CASE WHEN a.window_ends_at < now() THEN 1 ELSE a.count + 1 END)`
  const wait = sql`make_interval(secs => least(${longestWait}, ${firstWait} * 2.0 ^ least(${count} - ${free}, 20)))`
  const firstBlock = free > 1 ? 0 : firstWait
  const { rows } = await sql<Counted>`
    INSERT INTO rate_limits AS a (bucket, count, window_ends_at, blocked_until)
    VALUES (
      ${bucket}, 1,
      now() + make_interval(mins => ${windowMinutes}, secs => ${firstBlock}),
      CASE WHEN ${firstBlock} > 0 THEN now() + make_interval(secs => ${firstBlock}) END
    )
    ON CONFLICT (bucket) DO UPDATE SET
      count = ${count},
      blocked_until = CASE WHEN ${count} >= ${free} THEN now() + ${wait} END,
      window_ends_at = CASE
        WHEN ${count} >= ${free} THEN now() + ${wait} + make_interval(mins => ${windowMinutes})
        WHEN a.window_ends_at < now() THEN excluded.window_ends_at
        ELSE a.window_ends_at END
    WHERE a.blocked_until IS NULL OR a.blocked_until <= now()
    RETURNING extract(epoch FROM blocked_until - now())::int AS wait`.execute(db)
  return rows[0]
}

/**
 * Counts a failure. From the threshold on, each restarts the 15 minutes: a long attack counts as one.
 * @returns the count
 */
export async function countFailure(db: Database, bucket: Buffer, threshold: number): Promise<number> {
  const count = sql`(CASE WHEN a.window_ends_at < now() THEN 1 ELSE a.count + 1 END)`
  const { rows } = await sql<{ count: number }>`
    INSERT INTO rate_limits AS a (bucket, count, window_ends_at)
    VALUES (${bucket}, 1, now() + make_interval(mins => ${windowMinutes}))
    ON CONFLICT (bucket) DO UPDATE SET
      count = ${count},
      blocked_until = NULL,
      window_ends_at = CASE
        WHEN a.window_ends_at < now() OR ${count} >= ${threshold} THEN excluded.window_ends_at
        ELSE a.window_ends_at END
    RETURNING count`.execute(db)
  return rows[0]?.count ?? 0
}

export async function isUnderAttack(db: Database, limits: { bucket: Buffer; threshold: number }[]): Promise<boolean> {
  const reached = limits.map(({ bucket, threshold }) => sql`bucket = ${bucket} AND count >= ${threshold}`)
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (
      SELECT FROM rate_limits WHERE window_ends_at >= now() AND (${sql.join(reached, sql` OR `)})
    ) AS found`.execute(db)
  return rows[0]?.found ?? false
}

/** @returns how many */
export async function deleteEndedBuckets(db: Database): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('rate_limits')
    .where('window_ends_at', '<', sql<string>`now()`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function secondsBlocked(db: Database, bucket: Buffer): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    SELECT greatest(1, ceil(extract(epoch FROM blocked_until - now())))::int AS seconds
    FROM rate_limits WHERE bucket = ${bucket}`.execute(db)
  return rows[0]?.seconds ?? 1
}

/** Subtracts one attempt, which succeeded, and lifts the lockout. */
export async function forgiveAttempt(db: Database, bucket: Buffer): Promise<void> {
  await sql`UPDATE rate_limits SET count = greatest(count - 1, 0), blocked_until = NULL WHERE bucket = ${bucket}`.execute(
    db,
  )
}

export async function forgetBucket(db: Database, bucket: Buffer): Promise<void> {
  await db.deleteFrom('rate_limits').where('bucket', '=', bucket).execute()
}
