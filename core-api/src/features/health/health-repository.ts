import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'

/** The clock of the database's server. @returns milliseconds since the epoch @throws when the database does not answer */
export async function readDatabaseClock(db: Database): Promise<number> {
  const { rows } = await sql<{ now: string }>`SELECT clock_timestamp() AS now`.execute(db)
  return Date.parse(rows[0]?.now ?? '')
}
