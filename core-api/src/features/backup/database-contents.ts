import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { readInstallationId } from '../files/installation-repository.ts'

/** What a dump of the database holds, read at the same moment. */
export interface DatabaseContents {
  /** The files that its rows name. */
  fileIds: string[]
  installationId: string | null
  /** Its last migration. */
  schemaVersion: string
}

/** Where a dump goes. It reads the stream to its end. */
export type WriteDump = (content: Readable) => Promise<void>

/** Reads it in the caller's transaction, or on its connection. */
export async function readContents(db: Database): Promise<DatabaseContents> {
  const files = await db.selectFrom('files').select('id').orderBy('id').execute()
  const { rows } = await sql<{ name: string }>`SELECT max(name) AS name FROM kysely_migration`.execute(db)
  return {
    fileIds: files.map(({ id }) => id),
    installationId: (await readInstallationId(db)) ?? null,
    schemaVersion: rows[0]?.name ?? 'none',
  }
}
