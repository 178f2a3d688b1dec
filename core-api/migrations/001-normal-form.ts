import { type Kysely, sql } from 'kysely'

/** Of `normalForm` in packages/contract, which is the same in TypeScript. */
const spacingAccents = String.raw`\u00a8\u00af\u00b4\u00b8\u02d8-\u02dd\u1fbd-\u1fc1\u1fcd-\u1fcf\u1fdd-\u1fdf\u1fed-\u1fef\u1ffd\u1ffe`
const removed = String.raw`\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe00-\ufe0f\ufe20-\ufe2f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u0022\u0027\u002e\u0060\u00ab\u00b7\u00bb\u02b9-\u02bf\u02c8\u02ca\u02cb\u02ee\u055a\u05f3\u05f4\u07f4\u07f5\u2018-\u201f\u2027\u2032-\u2037\u2039\u203a\u2057\u2219\u22c5\u275b-\u2760\u301d-\u301f\u30fb\ua78b\ua78c`
const parting = String.raw`\u002d\u02d7\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u2053\u207b\u208b\u2212\u2500\u2501\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u301c\u3030\ufe31\ufe32\ufe58\ufe63\uff0d\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000\u0028\u0029\u002c\u002f\u003a\u003b\u005b\u005c\u005d\u007b\u007c\u007d\u060c\u061b\u2022\u2044\u3001`
const special = 'ⱥɐƀɓƃƈȼɕđðɖɗƌɛəǝɇɘƒꞙǥɠɡħıɨɩɪȷɉƙĸłƚɫɱŋɲƞɳøɔƥᵽɋʀɍʂȿŧƭʈⱦʉʊᵾʋⱴƴɏƶȥʐς'
const plain = 'aabbbcccdddddeeeeeffggghiiiijjkklllmnnnnooppqrrssttttuuuvvyyzzzσ'

/** The columns and functions that change keep their names: an older core-api finds what its own form of a query finds. */
export const readableFrom = '1.0.0'

/**
 * Names, e-mail addresses and phone numbers are stored for the search in the normal form of `packages/contract`. The bodies
 * of the functions are parsed here (RETURN), so that a restored dump does not depend on the search path.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const indexes = ['contact', 'contact_start', 'phone', 'phone_end', 'search', 'short_terms']

const statements = [
  `CREATE FUNCTION normal_form(typed text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN btrim(regexp_replace(
      replace(replace(replace(replace(translate(
        regexp_replace(lower(NORMALIZE(regexp_replace(typed, '[${spacingAccents}]+', '', 'g'), NFKD) COLLATE "und-x-icu"),
          '[${removed}]+', '', 'g'),
        '${special}', '${plain}'), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th'),
      '[${parting}]+', ' ', 'g'))`,
  // The names squeezed, which duplicates begin with; the plan; and the words of names that have several.
  `CREATE FUNCTION searched_names(first_name text, last_name text, plan text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    BEGIN ATOMIC
      SELECT replace(first, ' ', '') || ' ' || replace(last, ' ', '') || ' ' || normal_form(coalesce(plan, ''))
        || CASE WHEN first || last LIKE '% %' THEN ' ' || first || ' ' || last ELSE '' END
      FROM (SELECT normal_form(coalesce(first_name, '')) AS first, normal_form(coalesce(last_name, '')) AS last) AS names;
    END`,
  ...indexes.map((name) => `DROP INDEX clients_${name}`),
  'ALTER TABLE clients DROP COLUMN search_text, DROP COLUMN contact_text',
  // Of `phoneDigits` in packages/contract.
  `CREATE OR REPLACE FUNCTION phone_digits(phone text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
      lower(NORMALIZE(phone, NFKD) COLLATE "C"),
      '^([^0-9]*[+][^0-9]*[0-9]{1,3}[^0-9]*)[(]0[)]', '\\1'),
      '[^0-9a-z#]', '', 'g'),
      '([0-9])(extension|extn|ext|x|#|ramal|anexo)[0-9]{1,7}$', '\\1'),
      '[^0-9]', '', 'g'),
      '^1(?=[0-9]{10}$)', '')`,
  `ALTER TABLE clients
    ADD COLUMN search_text text GENERATED ALWAYS AS
      (searched_names(client_first_name, client_last_name, current_health_plan_name)) STORED,
    ADD COLUMN contact_text text GENERATED ALWAYS AS
      (lower(btrim(COALESCE(primary_email, '')) COLLATE "und-x-icu") || ' ' || phone_digits(COALESCE(primary_phone, ''))) STORED`,
  'CREATE INDEX clients_contact ON clients USING gin (contact_text gin_trgm_ops) WITH (fastupdate=off)',
  'CREATE INDEX clients_contact_start ON clients (left(contact_text, 60) text_pattern_ops)',
  'CREATE INDEX clients_phone ON clients (phone_digits(primary_phone) text_pattern_ops)',
  'CREATE INDEX clients_phone_end ON clients (reverse(phone_digits(primary_phone)) text_pattern_ops)',
  'CREATE INDEX clients_search ON clients USING gin (search_text gin_trgm_ops) WITH (fastupdate=off)',
  'CREATE INDEX clients_short_terms ON clients USING gin (short_terms(search_text, status)) WITH (fastupdate=off)',
]
