import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

export interface ChainHead {
  chain: string
  position: number
}

export type ChainedEvent = Awaited<ReturnType<typeof readChainedEvents>>[number]

/** @param after the last event read @param chain only this chain */
export function readChainedEvents(
  db: Database,
  { after, chain, limit }: { after: ChainHead | undefined; chain: string | undefined; limit: number },
) {
  let events = db.selectFrom('audit_events as e').leftJoin('audit_chains as c', 'c.chain', 'e.chain')
  if (chain !== undefined) events = events.where('e.chain', '=', chain)
  if (after) events = events.where(sql`(e.chain, e.position)`, '>', sql`(${after.chain}, ${after.position})`)
  return events
    .select(['e.id', 'e.at', 'e.actor_kind', 'e.actor_id', 'e.action', 'e.client_id', 'e.session_id', 'e.subject_id'])
    .select(['e.fields', 'e.address', 'e.detail', 'e.chain', 'e.hash', 'e.mac'])
    .select(['c.head', 'c.carried_mac'])
    .select([
      sql<number>`e.position::float8`.as('position'),
      sql<number | null>`c.position::float8`.as('head_position'),
      sql<number | null>`c.carried_position::float8`.as('carried_position'),
    ])
    .orderBy('e.chain')
    .orderBy('e.position')
    .limit(limit)
    .execute()
}

/** Chains without events, and clients without a chain. */
export async function findEmptyChains(db: Database, chain: string | undefined): Promise<string[]> {
  const { rows } = await sql<{ chain: string }>`
    SELECT c.chain FROM audit_chains c
    WHERE (${chain ?? null}::text IS NULL OR c.chain = ${chain ?? null})
      AND NOT EXISTS (SELECT FROM audit_events e WHERE e.chain = c.chain)
    UNION
    SELECT id::text FROM clients
    WHERE (${chain ?? null}::text IS NULL OR id::text = ${chain ?? null})
      AND NOT EXISTS (SELECT FROM audit_chains c WHERE c.chain = clients.id::text)
      AND NOT EXISTS (SELECT FROM audit_events e WHERE e.chain = clients.id::text)
    ORDER BY 1 LIMIT 1000`.execute(db)
  return rows.map((row) => row.chain)
}
