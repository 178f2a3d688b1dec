import { openDatabase } from '../src/platform/database/database.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { createEmptyDatabase } from './test-database.ts'

/** Makes a database with every table once, for all test files to copy: `TEST_TEMPLATE`. Needs a server. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  const { target, drop } = await createEmptyDatabase()
  if (!('url' in target)) return undefined
  const { db, close } = await openDatabase(target)
  await migrate(db)
  // A database with a connection can't be copied.
  await close()
  process.env.TEST_TEMPLATE = new URL(target.url).pathname.slice(1)
  return drop
}
