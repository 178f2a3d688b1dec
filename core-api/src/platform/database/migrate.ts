import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import { FileMigrationProvider, type Migration, Migrator } from 'kysely/migration'
import semver from 'semver'
import manifest from '../../../package.json' with { type: 'json' }
import type { Database } from './database.ts'

const migrationFolder = path.join(import.meta.dirname, '../../../migrations')

interface ReleasedMigration extends Migration {
  /** The oldest release of core-api that can work on the schema from here on: `1.0.0`. */
  readableFrom?: string
}

/** A schema that a newer release left, with what this one lacks of it. */
export interface NewerSchema {
  /** Migrations that this release does not have, in their order. */
  names: string[]
  /** The oldest release that can work on it. */
  readableFrom: string
}

/** Replicas wait for a lock. @returns a newer schema that stays, if any @throws for the operator if it is too new */
export async function migrate(
  db: Database,
  { migrations = readMigrations(), version = manifest.version } = {},
): Promise<NewerSchema | undefined> {
  const own = await migrations
  const applied = await readApplied(db)
  const newer = newerThan(applied, Object.keys(own))
  if (newer) {
    if (semver.gte(version, newer.readableFrom)) return newer
    throw new Error(
      `core-api ${version} is too old for this database: ${newer.names.join(', ')} needs core-api ${newer.readableFrom} or newer. Start a newer release, or restore a backup that was made before`,
    )
  }
  // The migrator reads the description of every table, several times.
  if (Object.keys(own).every((name) => applied.some(({ migration }) => migration === name))) return undefined
  const noted = Object.fromEntries(Object.entries(own).map(([name, migration]) => [name, withReaders(name, migration)]))
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => noted } }).migrateToLatest()
  if (error) throw new Error('The database could not be migrated', { cause: error })
  return undefined
}

type Applied = { migration: string; readable_from: string }

export const readMigrations = (): Promise<Record<string, ReleasedMigration>> =>
  new FileMigrationProvider({ fs: { readdir }, path, migrationFolder }).getMigrations()

/** Notes, in the same transaction, which releases can work on what the migration leaves. */
function withReaders(name: string, { up, readableFrom }: ReleasedMigration): Migration {
  return {
    async up(db: Kysely<unknown>) {
      if (readableFrom === undefined) throw new Error(`${name} does not export readableFrom`)
      await up(db)
      await sql`INSERT INTO schema_readers (migration, readable_from) VALUES (${name}, ${readableFrom})`.execute(db)
    },
  }
}

/** The migrations that the database has, in their order. */
async function readApplied(db: Database): Promise<Applied[]> {
  const { rows } = await sql<{ table: string | null }>`SELECT to_regclass('schema_readers') AS table`.execute(db)
  if (!rows[0]?.table) return []
  return db.selectFrom('schema_readers').selectAll().orderBy('migration').execute()
}

function newerThan(applied: readonly Applied[], own: readonly string[]): NewerSchema | undefined {
  const newer = applied.filter(({ migration }) => !own.includes(migration))
  const [readableFrom] = semver.rsort(newer.map((row) => row.readable_from))
  return readableFrom === undefined ? undefined : { names: newer.map(({ migration }) => migration), readableFrom }
}
