import { type Kysely, sql } from 'kysely'

/** An older core-api goes on with the environment's settings. */
export const readableFrom = '1.0.0'

/** One row: what power admins have set. Without it, the environment's settings are in force. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE agency_settings (
    id boolean DEFAULT true NOT NULL,
    name text,
    phone text,
    website text,
    address text,
    color text,
    logo bytea,
    logo_file text,
    sender_name text,
    sender_address text,
    version integer DEFAULT 1 NOT NULL,
    field_versions jsonb DEFAULT '{}' NOT NULL,
    CONSTRAINT agency_settings_pkey PRIMARY KEY (id),
    CONSTRAINT agency_settings_one_row CHECK (id)
  )`.execute(db)
}
