import { setTimeout as delay } from 'node:timers/promises'
import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'
import type { Database } from '../../platform/database/database.ts'
import { FileDamaged, FileMissing } from '../../platform/errors.ts'
import { listFilesAfter } from '../../platform/file-store/file-repository.ts'
import type { FileHash, FileService } from '../../platform/file-store/file-service.ts'
import type { Run } from '../../platform/jobs/recurring-job.ts'
import { clearFinding, recordFinding } from './finding-repository.ts'

const batchSize = 50
const Progress = Type.Object({
  /** The last file that was compared. */
  after: Type.String(),
  checked: Type.Integer(),
  missing: Type.Integer(),
  damaged: Type.Integer(),
})

/** The result of a complete check. Counts of files. */
export const CheckResult = Type.Omit(Progress, ['after'])
export type CheckResult = Static<typeof CheckResult>

interface FileCheck extends Run {
  db: Database
  files: FileService
  log: { error(details: object, message: string): void }
}

/**
 * Compares every file with its hash, one at a time. It pauses as long as it reads, and so uses half of a processor at
 * most. An interrupted check continues where it stopped.
 * @returns undefined if it was interrupted
 * @throws StoreUnavailable, and records nothing about the files that could not be read
 */
export async function checkFiles(check: FileCheck): Promise<CheckResult | undefined> {
  const { db, closing, saveProgress } = check
  const start = { after: '00000000-0000-0000-0000-000000000000', checked: 0, missing: 0, damaged: 0 }
  const found = Check(Progress, check.progress) ? { ...check.progress } : start
  for (let files = await listFilesAfter(db, found.after, batchSize); files.length > 0; ) {
    for (const file of files) {
      if (closing.aborted) return undefined
      const state = await checkOne(check, file)
      found.after = file.id
      found.checked += 1
      if (state !== 'whole') found[state] += 1
    }
    await saveProgress(found)
    files = await listFilesAfter(db, found.after, batchSize)
  }
  const { after: _after, ...result } = found
  return result
}

async function checkOne({ db, files, log, closing }: FileCheck, file: FileHash) {
  const began = Date.now()
  const state = await stateOf(files, file)
  // The document may have been deleted in the meantime. Then its file is rightly in the trash.
  const isNew = state === 'whole' ? await clearFinding(db, file.id) : await recordFinding(db, file.id, state)
  if (isNew) log.error({ file: file.id, state }, 'a stored file is missing or damaged')
  await delay(Date.now() - began, undefined, { signal: closing }).catch(() => undefined)
  return isNew === undefined ? 'whole' : state
}

async function stateOf(files: FileService, file: FileHash): Promise<'whole' | 'missing' | 'damaged'> {
  try {
    await files.requireWhole(file)
    return 'whole'
  } catch (error) {
    if (error instanceof FileMissing) return 'missing'
    if (error instanceof FileDamaged) return 'damaged'
    throw error
  }
}
