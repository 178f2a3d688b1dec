import type pg from 'pg'
import { fillWithoutIndexes } from './bulk-fill.ts'

/** How many events are stored by one statement. */
const batch = 500_000

/** A version 7 id of a moment, which the rest of the digest completes. */
const idOf = (milliseconds: string, seed: string) => `(lpad(to_hex((${milliseconds})::bigint), 12, '0') || '7'
  || substr(md5(${seed}), 1, 3) || 'a' || substr(md5(${seed}), 4, 15))::uuid`

/** 2020, in milliseconds: the trail begins then and ends today. */
const begin = '1577836800000'
/** The id of the nth client. All clients came in the first year. */
export const clientIdOf = (n: string) => idOf(`${begin} + ${n} * 300000::bigint`, `'client' || ${n}`)

/**
 * The events of a round visit each client once, in another order than the round before. Seven of ten open a record, one
 * changes it, and two belong to a document of a session that began less than a week ago.
 */
const roundOfEvents = (clients: number, events: number) => `
  WITH given AS (
    SELECT n, n / ${clients} + 1 AS position, (n % ${clients} * 48271::bigint + n / ${clients} * 7919) % ${clients} AS who,
      ${begin} + n * ((extract(epoch FROM now()) * 1000 - ${begin}) / ${events})::bigint AS ms
    FROM generate_series($1::bigint, $2::bigint) AS n
  ), event AS (
    SELECT n, position, ms, ${clientIdOf('who')} AS client, n % 10 >= 8 AS of_document,
      ${idOf('ms - 604800000 + n % 7 * 86400000', "'session' || n / 40")} AS session,
      ${idOf('ms - 604800000 + n % 7 * 86400000', "'document' || n / 20")} AS document
    FROM given
  )
  INSERT INTO audit_events (id, chain, position, at, actor_kind, actor_id, action, client_id, session_id, subject_id,
    fields, address, hash, mac)
  SELECT ${idOf('ms', "'event' || n")}, client::text, position, to_timestamp(ms / 1000.0),
    CASE WHEN of_document THEN 'session' ELSE 'admin' END,
    CASE WHEN of_document THEN session ELSE md5('admin' || n % 40)::uuid END,
    CASE WHEN of_document THEN (ARRAY['document.viewed', 'signed'])[n % 2 + 1]
      WHEN n % 10 = 7 THEN 'client.changed' ELSE 'client.opened' END,
    client, CASE WHEN of_document THEN session END, CASE WHEN of_document THEN document ELSE client END,
    CASE WHEN n % 10 = 7 THEN ARRAY['primary_phone', 'status'] ELSE '{}' END, '203.0.113.7',
    sha256(int8send(n)), sha256(int8send(-n))
  FROM event`

/**
 * Fills an empty trail by SQL: as many events for each client, in the order in which an office would cause them. The
 * hashes are made up, so that the trail has its size but can't be verified.
 */
export async function fillTrail(pool: pg.Pool, clients: number, events: number): Promise<void> {
  const fill = async () => {
    for (let from = 0; from < events; from += batch) {
      await pool.query(roundOfEvents(clients, events), [from, Math.min(from + batch, events) - 1])
    }
    await pool.query(`INSERT INTO audit_chains (chain, position, head)
      SELECT ${clientIdOf('who')}::text, ${Math.ceil(events / clients)}, sha256(int8send(who))
      FROM generate_series(0, ${clients - 1}) AS who`)
  }
  await fillWithoutIndexes(pool, ['audit_events', 'audit_chains'], { withKeys: true }, fill)
}
