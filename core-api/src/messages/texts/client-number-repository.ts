import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { escaped } from '../../platform/database/like-pattern.ts'

const most = 100

/** The clients whose record has a number, archived ones too. @param digits and @param keys as searches have them */
export async function findClientsByNumber(db: Database, digits: string, keys: Buffer[]): Promise<string[]> {
  const hasNumber: RawBuilder<boolean> = sql`contact_text LIKE ${`% %${escaped(digits)}`} OR search_keys && ${keys}::bytea[]`
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM clients WHERE ${hasNumber} ORDER BY id LIMIT ${most}`.execute(db)
  return rows.map(({ id }) => id)
}
