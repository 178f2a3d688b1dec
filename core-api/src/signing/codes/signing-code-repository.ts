import { type Insertable, type NotNull, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'

/** Minutes that a code is valid, and how often it may be entered wrongly. */
const validMinutes = 10
export const mostTries = 5
/** Seconds after a code until the client can ask for another. */
const resendSeconds = 30
/** Codes of a session in 24 hours: 100 guesses, of a million. */
const mostADay = 20

const resendIn = sql<number>`greatest(0, ceil(extract(epoch FROM
  requested_at + make_interval(secs => ${resendSeconds}) - now())))::int`

export async function secondsToResend(db: Database, sessionId: string): Promise<number> {
  const requested = (skipped: number) => sql`(SELECT requested_at FROM signing_codes
    WHERE session_id = ${sessionId} ORDER BY requested_at DESC LIMIT 1 OFFSET ${skipped})`
  const free = sql`greatest(
    ${requested(0)} + make_interval(secs => ${resendSeconds}),
    ${requested(mostADay - 1)} + interval '24 hours')`
  const { rows } = await sql<{ seconds: number }>`
    SELECT coalesce(greatest(0, ceil(extract(epoch FROM ${free} - now()))), 0)::int AS seconds`.execute(db)
  return rows[0]?.seconds ?? 0
}

type NewCode = Omit<Insertable<Schema['signing_codes']>, 'expires_at'>

export async function insertCode(db: Database, row: NewCode): Promise<void> {
  const expires_at = sql<string>`now() + make_interval(mins => ${validMinutes})`
  await db
    .insertInto('signing_codes')
    .values({ ...row, expires_at })
    .execute()
}

/** Whether the code of a message can still be confirmed: it has not expired, and none was sent after it. */
export async function isCodeOpen(db: Database, messageId: string): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    SELECT EXISTS (SELECT FROM signing_codes AS code WHERE message_id = ${messageId} AND expires_at > now()
      AND NOT EXISTS (SELECT FROM signing_codes AS newer
        WHERE newer.portal_session_id = code.portal_session_id AND newer.requested_at > code.requested_at)
    ) AS open`.execute(db)
  return rows[0]?.open ?? false
}

/** The newest code of a portal login. Only this one can be confirmed. */
export function findNewestCode(db: Database, portalSessionId: string) {
  return db
    .selectFrom('signing_codes')
    .select(['id', 'channel', 'masked_destination', 'expires_at', 'code_digest', 'tries', 'confirmed_at'])
    .select([resendIn.as('resend_in'), sql<boolean>`expires_at <= now()`.as('is_expired')])
    .where('portal_session_id', '=', portalSessionId)
    .orderBy('requested_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function findConfirmedCode(db: Database, portalSessionId: string) {
  return db
    .selectFrom('signing_codes')
    .leftJoin('outbox_messages', 'outbox_messages.id', 'message_id')
    .select(['signing_codes.channel', 'signing_codes.masked_destination', 'confirmed_at', 'address', 'device'])
    .select(sql<string>`coalesce(outbox_messages.sent_at, requested_at)`.as('sent_at'))
    .$narrowType<{ confirmed_at: NotNull; address: NotNull; device: NotNull }>()
    .where('portal_session_id', '=', portalSessionId)
    .where('confirmed_at', 'is not', null)
    .orderBy('confirmed_at')
    .limit(1)
    .executeTakeFirst()
}

/** Counts a try before the code is compared: parallel guesses count. @returns its number; undefined if none are left */
export async function countTry(db: Database, id: string): Promise<number | undefined> {
  const row = await db
    .updateTable('signing_codes')
    .set({ tries: sql`tries + 1` })
    .where('id', '=', id)
    .where('tries', '<', mostTries)
    .where('confirmed_at', 'is', null)
    .returning('tries')
    .executeTakeFirst()
  return row?.tries
}

/** Marks a code as confirmed, once. @returns whether this call did */
export async function confirmCode(db: Database, id: string, from: { address: string; device: string }) {
  const { numUpdatedRows } = await db
    .updateTable('signing_codes')
    .set({ ...from, confirmed_at: sql`now()` })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
