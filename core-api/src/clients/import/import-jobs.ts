import type { FastifyInstance } from 'fastify'
import { recordSystemEvent } from '../../platform/audit-trail/audit-service.ts'
import { requeueJob } from '../../platform/jobs/job-repository.ts'
import { repeatWork } from '../../platform/jobs/repeat-work.ts'
import { checkImport } from './check-import.ts'
import { eraseImport } from './erase-import.ts'
import { findOverdue, lockImport } from './import-repository.ts'
import { daysKept, type ImportContext, importJobs } from './import-service.ts'
import { revertImport } from './revert-import.ts'
import { runImport } from './run-import.ts'

const hour = 3_600_000

/** Runs imports in background jobs, and deletes their files and values after some days. */
export async function importWork(app: FastifyInstance): Promise<void> {
  const { db, cipher, files } = app
  const context = { db, cipher, files }
  const inParts = (kind: string, work: typeof runImport) =>
    app.handleJobs(
      kind,
      async ({ subject_id: id }) => {
        if (await work(context, id)) await requeueJob(db, kind, id)
      },
      1,
    )
  app.handleJobs(importJobs.checking, ({ subject_id: id }) => checkImport(context, id), 1)
  inParts(importJobs.running, runImport)
  inParts(importJobs.reverting, revertImport)
  repeatWork(app, {
    every: hour,
    work: () => eraseOverdue({ db, files }),
    failure: 'files of old imports could not be deleted',
  })
}

/** Deletes files and values of old imports. */
export async function eraseOverdue({ db, files }: Pick<ImportContext, 'db' | 'files'>): Promise<void> {
  for (const { id } of await findOverdue(db, daysKept)) {
    const discarded = await db.transaction().execute(async (trx) => {
      const record = await lockImport(trx, id)
      if (!record) return []
      await recordSystemEvent(trx, { action: 'clients.import-erased', subjectId: id })
      return eraseImport({ db: trx, files }, record)
    })
    await files.discard(discarded)
  }
}
