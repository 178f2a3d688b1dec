import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import type { Database } from './database.ts'

const migrationFolder = path.join(import.meta.dirname, '../../../migrations')

/** Runs the missing migrations. Replicas may start at the same time: the migrator takes a lock in the database. */
export async function migrate(db: Database): Promise<void> {
  const migrator = new Migrator({ db, provider: new FileMigrationProvider({ fs: { readdir }, path, migrationFolder }) })
  const { error } = await migrator.migrateToLatest()
  if (error) throw new Error('The database could not be migrated', { cause: error })
}
