import type { Database } from '../../platform/database/database.ts'
import { countOwned, moveOwned } from './client-repository.ts'

/** How many clients an admin looks after, archived ones too. */
export const countOwnedClients = (db: Database, ownerId: string): Promise<number> => countOwned(db, ownerId)

/** Gives all clients of an admin another owner, or none, in the caller's transaction. @returns how many */
export const handOverClients = (db: Database, from: string, to: string | null): Promise<number> =>
  moveOwned(db, from, to)
