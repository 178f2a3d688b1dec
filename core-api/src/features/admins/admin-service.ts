import type { Database } from '../../database/database.ts'
import { findAdminName } from './admin-repository.ts'

/** First and last name of a staff member; undefined when there is none of this id any more. */
export async function nameOfAdmin(db: Database, id: string): Promise<string | undefined> {
  const admin = await findAdminName(db, id)
  return admin && `${admin.first_name} ${admin.last_name}`.trim()
}
