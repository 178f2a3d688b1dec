import { type Kysely, sql } from 'kysely'

const termsOf = (client: string) => `unnest(search_terms(${client}.search_text, ${client}.contact_text)) AS term`

const statements = [
  // What a search of three letters finds a client by: anywhere in the names, or at the start of the e-mail address.
  `CREATE FUNCTION search_terms(searched text, contact text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT array_agg(DISTINCT term) FROM (
      SELECT substr(searched, n, 3) COLLATE "C" AS term FROM generate_series(1, length(searched) - 2) AS n
      UNION ALL SELECT left(contact, 3) COLLATE "C"
    ) AS parts WHERE length(term) = 3 AND strpos(term, ' ') = 0 $$`,

  // The number of clients that are not archived and have a term is the sum of its rows, as in session_counters.
  `CREATE TABLE search_counters (
    term text COLLATE "C", id bigint GENERATED ALWAYS AS IDENTITY, clients bigint NOT NULL, PRIMARY KEY (term, id)
  ) WITH (fillfactor = 50)`,
  `CREATE FUNCTION change_search_counter(counted text, change bigint) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE search_counters SET clients = clients + change WHERE term = counted AND id = (
        SELECT id FROM search_counters WHERE term = counted ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED);
      IF NOT FOUND THEN
        INSERT INTO search_counters (term, clients) VALUES (counted, change);
      END IF;
    END $$`,

  `CREATE FUNCTION count_added_terms() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM change_search_counter(term, clients) FROM (
        SELECT term, count(*) AS clients FROM (SELECT ${termsOf('added')} FROM added WHERE archived_at IS NULL) AS terms
        GROUP BY term) AS counted;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER client_searches_added AFTER INSERT ON client_searches REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION count_added_terms()`,

  `CREATE FUNCTION count_changed_terms() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM change_search_counter(term, change) FROM (
        SELECT term, sum(clients)::bigint AS change FROM (
          SELECT ${termsOf('OLD')}, -1 AS clients WHERE OLD.archived_at IS NULL
          UNION ALL SELECT ${termsOf('NEW')}, 1 WHERE NEW.archived_at IS NULL
        ) AS terms GROUP BY term HAVING sum(clients) <> 0) AS changed;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER client_searches_changed AFTER UPDATE ON client_searches FOR EACH ROW
    WHEN (OLD.search_text IS DISTINCT FROM NEW.search_text OR OLD.contact_text IS DISTINCT FROM NEW.contact_text
      OR (OLD.archived_at IS NULL) <> (NEW.archived_at IS NULL))
    EXECUTE FUNCTION count_changed_terms()`,

  `CREATE FUNCTION count_removed_terms() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM change_search_counter(term, -clients) FROM (
        SELECT term, count(*) AS clients FROM (SELECT ${termsOf('removed')} FROM removed WHERE archived_at IS NULL) AS terms
        GROUP BY term) AS counted;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER client_searches_removed AFTER DELETE ON client_searches REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION count_removed_terms()`,

  `CREATE FUNCTION count_no_terms() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM search_counters;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER client_searches_truncated AFTER TRUNCATE ON client_searches
    FOR EACH STATEMENT EXECUTE FUNCTION count_no_terms()`,

  // The triggers have locked the table: nothing is added or changed before they count it.
  `INSERT INTO search_counters (term, clients)
    SELECT term, count(*) FROM (SELECT ${termsOf('client_searches')} FROM client_searches WHERE archived_at IS NULL) AS terms
    GROUP BY term`,
  'ANALYZE search_counters',
]

/** Counts the clients that a search of three letters finds, as they change: counting them is most of such a search. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
