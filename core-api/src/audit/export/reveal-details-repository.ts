import type { Database } from '../../platform/database/database.ts'

/** The encrypted details of the reasons of these events, by id; without those that have none. */
export async function findRevealDetails(db: Database, ids: string[]): Promise<Map<string, Buffer>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('reveal_reasons')
    .select(['id', 'encrypted_details'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, encrypted_details }) => [id, encrypted_details]))
}
