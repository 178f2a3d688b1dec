import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

export interface UncarriedChain {
  chain: string
  position: number
}

/** The position up to which a chain is accepted without HMACs, and the HMAC of this record. */
export interface Carried {
  chain: string
  position: number
  mac: Buffer
}

/** @param after the last chain read */
export async function listUncarried(db: Database, after: string, limit: number): Promise<UncarriedChain[]> {
  const { rows } = await sql<UncarriedChain>`
    SELECT e.chain, max(e.position)::float8 AS position
    FROM audit_events e JOIN audit_chains c ON c.chain = e.chain
    WHERE e.mac IS NULL AND e.chain > ${after} AND e.position > coalesce(c.carried_position, 0)
    GROUP BY e.chain ORDER BY e.chain LIMIT ${limit}`.execute(db)
  return rows
}

/** Records what is accepted. A position never decreases. */
export async function updateCarried(db: Database, carried: Carried[]): Promise<void> {
  await sql`
    UPDATE audit_chains AS c SET carried_position = accepted.position, carried_mac = accepted.mac
    FROM unnest(${carried.map(({ chain }) => chain)}::text[], ${carried.map(({ position }) => position)}::bigint[],
      ${carried.map(({ mac }) => mac)}::bytea[]) AS accepted (chain, position, mac)
    WHERE c.chain = accepted.chain AND coalesce(c.carried_position, 0) < accepted.position`.execute(db)
}
