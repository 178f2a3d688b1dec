import type { Database } from '../../database/database.ts'
import { recordSystemEvent } from '../audit/audit-service.ts'
import type { BackupManifest } from './backup-manifest.ts'

/** Writes to the audit trail that a backup was made and verified. */
export async function recordBackup(db: Database, { name, file_count, missing_files }: BackupManifest): Promise<void> {
  const detail = `${name}, files: ${file_count}${missing_files > 0 ? `, missing: ${missing_files}` : ''}`
  await recordSystemEvent(db, { action: 'backup.made', detail })
}

/** Writes to the audit trail that a backup failed: the kind of failure. The log has the reason. */
export async function recordFailure(db: Database, error: unknown): Promise<void> {
  await recordSystemEvent(db, { action: 'backup.failed', detail: error instanceof Error ? error.name : 'Error' })
}
