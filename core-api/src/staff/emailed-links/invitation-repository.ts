import { type Insertable, sql } from 'kysely'
import { staffName } from '../../platform/database/admin-name.ts'
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
    .leftJoin('admins', 'admins.id', 'invited_by')
    .select(['admin_invitations.id', 'admin_invitations.email', 'admin_invitations.username', 'admin_invitations.role'])
    .select(['admin_invitations.first_name', 'admin_invitations.last_name', 'expires_at'])
    .select(['admin_invitations.sent_at', 'outbox_messages.state as delivery', 'admins.role as inviter_role'])
    .select(sql<boolean>`expires_at <= now()`.as('expired'))
    .select(sql<boolean>`ended_at IS NOT NULL`.as('ended'))
    .select(staffName('invited_by').as('invited_by_name'))

export const listInvitations = (db: Database) =>
  invitations(db).orderBy('admin_invitations.username').limit(1_000).execute()

export const findInvitation = (db: Database, id: string) =>
  invitations(db).where('admin_invitations.id', '=', id).executeTakeFirst()

/** The invitation of a link that has not ended, with the role that its inviter has now. */
export const findInvitationByToken = (db: Database, hash: Buffer) =>
  invitations(db)
    .where('token_hash', '=', hash)
    .where('expires_at', '>', sql<string>`now()`)
    .where('ended_at', 'is', null)
    .executeTakeFirst()

export const listInvitedNames = (db: Database) =>
  db.selectFrom('admin_invitations').select(['email', 'username']).limit(1_000).execute()

export async function insertInvitation(db: Database, row: Insertable<Schema['admin_invitations']>): Promise<void> {
  await db.insertInto('admin_invitations').values(row).execute()
}

/** Replaces link and inviter of an invitation, so that an earlier link no longer works. */
export async function renewInvitation(
  db: Database,
  id: string,
  link: Pick<Insertable<Schema['admin_invitations']>, 'token_hash' | 'expires_at' | 'invited_by'>,
): Promise<void> {
  await db
    .updateTable('admin_invitations')
    .set({ ...link, sent_at: sql<string>`now()`, ended_at: null })
    .where('id', '=', id)
    .execute()
}

/** @returns false if there is none */
export async function deleteInvitation(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('admin_invitations').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function isOfInvitation(db: Database, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('admin_invitations')
    .select('id')
    .where('token_hash', '=', Buffer.from(key.slice(messageKeyStart.length), 'hex'))
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
