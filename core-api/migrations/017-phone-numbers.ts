import { type Kysely, sql } from 'kysely'

/** Columns and functions keep their names: an older core-api finds what its own form of a number finds. */
export const readableFrom = '1.0.0'

/** Numbers with the extension `int. 4`, and those with what is dialled for another country (`phoneDigits` in packages/contract). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const indexes = ['contact', 'contact_start', 'phone', 'phone_end']

const statements = [
  ...indexes.map((name) => `DROP INDEX clients_${name}`),
  'ALTER TABLE clients DROP COLUMN contact_text',
  `CREATE OR REPLACE FUNCTION phone_digits(phone text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
      lower(NORMALIZE(phone, NFKD) COLLATE "C"),
      '^([^0-9]*[+][^0-9]*[0-9]{1,3}[^0-9]*)[(]0[)]', '\\1'),
      '[^0-9a-z#]', '', 'g'),
      '([0-9])(extension|extn|ext|x|#|interno|int|ramal|anexo)[0-9]{1,7}$', '\\1'),
      '[^0-9]', '', 'g'),
      '^(011|00)(?=[0-9]{10})', ''),
      '^1(?=[0-9]{10}$)', '')`,
  `ALTER TABLE clients ADD COLUMN contact_text text GENERATED ALWAYS AS
    (lower(btrim(COALESCE(primary_email, '')) COLLATE "und-x-icu") || ' ' || phone_digits(COALESCE(primary_phone, ''))) STORED`,
  'CREATE INDEX clients_contact ON clients USING gin (contact_text gin_trgm_ops) WITH (fastupdate=off)',
  'CREATE INDEX clients_contact_start ON clients (left(contact_text, 60) text_pattern_ops)',
  'CREATE INDEX clients_phone ON clients (phone_digits(primary_phone) text_pattern_ops)',
  'CREATE INDEX clients_phone_end ON clients (reverse(phone_digits(primary_phone)) text_pattern_ops)',
]
