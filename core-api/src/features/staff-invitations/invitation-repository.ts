import { type Insertable, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'

const messageKeyStart = 'staff-invitation:'

/** The key of the message that has an invitation's link. The hash gives nobody access. */
export const messageKey = (hash: Buffer): string => `${messageKeyStart}${hash.toString('hex')}`

const invitations = (db: Database) =>
  db
    .selectFrom('admin_invitations')
    .leftJoin('outbox_messages', (join) =>
      join.on('outbox_messages.key', '=', sql<string>`${messageKeyStart} || encode(token_hash, 'hex')`),
    )
    .select(['admin_invitations.id', 'email', 'username', 'role', 'first_name', 'last_name', 'expires_at'])
    .select(['admin_invitations.sent_at', 'outbox_messages.state as delivery'])
    .select(sql<boolean>`expires_at <= now()`.as('expired'))

/** Invitations that are not accepted, by user name. */
export const listInvitations = (db: Database) => invitations(db).orderBy('username').limit(1_000).execute()

export const findInvitation = (db: Database, id: string) =>
  invitations(db).where('admin_invitations.id', '=', id).executeTakeFirst()

/** The invitation of a link that has not ended. */
export const findInvitationByToken = (db: Database, hash: Buffer) =>
  db
    .selectFrom('admin_invitations')
    .select(['id', 'email', 'username', 'role', 'first_name', 'last_name'])
    .where('token_hash', '=', hash)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()

/** Takes the invitation of a link that has not ended. Each is taken once. */
export const takeInvitation = (db: Database, hash: Buffer) =>
  db
    .deleteFrom('admin_invitations')
    .where('token_hash', '=', hash)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['email', 'username', 'role', 'first_name', 'last_name'])
    .executeTakeFirst()

/** Returns `email` or `username` if another invitation has it; otherwise undefined. */
export async function findInvitedName(db: Database, { email, username }: { email: string; username: string }) {
  const rows = await db
    .selectFrom('admin_invitations')
    .select(sql<boolean>`lower(email) = ${email.toLowerCase()}`.as('same_email'))
    .where((where) =>
      where.or([
        where(sql`lower(email)`, '=', email.toLowerCase()),
        where(sql`lower(username)`, '=', username.toLowerCase()),
      ]),
    )
    .execute()
  if (rows.length === 0) return undefined
  return rows.some(({ same_email }) => same_email) ? 'email' : 'username'
}

export async function insertInvitation(db: Database, row: Insertable<Schema['admin_invitations']>): Promise<void> {
  await db.insertInto('admin_invitations').values(row).execute()
}

/** Replaces the link of an invitation, so that an earlier one no longer works. */
export async function renewInvitation(
  db: Database,
  id: string,
  link: Pick<Insertable<Schema['admin_invitations']>, 'token_hash' | 'expires_at'>,
): Promise<void> {
  await db
    .updateTable('admin_invitations')
    .set({ ...link, sent_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
}

/** @returns false if there is none */
export async function deleteInvitation(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('admin_invitations').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Whether a message has the link that an invitation has now. */
export async function isOfInvitation(db: Database, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('admin_invitations')
    .select('id')
    .where('token_hash', '=', Buffer.from(key.slice(messageKeyStart.length), 'hex'))
    .executeTakeFirst()
  return row !== undefined
}
