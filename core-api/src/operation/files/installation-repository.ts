import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database/database.ts'

export interface Installation {
  id: string
  /** When the id was written to the file store; null until then. */
  stored_at: string | null
}

/** The installation's id, which backups contain; undefined before the first start with a file store. */
export async function readInstallationId(db: Database): Promise<string | undefined> {
  return (await readInstallation(db))?.id
}

export function readInstallation(db: Database): Promise<Installation | undefined> {
  return db.selectFrom('installation').select(['id', 'stored_at']).executeTakeFirst()
}

export async function lockInstallation(trx: Transaction): Promise<void> {
  await sql`LOCK TABLE installation IN EXCLUSIVE MODE`.execute(trx)
}

export async function insertInstallation(trx: Transaction, id: string): Promise<void> {
  await trx.insertInto('installation').values({ id }).execute()
}

export async function replaceInstallation(trx: Transaction, id: string): Promise<void> {
  await trx.deleteFrom('installation').execute()
  await trx.insertInto('installation').values({ id, stored_at: new Date().toISOString() }).execute()
}

export async function confirmInstallation(db: Database, id: string): Promise<void> {
  await db
    .updateTable('installation')
    .set({ stored_at: sql`now()` })
    .where('id', '=', id)
    .where('stored_at', 'is', null)
    .execute()
}
