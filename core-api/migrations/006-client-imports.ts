import { type Kysely, sql } from 'kysely'

/** An older core-api does not know imports. */
export const readableFrom = '1.0.0'

/** Imports of clients from tables, with a row for each of their rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE client_imports (
    id uuid PRIMARY KEY,
    file_id uuid REFERENCES files (id),
    file_name text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('csv', 'xlsx')),
    encrypted_columns bytea,
    plan jsonb NOT NULL,
    detected jsonb NOT NULL,
    sheets text[] DEFAULT '{}' NOT NULL,
    mixed_dates boolean DEFAULT false NOT NULL,
    remembered boolean DEFAULT false NOT NULL,
    shape bytea,
    former_id uuid REFERENCES client_imports (id) ON DELETE SET NULL,
    state text DEFAULT 'open' NOT NULL
      CHECK (state IN ('open', 'checking', 'checked', 'running', 'stopped', 'done', 'reverting', 'reverted')),
    total integer,
    done integer DEFAULT 0 NOT NULL,
    fault text,
    created_by uuid NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL,
    acting_id uuid NOT NULL,
    acting_from text NOT NULL
  )`.execute(db)
  await sql`CREATE INDEX client_imports_shape ON client_imports (shape)`.execute(db)
  await sql`CREATE TABLE client_import_rows (
    id uuid PRIMARY KEY,
    import_id uuid NOT NULL REFERENCES client_imports (id) ON DELETE CASCADE,
    number integer NOT NULL,
    outcome text NOT NULL CHECK (outcome IN ('create', 'update', 'ambiguous', 'skip', 'fault')),
    decision text CHECK (decision IN ('create', 'update', 'skip')),
    result text CHECK (result IN ('created', 'updated', 'skipped', 'failed', 'reverted', 'kept')),
    reasons jsonb DEFAULT '[]' NOT NULL,
    encrypted_values bytea,
    encrypted_former bytea,
    client_id uuid REFERENCES clients (id) ON DELETE SET NULL,
    same_as integer,
    candidates uuid[] DEFAULT '{}' NOT NULL,
    client_version integer,
    kept text[] DEFAULT '{}' NOT NULL,
    CONSTRAINT client_import_rows_number UNIQUE (import_id, number)
  )`.execute(db)
  await sql`CREATE INDEX client_import_rows_client ON client_import_rows (client_id) WHERE client_id IS NOT NULL`.execute(
    db,
  )
}
