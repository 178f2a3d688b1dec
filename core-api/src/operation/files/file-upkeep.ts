import type { FastifyInstance } from 'fastify'
import { Check } from 'typebox/value'
import { recordSystemEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database } from '../../platform/database/database.ts'
import type { HealthFinding } from '../../platform/http/health-checks.ts'
import { type Run, recurringJob } from '../../platform/jobs/recurring-job.ts'
import { makeDue, readLastRun } from '../../platform/jobs/recurring-job-repository.ts'
import { CheckResult, checkFiles } from './file-check.ts'
import { daysInTrash, SweepResult, sweepFiles } from './file-sweep.ts'
import { countFindings } from './finding-repository.ts'

const hour = 3_600
const day = 24 * hour
const sweepKind = 'file-sweep'
const checkKind = 'file-check'
/** A check is overdue after this time, in ms. */
const overdue = 3 * day * 1_000

/** Sweeps the file store every six hours, and compares every file with its hash every day, in one replica at a time. */
export async function fileUpkeep(app: FastifyInstance): Promise<void> {
  const { db, files, fileStore: store, log } = app
  const { SWEEP_LIMIT: sweepLimit } = app.config
  const sweep = async () => {
    await app.requireOwnFileStore()
    const result = await sweepFiles({ db, store, limit: sweepLimit })
    log.info(result, 'swept the file store')
    await recordSweep(db, result)
    return result
  }
  const check = async (run: Run) => {
    await app.requireOwnFileStore()
    const result = await checkFiles({ ...run, db, files, log })
    if (result) log.info(result, 'compared every file with its hash')
    if (result && result.missing + result.damaged > 0) await recordCheck(db, result)
    return result
  }
  // An operator who sets a limit waits for the sweep.
  if (sweepLimit !== undefined) await makeDue(db, sweepKind)
  recurringJob(app, { kind: sweepKind, every: 6 * hour, run: sweep, failure: 'the file store could not be swept' })
  recurringJob(app, { kind: checkKind, every: day, run: check, failure: 'stored files could not be checked' })
  app.addHealthCheck({
    id: 'file-sweep',
    title: 'Files without a record',
    affectsReadiness: false,
    run: () => sweepHealth(db),
  })
  app.addHealthCheck({ id: 'files', title: 'Stored files', affectsReadiness: false, run: () => checkHealth(db) })
}

async function recordSweep(db: Database, { trashed, held, restored, removed }: SweepResult): Promise<void> {
  if (trashed + held + restored + removed === 0) return
  const detail =
    `to the trash: ${trashed}, back from the trash: ${restored}, removed after ${daysInTrash} days: ${removed}` +
    (held > 0 ? `, left alone since too many: ${held}` : '')
  await recordSystemEvent(db, { action: 'files.swept', detail })
}

async function recordCheck(db: Database, { checked, missing, damaged }: CheckResult): Promise<void> {
  const detail = `checked: ${checked}, missing: ${missing}, damaged: ${damaged}`
  await recordSystemEvent(db, { action: 'files.not-whole', detail })
}

async function sweepHealth(db: Database): Promise<HealthFinding> {
  const { at, last, error } = await lastRun(db, sweepKind)
  if (error)
    return {
      state: 'warning',
      message: `The last search for files that no record uses failed (${error}). It is repeated.`,
      ...at,
    }
  if (!Check(SweepResult, last))
    return { state: 'ok', message: 'The first search for files that no record uses has not ended yet.' }
  if (last.held === 0) {
    return { state: 'ok', message: `${last.stored} files stored, ${last.trashed} moved to the trash.`, ...at }
  }
  const message =
    `${last.held} of ${last.stored} stored files have no record. They were left alone, since the database may be ` +
    `an older one. To move them to the trash, whoever runs the server starts it with the setting SWEEP_LIMIT=${last.held}.`
  return { state: 'warning', message, ...at }
}

async function checkHealth(db: Database): Promise<HealthFinding> {
  const { missing, damaged } = await countFindings(db)
  const { at, last } = await lastRun(db, checkKind)
  if (missing + damaged > 0) {
    const message = `${missing} stored files are missing and ${damaged} are damaged. They and their documents are listed below.`
    return { state: 'failing', message, ...at }
  }
  if (!at.at) return { state: 'ok', message: 'The first check of every file has not ended yet.' }
  if (Date.now() - Date.parse(at.at) > overdue) {
    return {
      state: 'warning',
      message: 'For three days it was not checked that the stored files are unchanged.',
      ...at,
    }
  }
  if (Check(CheckResult, last) && last.unreadable > 0) {
    const message = `${last.unreadable} stored files could not be read at the last check. Whoever runs the server finds each in its log, with the reason.`
    return { state: 'warning', message, ...at }
  }
  return { state: 'ok', message: 'Every stored file is as it was when it was stored.', ...at }
}

async function lastRun(db: Database, kind: string) {
  const run = await readLastRun(db, kind)
  return { at: run?.ended_at ? { at: run.ended_at } : {}, last: run?.result, error: run?.last_error }
}
