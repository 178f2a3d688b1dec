import { type Kysely, sql } from 'kysely'

/** What a session is counted as: an archived one whatever its status. */
const stateOf = (session: string) =>
  `CASE WHEN ${session}.archived_at IS NULL THEN ${session}.status ELSE 'archived' END`

const statements = [
  // The number of sessions in a state is the sum of its rows.
  `CREATE TABLE session_counters (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, state text NOT NULL, sessions bigint NOT NULL
  ) WITH (fillfactor = 50)`,

  // A row that another transaction has changed is passed over, so that nobody waits for a counter, and no two
  // transactions for each other. There are as many rows of a state as transactions have ever changed it at once.
  `CREATE FUNCTION change_session_counter(counted text, change bigint) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE session_counters SET sessions = sessions + change WHERE id = (
        SELECT id FROM session_counters WHERE state = counted ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED);
      IF NOT FOUND THEN
        INSERT INTO session_counters (state, sessions) VALUES (counted, change);
      END IF;
    END $$`,

  `CREATE FUNCTION count_added_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM change_session_counter(state, sessions)
        FROM (SELECT ${stateOf('added')} AS state, count(*) AS sessions FROM added GROUP BY state) AS counted;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER sessions_added AFTER INSERT ON sessions REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION count_added_sessions()`,

  `CREATE FUNCTION count_changed_session() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM change_session_counter(${stateOf('OLD')}, -1);
      PERFORM change_session_counter(${stateOf('NEW')}, 1);
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER sessions_moved AFTER UPDATE ON sessions FOR EACH ROW
    WHEN (${stateOf('OLD')} IS DISTINCT FROM ${stateOf('NEW')}) EXECUTE FUNCTION count_changed_session()`,

  `CREATE FUNCTION count_removed_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM change_session_counter(state, -sessions)
        FROM (SELECT ${stateOf('removed')} AS state, count(*) AS sessions FROM removed GROUP BY state) AS counted;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER sessions_removed AFTER DELETE ON sessions REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION count_removed_sessions()`,

  `CREATE FUNCTION count_no_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM session_counters;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER sessions_truncated AFTER TRUNCATE ON sessions
    FOR EACH STATEMENT EXECUTE FUNCTION count_no_sessions()`,

  // The triggers have locked the table: no session is added or changed before they count it.
  `INSERT INTO session_counters (state, sessions)
    SELECT ${stateOf('sessions')} AS state, count(*) FROM sessions GROUP BY state`,
]

/** Counts sessions by state as they change: to count 500,000 of them takes 30 ms, for each total of a list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
