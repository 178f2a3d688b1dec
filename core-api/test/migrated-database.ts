import { type OpenDatabase, openDatabase } from '../src/platform/database/database.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { createTestDatabase } from './test-database.ts'

/** Opens a test database with all tables, for tests of statements that need no service. `close` also drops it. */
export async function openMigratedDatabase(): Promise<OpenDatabase> {
  const { target, drop } = await createTestDatabase()
  const opened = await openDatabase(target)
  await migrate(opened.db)
  const close = async () => {
    await opened.close()
    await drop()
  }
  return { ...opened, close }
}
