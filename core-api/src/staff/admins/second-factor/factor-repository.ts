import { type Insertable, sql } from 'kysely'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import type { Schema } from '../../../platform/database/schema.ts'

export function findAuthenticator(db: Database, adminId: string) {
  return db
    .selectFrom('admin_authenticators')
    .select(['id', 'encrypted_secret', 'confirmed_at'])
    .where('admin_id', '=', adminId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
}

export function lockPendingAuthenticator(db: Transaction, adminId: string) {
  return db
    .selectFrom('admin_authenticators')
    .select(['id', 'encrypted_secret'])
    .where('admin_id', '=', adminId)
    .where('confirmed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Starts an enrolment, in place of one that was given up. */
export async function insertPendingAuthenticator(
  db: Database,
  row: { id: string; admin_id: string; encrypted_secret: Buffer },
): Promise<void> {
  await db
    .deleteFrom('admin_authenticators')
    .where('admin_id', '=', row.admin_id)
    .where('confirmed_at', 'is', null)
    .execute()
  await db.insertInto('admin_authenticators').values(row).execute()
}

/** @param step of the code that has confirmed it */
export async function confirmAuthenticator(db: Database, id: string, adminId: string, step: number): Promise<void> {
  await db.deleteFrom('admin_authenticators').where('admin_id', '=', adminId).where('id', '<>', id).execute()
  await db
    .updateTable('admin_authenticators')
    .set({ confirmed_at: sql<string>`now()`, last_step: step })
    .where('id', '=', id)
    .execute()
}

/** @returns false if it, or a later one, was used already */
export async function useStep(db: Database, id: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('admin_authenticators')
    .set({ last_step: step })
    .where('id', '=', id)
    .where(sql<boolean>`last_step < ${step}`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns whether there was an enrolled one */
export async function deleteAuthenticators(db: Database, adminId: string): Promise<boolean> {
  const rows = await db
    .deleteFrom('admin_authenticators')
    .where('admin_id', '=', adminId)
    .returning('confirmed_at')
    .execute()
  return rows.some(({ confirmed_at }) => confirmed_at !== null)
}

/** At most 20, which `requireRoomForPasskey` holds. */
export function listPasskeys(db: Database, adminId: string) {
  return db
    .selectFrom('admin_passkeys')
    .select(['id', 'credential_id', 'transports', 'name', 'created_at', 'last_used_at'])
    .where('admin_id', '=', adminId)
    .orderBy('created_at')
    .limit(100)
    .execute()
}

export function findPasskeyByCredential(db: Database, credentialId: string) {
  return db
    .selectFrom('admin_passkeys')
    .select(['id', 'admin_id', 'credential_id', 'public_key', 'counter', 'transports'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}

export async function insertPasskey(db: Database, row: Insertable<Schema['admin_passkeys']>): Promise<void> {
  await db.insertInto('admin_passkeys').values(row).execute()
}

/** @returns false if the passkey was removed */
export async function notePasskeyUse(db: Database, id: string, counter: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('admin_passkeys')
    .set({ counter, last_used_at: sql<string>`now()` })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns false if the admin has no such passkey */
export async function renamePasskey(db: Database, id: string, adminId: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('admin_passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('admin_id', '=', adminId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @param id without it, all of the admin */
export async function deletePasskeys(db: Database, adminId: string, id?: string): Promise<number> {
  let query = db.deleteFrom('admin_passkeys').where('admin_id', '=', adminId)
  if (id !== undefined) query = query.where('id', '=', id)
  return Number((await query.executeTakeFirst()).numDeletedRows)
}

export async function hasFactor(db: Database, adminId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM admin_passkeys WHERE admin_id = ${adminId})
      OR EXISTS (SELECT FROM admin_authenticators WHERE admin_id = ${adminId} AND confirmed_at IS NOT NULL)
      AS found`.execute(db)
  return rows[0]?.found ?? false
}

export async function findRecoverySalt(db: Database, adminId: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('admin_recovery_codes')
    .select('salt')
    .where('admin_id', '=', adminId)
    .limit(1)
    .executeTakeFirst()
  return row?.salt
}

/** @returns false if there is no unused one with this hash */
export async function useRecoveryCode(db: Database, adminId: string, hash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('admin_recovery_codes')
    .set({ used_at: sql<string>`now()` })
    .where('admin_id', '=', adminId)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function countRecoveryCodes(db: Database, adminId: string): Promise<number> {
  const { count } = await db
    .selectFrom('admin_recovery_codes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('admin_id', '=', adminId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function replaceRecoveryCodes(
  db: Database,
  adminId: string,
  rows: Insertable<Schema['admin_recovery_codes']>[],
): Promise<void> {
  await db.deleteFrom('admin_recovery_codes').where('admin_id', '=', adminId).execute()
  if (rows.length > 0) await db.insertInto('admin_recovery_codes').values(rows).execute()
}

/** Locks one admin's row, so that changes of its factors follow each other. @returns false if there is none */
export async function lockAdmin(db: Transaction, id: string): Promise<boolean> {
  return (
    (await db.selectFrom('admins').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()) !== undefined
  )
}

export async function postponeFactor(db: Database, adminId: string): Promise<void> {
  await db
    .updateTable('admins')
    .set({ second_factor_postponed_at: sql<string>`now()` })
    .where('id', '=', adminId)
    .execute()
}
