import { type Kysely, sql } from 'kysely'

/** The columns keep their names: an older core-api finds what its own form of a query finds. */
export const readableFrom = '1.0.0'

/**
 * The search text of a name with ä, ö, ü, å or ø ends with its other spelling (`spelledOut` in packages/contract), after two blanks.
 * And the texts that clients have agreed to, by the hash in their consent: the agency's name in them changes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `CREATE FUNCTION spelled_out(typed text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN normal_form(replace(replace(replace(replace(replace(
      lower(NORMALIZE(typed, NFC) COLLATE "und-x-icu"), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'å', 'aa'), 'ø', 'oe'))`,
  'DROP INDEX clients_search, clients_short_terms',
  'ALTER TABLE clients DROP COLUMN search_text',
  `CREATE OR REPLACE FUNCTION searched_names(first_name text, last_name text, plan text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    BEGIN ATOMIC
      SELECT squeezed || ' ' || normal_form(coalesce(plan, ''))
        || CASE WHEN first || last LIKE '% %' THEN ' ' || first || ' ' || last ELSE '' END
        || CASE WHEN spelled <> squeezed THEN '  ' || spelled ELSE '' END
      FROM (SELECT first, last, replace(first, ' ', '') || ' ' || replace(last, ' ', '') AS squeezed, spelled
        FROM (SELECT normal_form(coalesce(first_name, '')) AS first, normal_form(coalesce(last_name, '')) AS last,
          replace(spelled_out(coalesce(first_name, '')), ' ', '') || ' '
            || replace(spelled_out(coalesce(last_name, '')), ' ', '') AS spelled) AS forms) AS names;
    END`,
  `CREATE TABLE disclosures (
    sha256 text PRIMARY KEY,
    version text NOT NULL,
    language text NOT NULL,
    disclosed_text text NOT NULL
  )`,
  `ALTER TABLE clients ADD COLUMN search_text text GENERATED ALWAYS AS
    (searched_names(client_first_name, client_last_name, current_health_plan_name)) STORED`,
  'CREATE INDEX clients_search ON clients USING gin (search_text gin_trgm_ops) WITH (fastupdate=off)',
  'CREATE INDEX clients_short_terms ON clients USING gin (short_terms(search_text, status)) WITH (fastupdate=off)',
]
