import { recordSystemEvent, recordWhenNew } from '../../platform/audit-trail/audit-service.ts'
import type { Database } from '../../platform/database/database.ts'
import type { BackupManifest } from './backup-manifest.ts'

export async function recordBackup(db: Database, { name, file_count, missing_files }: BackupManifest): Promise<void> {
  const detail = `${name}, files: ${file_count}${missing_files > 0 ? `, missing: ${missing_files}` : ''}`
  await recordSystemEvent(db, { action: 'backup.made', detail })
}

/** Audits a kind of failure once, until a backup succeeds or fails otherwise. The log has each attempt's reason. */
export async function recordFailure(db: Database, error: unknown): Promise<void> {
  const detail = error instanceof Error ? error.name : 'Error'
  await recordWhenNew(db, { action: 'backup.failed', detail }, 'backup.made')
}
