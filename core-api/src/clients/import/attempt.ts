import type { Database } from '../../platform/database/database.ts'
import { behindSavepoint } from './import-repository.ts'

/** Runs work behind a savepoint. @returns why the service has refused it, for staff; undefined if it is done */
export async function attempt(db: Database, work: () => Promise<void>): Promise<string | undefined> {
  try {
    await behindSavepoint(db, work)
    return undefined
  } catch (error) {
    const isRefused = error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500
    if (!isRefused) throw error
    return error.message
  }
}
