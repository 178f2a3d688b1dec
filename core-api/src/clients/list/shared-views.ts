import type { Database } from '../../platform/database/database.ts'
import { countShared, moveShared } from './list-view-repository.ts'

/** How many views of the client list a staff member shares. */
export const countSharedViews = (db: Database, adminId: string): Promise<number> => countShared(db, adminId)

/** Gives the shared views of a staff member to another, in the caller's transaction. @returns how many */
export const handOverViews = (db: Database, from: string, to: string): Promise<number> => moveShared(db, from, to)
