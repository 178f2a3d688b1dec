import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'

export async function insertRevealReasons(db: Database, reasons: Schema['reveal_reasons'][]): Promise<void> {
  if (reasons.length > 0) await db.insertInto('reveal_reasons').values(reasons).execute()
}
