import { setTimeout as delay } from 'node:timers/promises'
import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'
import type { Database } from '../../platform/database/database.ts'
import { FileDamaged, FileMissing, StoreUnavailable } from '../../platform/errors.ts'
import { listFilesAfter } from '../../platform/files/file-repository.ts'
import type { FileHash, FileService } from '../../platform/files/file-service.ts'
import type { Run } from '../../platform/jobs/recurring-job.ts'
import { clearFinding, recordFinding } from './finding-repository.ts'

const batchSize = 50
/** So many unreadable files, one after the other, mean that the store is unavailable. */
const mostUnreadable = 5
const Progress = Type.Object({
  after: Type.String(),
  checked: Type.Integer(),
  missing: Type.Integer(),
  damaged: Type.Integer(),
  /** Not read for another reason; nothing is recorded about them. */
  unreadable: Type.Integer(),
})

export const CheckResult = Type.Omit(Progress, ['after'])
export type CheckResult = Static<typeof CheckResult>

interface FileCheck extends Run {
  db: Database
  files: FileService
  log: { error(details: object, message: string): void }
}

/** Pauses as long as it reads. @returns undefined if interrupted @throws StoreUnavailable if several in a row fail */
export async function checkFiles(check: FileCheck): Promise<CheckResult | undefined> {
  const { db, closing, saveProgress } = check
  const start = { after: '00000000-0000-0000-0000-000000000000', checked: 0, missing: 0, damaged: 0, unreadable: 0 }
  const found = Check(Progress, check.progress) ? { ...check.progress } : start
  let inARow = 0
  for (let files = await listFilesAfter(db, found.after, batchSize); files.length > 0; ) {
    for (const file of files) {
      if (closing.aborted) return undefined
      const state = await checkOne(check, file)
      found.after = file.id
      found.checked += 1
      if (state !== 'whole') found[state] += 1
      inARow = state === 'unreadable' ? inARow + 1 : 0
      if (inARow === mostUnreadable) throw new StoreUnavailable()
    }
    await saveProgress(found)
    files = await listFilesAfter(db, found.after, batchSize)
  }
  const { after: _after, ...result } = found
  return result
}

type FileState = 'whole' | 'missing' | 'damaged' | 'unreadable'

async function checkOne(check: FileCheck, file: FileHash): Promise<FileState> {
  const { db, log, closing } = check
  const began = Date.now()
  const state = await stateOf(check, file)
  const isNew = await recordState(db, file.id, state)
  if (isNew) log.error({ file: file.id, state }, 'a stored file is missing or damaged')
  await delay(Date.now() - began, undefined, { signal: closing }).catch(() => undefined)
  return isNew === undefined ? 'whole' : state
}

/** @returns whether it is a new finding; undefined if the file is whole, or was rightly deleted in the meantime */
async function recordState(db: Database, fileId: string, state: FileState): Promise<boolean | undefined> {
  if (state === 'unreadable') return false
  return state === 'whole' ? clearFinding(db, fileId) : recordFinding(db, fileId, state)
}

async function stateOf({ files, log }: FileCheck, file: FileHash): Promise<FileState> {
  try {
    await files.requireWhole(file)
    return 'whole'
  } catch (error) {
    if (error instanceof FileMissing) return 'missing'
    if (error instanceof FileDamaged) return 'damaged'
    log.error({ err: error, file: file.id }, 'a stored file could not be read')
    return 'unreadable'
  }
}
