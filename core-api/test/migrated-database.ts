import { type Migration, Migrator } from 'kysely/migration'
import { type Database, type OpenDatabase, openDatabase } from '../src/platform/database/database.ts'
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

/** Runs one migration again, after a test has restored the tables of an earlier release. @throws the migration's error */
export async function repeatMigration(db: Database, migration: Migration): Promise<void> {
  const provider = { getMigrations: async () => ({ repeated: migration }) }
  const ownTables = { migrationTableName: 'test_migration', migrationLockTableName: 'test_migration_lock' }
  const { error } = await new Migrator({ db, provider, ...ownTables }).migrateToLatest()
  if (error !== undefined) throw error
}
