import { sql } from 'kysely'
import { v4 as uuid } from 'uuid'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import type { Schema } from '../../../platform/database/schema.ts'

type Purpose = Schema['admin_challenges']['purpose']

/** Minutes in which a challenge can be answered. */
const lifetimeMinutes = 5
/** Wrong answers after which a login starts again with the password. */
const mostTries = 5

interface NewChallenge {
  purpose: Purpose
  adminId?: string
  adminSessionId?: string
  device?: string | undefined
  challenge?: string
}

/** Stores a challenge. Its id is random (UUIDv4), so that it cannot be guessed. @returns the id */
export async function insertChallenge(db: Database, given: NewChallenge): Promise<string> {
  const id = uuid()
  await db
    .insertInto('admin_challenges')
    .values({
      id,
      purpose: given.purpose,
      admin_id: given.adminId ?? null,
      admin_session_id: given.adminSessionId ?? null,
      device: given.device ?? null,
      challenge: given.challenge ?? null,
      expires_at: sql<string>`now() + make_interval(mins => ${lifetimeMinutes})`,
    })
    .execute()
  return id
}

const isLoginOf = (id: string, device: string | undefined) => sql<boolean>`admin_challenges.id = ${id}
  AND admin_challenges.purpose IN ('login', 'passkey-login')
  AND admin_challenges.device IS NOT DISTINCT FROM ${device ?? null} AND admin_challenges.expires_at > now()`

/** Locks the challenge of a login, if it is live and this browser's. */
export function lockLoginChallenge(db: Transaction, id: string, device: string | undefined) {
  return db
    .selectFrom('admin_challenges')
    .select(['id', 'purpose', 'admin_id', 'challenge'])
    .where(isLoginOf(id, device))
    .forUpdate()
    .executeTakeFirst()
}

export function findLoginChallenge(db: Database, id: string, device: string | undefined) {
  return db
    .selectFrom('admin_challenges')
    .leftJoin('admins', 'admins.id', 'admin_challenges.admin_id')
    .select(['admin_challenges.purpose', 'admin_challenges.admin_id', 'admins.username'])
    .where(isLoginOf(id, device))
    .executeTakeFirst()
}

export async function countWrongAnswer(db: Database, id: string): Promise<void> {
  const row = await db
    .updateTable('admin_challenges')
    .set({ tries: sql<number>`tries + 1` })
    .where('id', '=', id)
    .returning('tries')
    .executeTakeFirst()
  if (row && row.tries >= mostTries) await deleteChallenge(db, id)
}

export async function deleteChallenge(db: Database, id: string): Promise<void> {
  await db.deleteFrom('admin_challenges').where('id', '=', id).execute()
}

/** Takes a live challenge of this login away, so that it is answered once. @returns undefined if there is none */
export function takeChallenge(db: Database, id: string, purpose: Purpose, adminSessionId: string) {
  return db
    .deleteFrom('admin_challenges')
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where('admin_session_id', '=', adminSessionId)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['challenge'])
    .executeTakeFirst()
}

/** Call it, with a new password, before logins are ended: it waits for a login that is being completed. */
export async function deleteChallengesOf(db: Database, adminId: string): Promise<void> {
  await db.deleteFrom('admin_challenges').where('admin_id', '=', adminId).execute()
}

export async function deleteOldChallenges(db: Database): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('admin_challenges')
    .where('expires_at', '<', sql<string>`now()`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
