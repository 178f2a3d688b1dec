import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { AnchorLeaf } from './anchor.ts'

export async function findLastAnchorNumber(db: Database): Promise<number> {
  const { last } = await db
    .selectFrom('audit_anchors')
    .select((eb) => eb.fn.coalesce(eb.fn.max('number'), sql<number>`0`).as('last'))
    .executeTakeFirstOrThrow()
  return last
}

export function findAnchor(db: Database, number: number) {
  return db.selectFrom('audit_anchors').select(['at', 'digest']).where('number', '=', number).executeTakeFirst()
}

export async function listUnanchored(db: Database, limit: number): Promise<AnchorLeaf[]> {
  const { rows } = await sql<AnchorLeaf>`
    SELECT c.chain, c.position::float8 AS position, encode(c.head, 'hex') AS hash
    FROM audit_chains c LEFT JOIN audit_anchored_chains a ON a.chain = c.chain
    WHERE c.position > coalesce(a.position, 0) ORDER BY c.chain LIMIT ${limit}`.execute(db)
  return rows
}

export async function insertAnchor(
  db: Database,
  anchor: { number: number; at: string; digest: Buffer },
  leaves: AnchorLeaf[],
): Promise<void> {
  await db.insertInto('audit_anchors').values(anchor).execute()
  await sql`
    INSERT INTO audit_anchored_chains AS a (chain, position, anchor)
    SELECT chain, position, ${anchor.number}
    FROM unnest(${leaves.map(({ chain }) => chain)}::text[], ${leaves.map(({ position }) => position)}::bigint[])
      AS leaf (chain, position)
    ON CONFLICT (chain) DO UPDATE SET position = excluded.position, anchor = excluded.anchor
      WHERE a.position < excluded.position`.execute(db)
}

export async function findContradictedLeaves(db: Database, leaves: AnchorLeaf[]): Promise<AnchorLeaf[]> {
  const { rows } = await sql<AnchorLeaf>`
    SELECT leaf.chain, leaf.position::float8 AS position, leaf.hash
    FROM unnest(${leaves.map(({ chain }) => chain)}::text[], ${leaves.map(({ position }) => position)}::bigint[],
      ${leaves.map(({ hash }) => hash)}::text[]) AS leaf (chain, position, hash)
    LEFT JOIN audit_events e ON e.chain = leaf.chain AND e.position = leaf.position
    WHERE e.hash IS NULL OR e.hash <> decode(leaf.hash, 'hex')
    ORDER BY leaf.chain`.execute(db)
  return rows
}

export async function listAnchoredChains(db: Database, number: number) {
  return db
    .selectFrom('audit_anchored_chains')
    .select(['chain', sql<number>`position::float8`.as('position')])
    .where('anchor', '=', number)
    .execute()
}

export async function findAnchorOfChain(db: Database, chain: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('audit_anchored_chains')
    .select('anchor')
    .where('chain', '=', chain)
    .executeTakeFirst()
  return row?.anchor
}

/** How many chains name an anchor after the last one. */
export async function countBeyondAnchors(db: Database, last: number): Promise<number> {
  const { count } = await db
    .selectFrom('audit_anchored_chains')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('anchor', '>', last)
    .executeTakeFirstOrThrow()
  return count
}
