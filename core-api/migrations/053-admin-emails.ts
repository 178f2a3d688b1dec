import { type Kysely, sql } from 'kysely'

/**
 * Finds staff by e-mail address. The index is not unique: an office may have given several accounts one address before
 * this release, and the upgrade must not fail for that. `requireFreeEmail` keeps new and changed addresses unique.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('CREATE INDEX admins_email ON admins (lower(email))').execute(db)
}
