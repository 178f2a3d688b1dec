import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'

const windowMinutes = 15

/** Counts one attempt, unless the bucket is blocked. @returns the count in this window, or undefined when blocked */
export async function countAttempt(db: Database, bucket: Buffer): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    INSERT INTO attempts AS a (bucket, count, window_ends_at)
    VALUES (${bucket}, 1, now() + make_interval(mins => ${windowMinutes}))
    ON CONFLICT (bucket) DO UPDATE SET
      count = CASE WHEN a.window_ends_at < now() THEN 1 ELSE a.count + 1 END,
      window_ends_at = CASE WHEN a.window_ends_at < now() THEN excluded.window_ends_at ELSE a.window_ends_at END
    WHERE a.blocked_until IS NULL OR a.blocked_until <= now()
    RETURNING count`.execute(db)
  return rows[0]?.count
}

/** Blocks the bucket for some seconds from now, and remembers its count for a window after that. */
export async function blockBucket(db: Database, bucket: Buffer, seconds: number): Promise<void> {
  await sql`
    UPDATE attempts SET blocked_until = now() + make_interval(secs => ${seconds}),
      window_ends_at = now() + make_interval(secs => ${seconds}, mins => ${windowMinutes})
    WHERE bucket = ${bucket}`.execute(db)
}

/** Seconds until the bucket takes attempts again. */
export async function secondsBlocked(db: Database, bucket: Buffer): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    SELECT greatest(1, ceil(extract(epoch FROM blocked_until - now())))::int AS seconds
    FROM attempts WHERE bucket = ${bucket}`.execute(db)
  return rows[0]?.seconds ?? 1
}

/** Takes one attempt back, and the block it may have set: it was a good one. */
export async function forgiveAttempt(db: Database, bucket: Buffer): Promise<void> {
  await sql`UPDATE attempts SET count = greatest(count - 1, 0), blocked_until = NULL WHERE bucket = ${bucket}`.execute(
    db,
  )
}

export async function forgetBucket(db: Database, bucket: Buffer): Promise<void> {
  await db.deleteFrom('attempts').where('bucket', '=', bucket).execute()
}
