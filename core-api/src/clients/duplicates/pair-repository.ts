import {
  type ClientDuplicates,
  type DuplicatePair,
  type DuplicateReason,
  duplicatePage,
  duplicateReasons,
  mostDuplicatePairs,
  type PairedClient,
} from '@agency/contract/client-duplicates'
import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import { type ClientScope, idOfClientInScope } from '../../platform/database/client-scope.ts'
import type { Database } from '../../platform/database/database.ts'
import { clientNotArchived } from '../../platform/database/not-archived.ts'

/** An address or number that more records share is of a household or a company; of one SSN or name, these are compared. */
const mostSharing = 12
const listedOfClient = 5

const isOfPerson = (key: RawBuilder<unknown>) =>
  sql<boolean>`get_byte(${key}, 0) < ${sql.lit(duplicateReasons.indexOf('email'))}`

const nobodyToldApart = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) => sql<boolean>`NOT EXISTS (
  SELECT FROM distinct_clients WHERE lower_id = least(${one}, ${other}) AND higher_id = greatest(${one}, ${other}))`

/** The clients with a key, as the index has them. */
const sharing = (key: RawBuilder<unknown>, limit: number) =>
  sql`(SELECT client_id FROM client_match_keys WHERE key = ${key} ORDER BY client_id LIMIT ${sql.lit(limit)})`

/** A key that so many share is no reason for any two of them. */
const isTelling = (key: RawBuilder<unknown>) => sql<boolean>`(${isOfPerson(key)}
  OR (SELECT count(*) FROM ${sharing(key, mostSharing + 1)} AS all_sharing) <= ${sql.lit(mostSharing)})`

/** The keys of several clients in a scope, by the index of keys in its order, or by that of the clients of an owner or a team. */
const sharedKeys = (scope: ClientScope) =>
  sql`SELECT key FROM (${
    scope === 'all'
      ? sql`SELECT DISTINCT key FROM (
        SELECT key, lead(key) OVER (ORDER BY key, client_id) AS next FROM client_match_keys) AS walk WHERE key = next`
      : sql`SELECT key FROM client_match_keys WHERE ${idOfClientInScope(sql`client_id`, scope)}
        GROUP BY key HAVING count(*) > 1`
  }) AS several WHERE ${isTelling(sql`several.key`)}`

const reasonsOf = (kinds: number[]): DuplicateReason[] => kinds.flatMap((kind) => duplicateReasons[kind] ?? [])

interface FoundPair {
  one: string
  other: string
  kinds: number[]
  total: number
}

export async function listPairs(
  db: Database,
  scope: ClientScope,
  offset: number,
): Promise<{ pairs: DuplicatePair[]; total: number }> {
  // Limited before ordering: a table imported twice has as many pairs as clients. Without MATERIALIZED, a plan may look
  // for the shared keys once for each client of a scope.
  const { rows } = await sql<FoundPair>`
    WITH shared AS MATERIALIZED (${sharedKeys(scope)})
    SELECT one, other, kinds, (count(*) OVER ())::int AS total FROM (
      SELECT one, other, array_agg(DISTINCT kind ORDER BY kind) AS kinds FROM (
        SELECT one.client_id AS one, other.client_id AS other, get_byte(shared.key, 0) AS kind
        FROM shared
          CROSS JOIN LATERAL ${sharing(sql`shared.key`, mostSharing)} AS one
          CROSS JOIN LATERAL ${sharing(sql`shared.key`, mostSharing)} AS other
        WHERE one.client_id < other.client_id AND ${nobodyToldApart(sql`one.client_id`, sql`other.client_id`)}
          AND ${idOfClientInScope(sql`one.client_id`, scope)} AND ${idOfClientInScope(sql`other.client_id`, scope)}
        LIMIT ${sql.lit(mostDuplicatePairs * 4)}
      ) AS found GROUP BY one, other ORDER BY count(DISTINCT kind) DESC, min(kind), other DESC
      LIMIT ${sql.lit(mostDuplicatePairs)}
    ) AS pairs ORDER BY cardinality(kinds) DESC, kinds[1], other DESC
    LIMIT ${sql.lit(duplicatePage)} OFFSET ${offset}`.execute(db)
  const clients = await readPaired(
    db,
    rows.flatMap(({ one, other }) => [one, other]),
  )
  const pairs = rows.map(({ one, other, kinds }) => ({
    clients: [one, other].flatMap((id) => clients.get(id) ?? []),
    reasons: reasonsOf(kinds),
  }))
  return { pairs, total: rows[0]?.total ?? 0 }
}

export async function listDuplicatesOf(
  db: Database,
  id: string,
  scope: ClientScope,
): Promise<Static<typeof ClientDuplicates>['clients']> {
  const { rows } = await sql<{ other: string; kinds: number[] }>`
    SELECT other.client_id AS other, array_agg(DISTINCT get_byte(own.key, 0) ORDER BY get_byte(own.key, 0)) AS kinds
    FROM client_match_keys AS own CROSS JOIN LATERAL ${sharing(sql`own.key`, mostSharing + 1)} AS other
    WHERE own.client_id = ${id} AND other.client_id <> ${id}
      AND ${isTelling(sql`own.key`)}
      AND ${nobodyToldApart(sql`own.client_id`, sql`other.client_id`)}
      AND ${idOfClientInScope(sql`other.client_id`, scope)}
    GROUP BY other.client_id ORDER BY count(DISTINCT get_byte(own.key, 0)) DESC, min(get_byte(own.key, 0)), other.client_id
    LIMIT ${sql.lit(listedOfClient)}`.execute(db)
  const clients = await readPaired(
    db,
    rows.map(({ other }) => other),
  )
  return rows.flatMap(({ other, kinds }) => {
    const client = clients.get(other)
    return client ? [{ ...client, reasons: reasonsOf(kinds) }] : []
  })
}

async function readPaired(db: Database, ids: string[]): Promise<Map<string, PairedClient>> {
  const { rows } = await sql<PairedClient>`SELECT id, client_first_name, client_last_name, dob, status FROM clients
    WHERE id = ANY (${[...new Set(ids)]}::uuid[]) AND ${clientNotArchived}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Stores that two clients are two persons. @returns false if that is stored already */
export async function insertDistinct(db: Database, ids: [string, string], adminId: string): Promise<boolean> {
  const [lower_id, higher_id] = ids[0] < ids[1] ? ids : [ids[1], ids[0]]
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('distinct_clients')
    .values({ lower_id, higher_id, decided_by: adminId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}
