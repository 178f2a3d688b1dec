import type { FastifyInstance } from 'fastify'
import type { Database } from '../../platform/database/database.ts'
import { keysOf } from '../../platform/encryption/keyring.ts'
import { recurringJob } from '../../platform/jobs/recurring-job.ts'
import { repeatWork } from '../../platform/jobs/repeat-work.ts'
import { areRecipients } from './age-encryption.ts'
import { backupHealth, backupKind } from './backup-health.ts'
import { answerRequests } from './backup-requests.ts'
import { recordBackup, recordFailure } from './backup-trail.ts'
import { removeLeftCopies } from './embedded-dump.ts'
import { type BackupOrder, makeBackup } from './make-backup.ts'

interface Settings {
  BACKUP_TO?: string
  BACKUP_AT: string
  BACKUP_RECIPIENT?: string
  BACKUP_KEEP_DAYS: number
  BACKUP_KEEP_WEEKS: number
}

/** Interval of looking for requests of `npm run backup`, in ms. */
const requestPoll = 1_000

/** Every night in one replica, and, with the embedded engine, what `npm run backup` requests: only this process can. */
export async function backups(app: FastifyInstance): Promise<void> {
  const { db, fileStore: store, log, config, databaseTarget: target, keyring } = app
  const keyIds = keysOf(keyring).map(({ id }) => id.toString('hex'))
  const make = async (order: Pick<BackupOrder, 'directory' | 'recipients' | 'retention' | 'signal'>) => {
    await app.requireOwnFileStore()
    return makeBackup({ ...order, db, target, store, keyIds })
  }
  const schedule = await readSchedule(config)
  if (schedule) {
    recurringJob(app, {
      kind: backupKind,
      every: () => secondsUntil(config.BACKUP_AT),
      failure: 'the backup failed',
      run: ({ closing }) => runScheduled(db, closing, () => make({ ...schedule, signal: closing })),
    })
  }
  app.addHealthCheck({
    id: 'backup',
    title: 'Backup',
    affectsReadiness: false,
    run: () => backupHealth(db, schedule !== undefined),
  })
  if (!('directory' in target) || target.directory === null) return
  const { directory } = target
  removeLeftCopies(directory)
  repeatWork(app, {
    every: requestPoll,
    work: (signal) => answerRequests({ directory, db, log, make: (request) => make({ ...request, signal }) }),
    failure: 'a requested backup failed',
  })
}

/** @returns undefined if `BACKUP_TO` is not set @throws if a recipient is invalid */
async function readSchedule(config: Settings) {
  if (config.BACKUP_TO === undefined) return undefined
  const recipients = config.BACKUP_RECIPIENT?.split(',').map((recipient) => recipient.trim()) ?? []
  if (!(await areRecipients(recipients))) {
    throw new Error('BACKUP_RECIPIENT: is not a public key of age. `age-keygen` makes one, which begins with age1.')
  }
  const retention = { days: config.BACKUP_KEEP_DAYS, weeks: config.BACKUP_KEEP_WEEKS }
  return { directory: config.BACKUP_TO, recipients, retention }
}

/** @returns undefined if the service closes; the backup is then made after the next start */
async function runScheduled(db: Database, closing: AbortSignal, make: () => ReturnType<typeof makeBackup>) {
  try {
    const manifest = await make()
    await recordBackup(db, manifest)
    return { name: manifest.name, made_at: manifest.made_at, missing_files: manifest.missing_files }
  } catch (error) {
    if (closing.aborted) return undefined
    await recordFailure(db, error)
    throw error
  }
}

/** Seconds until a time of day, in the time zone of the service. @param time `HH:MM` */
export function secondsUntil(time: string, now = new Date()): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const next = new Date(now)
  next.setHours(hours, minutes, 0, 0)
  if (next <= now) next.setDate(next.getDate() + 1)
  return Math.ceil((next.getTime() - now.getTime()) / 1_000)
}
