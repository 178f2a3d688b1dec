import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'

/** Stores the details of the reason of an event. */
export async function insertRevealReason(db: Database, reason: Schema['reveal_reasons']): Promise<void> {
  await db.insertInto('reveal_reasons').values(reason).execute()
}
