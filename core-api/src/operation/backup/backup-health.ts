import Type from 'typebox'
import { Check } from 'typebox/value'
import type { Database } from '../../platform/database/database.ts'
import type { HealthFinding } from '../../platform/http/health-checks.ts'
import { readLastRun } from '../../platform/jobs/recurring-job-repository.ts'

/** The name of the nightly backup in the table `recurring_jobs`. */
export const backupKind = 'backup'
/** A nightly backup is overdue after this time, in ms. */
const late = 26 * 3_600_000
const LastBackup = Type.Object({ made_at: Type.String(), missing_files: Type.Integer() })

const notSetUp =
  'Nothing is backed up: a lost disk would lose all records. Whoever runs the server chooses a folder for the nightly backup by the setting BACKUP_TO.'

/** @param isSetUp whether `BACKUP_TO` is set */
export async function backupHealth(db: Database, isSetUp: boolean, now = Date.now()): Promise<HealthFinding> {
  if (!isSetUp) return { state: 'warning', message: notSetUp }
  const run = await readLastRun(db, backupKind)
  const last = Check(LastBackup, run?.result) ? run.result : undefined
  const at = last ? { at: last.made_at } : {}
  if (run?.last_error) {
    const message = `The last backup failed (${run.last_error}). It is tried again every 15 minutes. Whoever runs the server finds the reason in its log.`
    return { state: 'failing', message, ...at }
  }
  if (!last) return { state: 'warning', message: 'The first backup has not ended yet.' }
  if (now - Date.parse(last.made_at) > late) {
    const message =
      'The last verified backup is more than 26 hours old. Is a core-api running, and is there space where BACKUP_TO leads?'
    return { state: 'failing', message, ...at }
  }
  if (last.missing_files > 0) {
    const message = `The last backup lacks ${last.missing_files} files that are missing on the server.`
    return { state: 'warning', message, ...at }
  }
  return { state: 'ok', message: 'The last backup was verified after it was written.', ...at }
}
