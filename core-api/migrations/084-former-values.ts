import { type Kysely, sql } from 'kysely'

/** The tables whose rows keep the version of each field, and which callers save as a whole. */
const tables = ['session_forms', 'documents', 'global_forms', 'sessions', 'admins']

const statements = [
  // Without a reference, since the record is in one of several tables: a trigger removes what belongs to a deleted one.
  `CREATE TABLE former_values (
    record_id uuid NOT NULL,
    field text NOT NULL,
    version integer NOT NULL,
    value jsonb,
    digest bytea,
    PRIMARY KEY (record_id, field, version)
  )`,

  // Of an encrypted column nothing is known here: the service stores a keyed digest where it compares one.
  `CREATE FUNCTION keep_former_values() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE former jsonb := to_jsonb(OLD);
    BEGIN
      INSERT INTO former_values (record_id, field, version, value)
        SELECT OLD.id, changed.key, NEW.version, former -> changed.key
          FROM jsonb_each(NEW.field_versions) AS changed
          WHERE changed.value = to_jsonb(NEW.version)
            AND former ? changed.key AND left(changed.key, 10) <> 'encrypted_'
            AND NOT former ? ('encrypted_' || changed.key);
      RETURN NULL;
    END $$`,
  `CREATE FUNCTION forget_former_values() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM former_values WHERE record_id IN (SELECT id FROM removed);
      RETURN NULL;
    END $$`,
  ...tables.flatMap((table) => [
    `CREATE TRIGGER ${table}_former AFTER UPDATE OF version ON ${table} FOR EACH ROW
      WHEN (OLD.version <> NEW.version) EXECUTE FUNCTION keep_former_values()`,
    `CREATE TRIGGER ${table}_forgotten AFTER DELETE ON ${table} REFERENCING OLD TABLE AS removed
      FOR EACH STATEMENT EXECUTE FUNCTION forget_former_values()`,
  ]),
]

/** Keeps the values that fields had before each change, so that a value that is sent back as it was is no edit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
