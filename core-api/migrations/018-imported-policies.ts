import { type Kysely, sql } from 'kysely'

/** An older core-api imports clients alone, and leaves policies of a newer import as they are. */
export const readableFrom = '1.0.0'

/** What an import does to the policy of a row, and what is needed to revert that. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE client_import_rows
    ADD COLUMN policy text CHECK (policy IN ('policy_create', 'policy_update', 'policy_fault')),
    ADD COLUMN policy_id uuid,
    ADD COLUMN policy_version integer,
    ADD COLUMN encrypted_policy bytea`.execute(db)
}
